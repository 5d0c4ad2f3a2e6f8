//! `dist`: packs a release into one tar.gz, the same bytes whenever the same things go in.
//!
//! May touch: the command that is packed (it prints its completions and writes its manual pages), cargo's
//! metadata, the folders of dependencies, the archive. Knows nothing of the other crates.
//!
//!     dist --binary FILE --to FOLDER [--time SECONDS]

mod archive;
mod contents;
mod licence;

use archive::Archive;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    binary: PathBuf,
    to: PathBuf,
    /// The time of every file in the archive, in seconds since 1970.
    time: u64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    match understand(&arguments).map_err(|line| (2, line)).and_then(|a| pack(&a).map_err(|line| (1, line))) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err((status, line)) => {
            eprintln!("xtask: {line}");
            ExitCode::from(status)
        }
    }
}

fn understand(arguments: &[String]) -> Result<Asked, String> {
    let (mut binary, mut to, mut time) = (None, None, 0);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--binary" => binary = Some(PathBuf::from(value()?)),
            "--to" => to = Some(PathBuf::from(value()?)),
            "--time" => {
                let given = value()?;
                time =
                    given.parse().map_err(|_| format!("--time needs seconds since 1970, got \"{given}\""))?;
            }
            other => return Err(format!("dist does not know \"{other}\"")),
        }
    }
    match (binary, to) {
        (Some(binary), Some(to)) => Ok(Asked { binary, to, time }),
        _ => Err("dist needs --binary FILE and --to FOLDER".to_owned()),
    }
}

/// Writes the archive and its checksum; says what they are.
fn pack(asked: &Asked) -> Result<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = host()?;
    let licences = licence::of_dependencies(&root, &target)?;
    let name = format!("houseway-{}-{target}", env!("CARGO_PKG_VERSION"));
    let contents = contents::of(&root, &asked.binary, &asked.to, &licences)?;
    let (files, packed) = (contents.len(), Archive { name: &name, time: asked.time }.bytes(contents)?);
    let path = asked.to.join(format!("{name}.tar.gz"));
    let sum = archive::sum(&packed);
    let write = |path: &Path, bytes: &[u8]| {
        std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    write(&path, &packed)?;
    write(&asked.to.join(format!("{name}.tar.gz.sha256")), format!("{sum}  {name}.tar.gz\n").as_bytes())?;
    Ok(format!("{}: {files} files, {} bytes, SHA-256 {sum}\n", path.display(), packed.len()))
}

/// What this machine is called by rustc.
fn host() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().map_err(|error| format!("rustc -vV: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_or_named() {
        let read = |line: &str| understand(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let asked = Asked { binary: "b".into(), to: "d".into(), time: 7 };
        assert_eq!(read("--binary b --to d --time 7"), Ok(asked));
        for (line, why) in [
            ("--binary b", "--to FOLDER"),
            ("--to", "needs a value"),
            ("--binary b --to d --time soon", "\"soon\""),
            ("--fast", "\"--fast\""),
        ] {
            assert!(read(line).expect_err(line).contains(why), "{line}");
        }
    }
}
