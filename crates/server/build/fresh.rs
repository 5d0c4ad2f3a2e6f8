//! Whether the web app that was built is of the sources that are there: one number says so.
//!
//! Read by the build script of `server`, which embeds the app, and by `cargo xtask`, which builds it. Uses nothing but
//! the standard library.

use std::path::{Path, PathBuf};

/// Where the built app says which sources it is of, from `web/`.
pub const STAMP: &str = "dist/.sources";

/// What the app is built from, from `web/`: files, and folders with everything in them.
pub const SOURCES: &[&str] = &[
    "index.html",
    "package-lock.json",
    "package.json",
    "public",
    "scripts",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// A number of all sources in `web/`, their names and what is in them (FNV-1a, 64 bits).
///
/// # Errors
/// One of them cannot be read.
pub fn imprint(web: &Path) -> std::io::Result<String> {
    let mut number: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |bytes: &[u8]| {
        for byte in bytes.len().to_be_bytes().iter().chain(bytes) {
            number = (number ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for path in files(web)? {
        let name = path.strip_prefix(web).unwrap_or(&path);
        take(name.to_string_lossy().as_bytes());
        take(&std::fs::read(&path)?);
    }
    Ok(format!("{number:016x}"))
}

/// Every file of the sources that are there, in order.
fn files(web: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> =
        SOURCES.iter().map(|name| web.join(name)).filter(|path| path.exists()).collect();
    while let Some(path) = open.pop() {
        match path.is_dir() {
            true => {
                for entry in std::fs::read_dir(&path)? {
                    open.push(entry?.path());
                }
            }
            false => found.push(path),
        }
    }
    found.sort();
    Ok(found)
}
