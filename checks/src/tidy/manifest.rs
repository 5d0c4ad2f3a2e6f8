//! A `Cargo.toml`: its values, and its dependencies with their lines.
//!
//! May touch: nothing; it is given text. What is no TOML cargo refuses before any check runs; the rest of such a
//! file counts.

use toml::de::{DeTable, DeValue};

/// A `Cargo.toml`, read.
pub struct Manifest<'t> {
    text: &'t str,
    root: DeTable<'t>,
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

const SECTIONS: [(&str, Purpose); 3] = [
    ("dependencies", Purpose::Normal),
    ("build-dependencies", Purpose::Build),
    ("dev-dependencies", Purpose::Dev),
];

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

impl<'t> Manifest<'t> {
    /// Reads a manifest.
    pub fn of(text: &'t str) -> Self {
        let (root, _) = DeTable::parse_recoverable(text);
        Self { text, root: root.into_inner() }
    }

    /// The value under these keys.
    pub fn value(&self, keys: &[&str]) -> Option<&DeValue<'t>> {
        let (last, tables) = keys.split_last()?;
        let mut table = &self.root;
        for key in tables {
            table = table.get(*key)?.get_ref().as_table()?;
        }
        table.get(*last).map(|value| value.get_ref())
    }

    /// All dependencies in their order, those for some targets only among them.
    pub fn dependencies(&self) -> Vec<Dependency> {
        let targets =
            self.value(&["target"]).and_then(DeValue::as_table).into_iter().flat_map(DeTable::values);
        let tables = targets.filter_map(|target| target.get_ref().as_table()).chain([&self.root]);
        let mut found: Vec<Dependency> = tables.flat_map(|table| self.of_table(table)).collect();
        found.sort_by_key(|dependency| dependency.line);
        found
    }

    fn of_table(&self, table: &DeTable<'t>) -> Vec<Dependency> {
        let mut found = Vec::new();
        for (section, purpose) in SECTIONS {
            let section = table.get(section).and_then(|section| section.get_ref().as_table());
            for (name, value) in section.into_iter().flatten() {
                let renamed = value.get_ref().get("package").and_then(|package| package.get_ref().as_str());
                let line = self.text[..name.span().start].matches('\n').count() + 1;
                let name = renamed.unwrap_or(name.get_ref()).to_owned();
                found.push(Dependency { line, name, purpose });
            }
        }
        found
    }
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
            ("money", Purpose::Normal, 11),
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
        let text = |keys: &[&str]| {
            Manifest::of(SAMPLE).value(keys).and_then(|value| value.as_str().map(str::to_owned))
        };
        assert_eq!(text(&["package", "name"]).as_deref(), Some("paigow"));
        assert_eq!(text(&["lints", "rust"]), None);
        for sample in [SAMPLE, "lints.workspace = true"] {
            let manifest = Manifest::of(sample);
            assert_eq!(
                manifest.value(&["lints", "workspace"]).and_then(DeValue::as_bool),
                Some(true),
                "{sample}"
            );
        }
    }
}
