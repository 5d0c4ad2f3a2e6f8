//! Embeds the web app that `cargo xtask` built in `web/dist`, if it is of the sources that are there; otherwise none,
//! and the house serves its small page.

mod fresh;

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let web = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("../../web").canonicalize()?;
    let dist = web.join("dist");
    // Cargo looks at what is there: a folder that comes later would not be seen.
    std::fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed={}", dist.display());
    for source in fresh::SOURCES {
        let path = web.join(source);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let stamp = std::fs::read_to_string(web.join(fresh::STAMP)).unwrap_or_default();
    let mut app = Vec::new();
    if stamp.trim() == fresh::imprint(&web)? {
        collect(&dist, &dist, &mut app)?;
        app.sort();
    }
    let mut list = String::from("&[\n");
    for (name, path) in &app {
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),")?;
    }
    list.push_str("]\n");
    std::fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("app.rs"), list)?;
    Ok(())
}

/// Every file of a folder by its name in the app; what a name begins with a dot is not of it.
fn collect(dist: &Path, folder: &Path, app: &mut Vec<(String, PathBuf)>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(dist, &path, app)?;
        } else if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            let name = path.strip_prefix(dist)?.to_string_lossy().replace('\\', "/");
            app.push((name, path));
        }
    }
    Ok(())
}
