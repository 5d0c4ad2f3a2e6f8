//! As much of a `Cargo.toml` as the checks need: its keys by section, and its dependencies.
//!
//! May touch: nothing; it is given text. Reads TOML by lines, as cargo's own formatting has it.

/// A key with its value, as written.
#[derive(Debug)]
struct Entry {
    line: usize,
    section: String,
    key: String,
    value: String,
}

/// A `Cargo.toml`, read.
pub struct Manifest {
    entries: Vec<Entry>,
}

/// What a dependency is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// `[dependencies]`.
    Normal,
    /// `[build-dependencies]`.
    Build,
    /// `[dev-dependencies]`.
    Dev,
}

/// A dependency, by the name of its package.
#[derive(Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The line it stands on.
    pub line: usize,
    /// The package's own name, whatever it is called here.
    pub name: String,
    /// What it is for.
    pub purpose: Purpose,
}

impl Manifest {
    /// Reads a manifest.
    pub fn of(text: &str) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        let mut section = String::new();
        let mut depth = 0_i32;
        for (index, line) in text.lines().enumerate() {
            let line = without_comment(line).trim();
            if depth > 0 {
                // The value of the last key goes on over this line.
                depth += brackets(line);
                if let Some(last) = entries.last_mut() {
                    last.value.push_str(line);
                }
            } else if line.starts_with('[') {
                section = line.trim_matches(['[', ']']).replace(['"', ' '], "");
            } else if let Some((key, value)) = line.split_once('=') {
                depth = brackets(value);
                let key = key.replace(['"', ' '], "");
                entries.push(Entry {
                    line: index + 1,
                    section: section.clone(),
                    key,
                    value: value.trim().to_owned(),
                });
            }
        }
        Self { entries }
    }

    /// The value of a key, with the quotes it has.
    pub fn value(&self, section: &str, key: &str) -> Option<&str> {
        let dotted = format!("{section}.{key}");
        let found = self.entries.iter().find(|entry| {
            (entry.section == section && entry.key == key)
                || (entry.section.is_empty() && entry.key == dotted)
        });
        found.map(|entry| entry.value.as_str())
    }

    /// All dependencies, those for some targets only among them.
    pub fn dependencies(&self) -> Vec<Dependency> {
        // A dependency may take several lines (`name.workspace = true`, a table of its own), and only one
        // of them says that it is called otherwise here.
        let mut found: Vec<(&str, Dependency)> = Vec::new();
        for entry in &self.entries {
            let Some((purpose, own_table)) = purpose(&entry.section) else { continue };
            let (called, key) = match own_table {
                Some(name) => (name, entry.key.as_str()),
                None => entry.key.split_once('.').unwrap_or((&entry.key, "")),
            };
            let renamed =
                if key == "package" { Some(entry.value.trim_matches('"')) } else { package(&entry.value) };
            let known = found.iter_mut().find(|(name, known)| *name == called && known.purpose == purpose);
            match (known, renamed) {
                (Some((_, known)), Some(renamed)) => known.name = renamed.to_owned(),
                (Some(_), None) => {}
                (None, _) => {
                    let name = renamed.unwrap_or(called).to_owned();
                    found.push((called, Dependency { line: entry.line, name, purpose }));
                }
            }
        }
        found.into_iter().map(|(_, dependency)| dependency).collect()
    }
}

/// What a section's dependencies are for, and the dependency's name if the section is for one alone.
fn purpose(section: &str) -> Option<(Purpose, Option<&str>)> {
    let section = match section.strip_prefix("target.") {
        // target.'cfg(unix)'.dependencies
        Some(rest) => {
            &rest[rest.find("dependencies").map(|at| rest[..at].rfind('.').map_or(0, |dot| dot + 1))?..]
        }
        None => section,
    };
    let (kind, own_table) = match section.split_once('.') {
        Some((kind, name)) => (kind, Some(name)),
        None => (section, None),
    };
    let purpose = match kind {
        "dependencies" => Purpose::Normal,
        "build-dependencies" => Purpose::Build,
        "dev-dependencies" => Purpose::Dev,
        _ => return None,
    };
    Some((purpose, own_table))
}

/// The `package = "name"` inside an inline table.
fn package(value: &str) -> Option<&str> {
    let (_, after) = value.split_once("package")?;
    after.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?.split('"').next()
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, character) in line.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Brackets opened less brackets closed, outside quotes.
fn brackets(value: &str) -> i32 {
    let mut quoted = false;
    let mut depth = 0;
    for character in value.chars() {
        match character {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = r#"
[package]
name = "paigow" # "the table"
[dependencies]
tiles.workspace = true
book = { path = "../rulebook", package = "rulebook" }
serde = { version = "1", features = [
  "derive",
  "rand",
] }
[dependencies.money]
path = "../money"
features = ["x"]
[target.'cfg(unix)'.dev-dependencies]
proptest = "1"
[build-dependencies]
way = { package = "houseway", path = ".." }
[lints]
workspace = true
"#;

    #[test]
    fn dependencies_in_every_form() {
        let manifest = Manifest::of(SAMPLE);
        let found: Vec<(String, Purpose, usize)> =
            manifest.dependencies().into_iter().map(|d| (d.name, d.purpose, d.line)).collect();
        let expected = [
            ("tiles", Purpose::Normal, 5),
            ("rulebook", Purpose::Normal, 6),
            ("serde", Purpose::Normal, 7),
            ("money", Purpose::Normal, 12),
            ("proptest", Purpose::Dev, 15),
            ("houseway", Purpose::Build, 17),
        ];
        assert_eq!(found, expected.map(|(name, purpose, line)| (name.to_owned(), purpose, line)));
    }

    #[test]
    fn a_table_of_its_own_may_rename() {
        let manifest =
            Manifest::of("[dependencies.book]\npath = \"x\"\npackage = \"rulebook\"\nfeatures = []\n");
        let names: Vec<String> = manifest.dependencies().into_iter().map(|d| d.name).collect();
        assert_eq!(names, ["rulebook"]);
    }

    #[test]
    fn values_by_section_or_dotted() {
        let manifest = Manifest::of(SAMPLE);
        assert_eq!(manifest.value("package", "name"), Some("\"paigow\""));
        assert_eq!(manifest.value("lints", "workspace"), Some("true"));
        assert_eq!(manifest.value("lints", "rust"), None);
        assert_eq!(Manifest::of("lints.workspace = true").value("lints", "workspace"), Some("true"));
    }
}
