//! The archive: files in the order of their names, owned by root, of one time, with a list of their checksums.
//!
//! May touch: nothing; it is given bytes and gives bytes.

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use tar::{Builder, EntryType, Header};

/// A file of the archive.
pub struct File {
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it can be run.
    pub runs: bool,
}

impl File {
    /// A file that is read.
    pub fn of(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into(), runs: false }
    }
}

/// Files by their path in the archive.
pub type Contents = BTreeMap<String, File>;

/// How an archive is made.
pub struct Archive<'a> {
    /// The folder that everything is in.
    pub name: &'a str,
    /// The time of every file, in seconds since 1970.
    pub time: u64,
}

impl Archive<'_> {
    /// The archive as a tar.gz, with the list `SHA256SUMS` of what is in it.
    pub fn bytes(&self, mut contents: Contents) -> Result<Vec<u8>, String> {
        let sums: String =
            contents.iter().map(|(path, file)| format!("{}  {path}\n", sum(&file.bytes))).collect();
        contents.insert("SHA256SUMS".to_owned(), File::of(sums));
        // No name and no time in the head of the gzip, so that only the contents count.
        let gzip = GzBuilder::new().write(Vec::new(), Compression::best());
        let mut tar = Builder::new(gzip);
        for (path, file) in &contents {
            let mut header = Header::new_gnu();
            header.set_entry_type(EntryType::Regular);
            header.set_size(file.bytes.len() as u64);
            header.set_mode(if file.runs { 0o755 } else { 0o644 });
            header.set_mtime(self.time);
            header.set_uid(0);
            header.set_gid(0);
            tar.append_data(&mut header, format!("{}/{path}", self.name), file.bytes.as_slice())
                .map_err(|error| format!("{path}: {error}"))?;
        }
        tar.into_inner().and_then(|gzip| gzip.finish()).map_err(|error| format!("the archive: {error}"))
    }
}

/// The SHA-256 of bytes.
pub fn sum(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn packed() -> Vec<u8> {
        let contents = Contents::from([
            ("bin/houseway".to_owned(), File { bytes: b"x".to_vec(), runs: true }),
            ("LICENSE-MIT".to_owned(), File::of("MIT\n")),
        ]);
        Archive { name: "houseway-1", time: 1_700_000_000 }.bytes(contents).expect("it packs")
    }

    #[test]
    fn the_same_contents_make_the_same_bytes() {
        assert_eq!(packed(), packed());
        assert_eq!(packed()[4..8], [0; 4], "no time in the gzip");
    }

    #[test]
    fn names_are_sorted_times_fixed_owners_root_and_sums_right() {
        let bytes = packed();
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let mut found = Vec::new();
        let mut sums = String::new();
        for entry in tar.entries().expect("it is a tar") {
            let mut entry = entry.expect("it is an entry");
            let path = entry.path().expect("it has a path").display().to_string();
            let header = entry.header().clone();
            assert_eq!(header.mtime().ok(), Some(1_700_000_000), "{path}");
            assert_eq!((header.uid().ok(), header.gid().ok()), (Some(0), Some(0)), "{path}");
            found.push((path.clone(), header.mode().expect("it has a mode")));
            if path.ends_with("SHA256SUMS") {
                entry.read_to_string(&mut sums).expect("it is text");
            }
        }
        let expected = [
            ("houseway-1/LICENSE-MIT", 0o644),
            ("houseway-1/SHA256SUMS", 0o644),
            ("houseway-1/bin/houseway", 0o755),
        ];
        assert_eq!(found, expected.map(|(path, mode)| (path.to_owned(), mode)));
        let x = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
        assert!(sums.contains(&format!("{x}  bin/houseway\n")), "{sums}");
    }
}
