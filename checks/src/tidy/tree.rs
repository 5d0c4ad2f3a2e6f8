//! The tree of files that the checks read: paths with their text.
//!
//! May touch: git, and the files it lists. A tree made of samples touches nothing.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Files by path from the project's folder; a file that is not text has none.
pub struct Tree {
    files: BTreeMap<String, Option<String>>,
}

impl Tree {
    /// Every file that git tracks or would add, as it is on disk now.
    pub fn of_project(root: &Path) -> Result<Self, Failure> {
        let mut files = BTreeMap::new();
        for path in listed(root)?.split('\0').filter(|path| !path.is_empty()) {
            let full = root.join(path);
            // Git still lists a file that was deleted and not yet committed, and links to folders.
            if !full.is_file() {
                continue;
            }
            let bytes =
                std::fs::read(&full).map_err(|e| Failure::failed(format!("{path} cannot be read: {e}")))?;
            let text = if bytes.contains(&0) { None } else { String::from_utf8(bytes).ok() };
            files.insert(path.to_owned(), text);
        }
        Ok(Self { files })
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// The text files, by path.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }

    /// The text files whose names end so.
    pub fn with_ending<'a>(&'a self, endings: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.texts().filter(|(path, _)| endings.iter().any(|ending| path.ends_with(ending)))
    }

    /// The Rust files that are ours.
    pub fn rust(&self) -> impl Iterator<Item = (&str, &str)> {
        let ours = ["crates/", "bench/", "checks/", "dist/", "xtask/", "fuzz/"];
        self.with_ending(&[".rs"]).filter(move |(path, _)| ours.iter().any(|folder| path.starts_with(folder)))
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    /// Whether there is such a file, or a folder with files in it. The empty path is the project's folder.
    pub fn has(&self, path: &str) -> bool {
        path.is_empty() || self.files.contains_key(path) || !self.folder(path).is_empty()
    }

    /// The names directly in a folder.
    pub fn folder(&self, path: &str) -> Vec<&str> {
        let prefix = format!("{}/", path.trim_end_matches('/'));
        let inside = self.files.range(prefix.clone()..).map_while(|(path, _)| path.strip_prefix(&prefix));
        let mut names: Vec<&str> = inside.filter_map(|rest| rest.split('/').next()).collect();
        names.dedup();
        names
    }

    /// A tree of samples.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self {
            files: files.iter().map(|(path, text)| ((*path).to_owned(), Some((*text).to_owned()))).collect(),
        }
    }
}

/// What git tracks or would add, each path with a zero byte behind it.
fn listed(root: &Path) -> Result<String, Failure> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.output().map_err(|e| Failure::failed(format!("`git ls-files` did not start: {e}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("it said nothing");
    Err(Failure::failed(format!("`git ls-files` ended with {}: {said}", output.status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_where_files_are() {
        let tree = Tree::of(&[
            ("crates/a/Cargo.toml", ""),
            ("crates/a/src/lib.rs", ""),
            ("crates/ab/x", ""),
            ("y", ""),
        ]);
        assert_eq!(tree.folder("crates"), ["a", "ab"]);
        assert_eq!(tree.folder("crates/a"), ["Cargo.toml", "src"]);
        assert!(tree.has("crates/a") && tree.has("crates/") && tree.has("y") && tree.has(""));
        assert!(!tree.has("crates/b") && !tree.has("z") && tree.folder("z").is_empty());
    }
}
