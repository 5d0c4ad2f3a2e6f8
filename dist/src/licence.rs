//! Licences of what the command is built from: what cargo knows of each package, and the files that it brings.
//!
//! May touch: cargo's metadata, the folders of the packages.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// How the names of such files begin, in small letters.
const NAMES: [&str; 6] = ["license", "licence", "copying", "notice", "unlicense", "copyright"];

/// How deep below a package's folder they are looked for: C sources are brought along in a folder.
const DEPTH: usize = 1;

/// The licences of all dependencies.
#[derive(Debug, Default)]
pub struct Licences {
    /// A line for each package: name, version, licence, where it comes from.
    pub list: String,
    /// Files by `NAME-VERSION/FILE`.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// The licences of what `cli` depends on when it is built for this target.
pub fn of_dependencies(root: &Path, target: &str) -> Result<Licences, String> {
    let options = ["--locked".to_owned(), "--filter-platform".to_owned(), target.to_owned()];
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .other_options(options)
        .exec()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let mut licences = Licences::default();
    for package in built_from(&metadata)? {
        licences.add(package)?;
    }
    Ok(licences)
}

/// The packages of others that the command is built from, by name and version.
fn built_from(metadata: &Metadata) -> Result<Vec<&Package>, String> {
    let cli = metadata.workspace_packages().into_iter().find(|package| package.name.as_str() == "cli");
    let graph = metadata.resolve.as_ref().ok_or("cargo metadata has no graph")?;
    let nodes: HashMap<&PackageId, _> = graph.nodes.iter().map(|node| (&node.id, node)).collect();
    let packages: HashMap<&PackageId, _> =
        metadata.packages.iter().map(|package| (&package.id, package)).collect();
    let mut found = BTreeSet::new();
    let mut next = vec![&cli.ok_or("the workspace has no crate cli")?.id];
    while let Some(id) = next.pop() {
        // A macro of the compiler's works while it is built, and is not in it.
        let package = packages.get(id).ok_or_else(|| format!("{id} is not among the packages"))?;
        if package.targets.iter().any(|target| target.is_proc_macro()) || !found.insert(id) {
            continue;
        }
        let normal = |kinds: &[cargo_metadata::DepKindInfo]| {
            kinds.iter().any(|info| info.kind == DependencyKind::Normal)
        };
        let node = nodes.get(id).ok_or_else(|| format!("{id} is not in the graph"))?;
        next.extend(node.deps.iter().filter(|dep| normal(&dep.dep_kinds)).map(|dep| &dep.pkg));
    }
    let mut packages: Vec<&Package> =
        metadata.packages.iter().filter(|p| p.source.is_some() && found.contains(&p.id)).collect();
    packages.sort_by_key(|package| (package.name.as_str(), &package.version));
    Ok(packages)
}

impl Licences {
    fn add(&mut self, package: &Package) -> Result<(), String> {
        let name = format!("{}-{}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see its licence file");
        let from = package.repository.as_deref().unwrap_or("crates.io");
        self.list.push_str(&format!("{} {}: {licence} ({from})\n", package.name, package.version));
        let folder = package.manifest_path.parent().ok_or_else(|| format!("{name} has no folder"))?;
        self.gather(folder.as_std_path(), &name, DEPTH)
    }

    fn gather(&mut self, folder: &Path, name: &str, depth: usize) -> Result<(), String> {
        let said = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(folder).map_err(said)? {
            let entry = entry.map_err(said)?;
            let file = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{name}/{file}");
            if entry.path().is_dir() {
                if depth > 0 {
                    self.gather(&entry.path(), &path, depth - 1)?;
                }
            } else if is_licence(&file) {
                self.files.insert(path, std::fs::read(entry.path()).map_err(said)?);
            }
        }
        Ok(())
    }
}

/// Whether a file is called like a licence; sources that are about licences are not.
fn is_licence(file: &str) -> bool {
    let small = file.to_lowercase();
    let ending = small.rsplit_once('.').map_or("", |(_, ending)| ending);
    NAMES.iter().any(|name| small.starts_with(name))
        && !["rs", "c", "h", "html", "py", "sh"].contains(&ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_names() {
        for name in
            ["LICENSE", "LICENSE-MIT", "license.txt", "COPYING", "Copyright", "NOTICE.md", "UNLICENSE"]
        {
            assert!(is_licence(name), "{name}");
        }
        for name in ["README.md", "src", "license.rs", "relicense"] {
            assert!(!is_licence(name), "{name}");
        }
    }
}
