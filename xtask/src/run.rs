//! Running commands: where the project is, how cargo is called, and how a task fails.
//!
//! May touch: processes, the environment, standard output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a task ended badly: its exit status, and the line to print (empty if all was said already).
#[derive(Debug)]
pub struct Failure {
    /// The exit status of `cargo xtask`.
    pub code: u8,
    /// One line for standard error, or nothing.
    pub line: String,
}

impl Failure {
    /// The arguments were wrong.
    pub fn usage(line: impl Into<String>) -> Self {
        Self { code: 2, line: line.into() }
    }

    /// The task ran and something was not as it should be.
    pub fn failed(line: impl Into<String>) -> Self {
        Self { code: 1, line: line.into() }
    }

    /// The task ran, failed, and has already printed why.
    pub fn printed() -> Self {
        Self { code: 1, line: String::new() }
    }
}

/// Refuses arguments for a task that takes none.
pub fn no_arguments(task: &str, arguments: &[String]) -> Result<(), Failure> {
    match arguments.first() {
        None => Ok(()),
        Some(first) => Err(Failure::usage(format!("{task} takes no arguments, got \"{first}\""))),
    }
}

/// The folder of the workspace.
///
/// Cargo says at run time where xtask is; asking at compile time would name the wrong checkout when two
/// of them share a target folder.
pub fn root() -> Result<PathBuf, Failure> {
    if let Some(xtask) = std::env::var_os("CARGO_MANIFEST_DIR")
        && let Some(root) = Path::new(&xtask).parent()
        && root.join("Cargo.toml").is_file()
    {
        return Ok(root.to_path_buf());
    }
    let here = std::env::current_dir().map_err(|e| Failure::failed(format!("no current folder: {e}")))?;
    let root = here.ancestors().find(|folder| folder.join("xtask/Cargo.toml").is_file());
    root.map(Path::to_path_buf).ok_or_else(|| {
        Failure::failed(format!("{} is not inside the project: no xtask/Cargo.toml above it", here.display()))
    })
}

/// Cargo, in the project's folder: the very cargo that started us, so the toolchain is the same.
pub fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    // What cargo told this task of itself is not for others: a build script that looks at it (ring's does)
    // would run again, and much be built again, whenever cargo is called now directly and now from here.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(&name);
        }
    }
    command.current_dir(root).args(arguments);
    command
}

/// Builds the `houseway` command for tests, and says where it is. Together with all tests: alone it would
/// have other features than in the Rust tests, and nearly everything would be built a second time.
pub fn build_for_tests(root: &Path) -> Result<PathBuf, Failure> {
    run(&mut cargo(root, &["build", "--workspace", "--bin", "houseway", "--tests", "--locked"]))?;
    Ok(houseway(root, "debug"))
}

/// Where cargo puts the `houseway` command, built with a profile (`debug`, `release`).
pub fn houseway(root: &Path, profile: &str) -> PathBuf {
    built(root, profile, "houseway")
}

/// The folder that cargo builds in.
pub fn target(root: &Path) -> PathBuf {
    // Cargo runs in the project's folder, so a relative target folder starts there.
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    root.join(target)
}

/// Where cargo puts a command.
pub fn built(root: &Path, profile: &str, name: &str) -> PathBuf {
    target(root).join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Whether the project has a crate of this name yet.
pub fn has_crate(root: &Path, name: &str) -> bool {
    root.join("crates").join(name).join("Cargo.toml").is_file()
}

/// Git, in the project's folder.
pub fn git(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(root).args(arguments);
    command
}

/// Runs a command with our own input and output; its exit status becomes ours.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    // What we have printed must come before what the command prints.
    let _ = std::io::stdout().flush();
    let line = in_words(command);
    let status = command.status().map_err(|e| Failure::failed(format!("`{line}` did not start: {e}")))?;
    if status.success() {
        return Ok(());
    }
    let code = status.code().and_then(|c| u8::try_from(c).ok()).unwrap_or(1);
    Err(Failure { code, line: format!("`{line}` ended with {status}") })
}

/// Whether a command runs and succeeds; it prints nothing.
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

/// What a command prints on standard output, if it succeeds.
pub fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let line = in_words(command);
    let output = command.output().map_err(|e| Failure::failed(format!("`{line}` did not start: {e}")))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("it said nothing");
    Err(Failure::failed(format!("`{line}` ended with {}: {said}", output.status)))
}

/// Prints to standard output. A reader that went away (`cargo xtask clauses | head`) is no fault of ours.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// A command as one would type it; cargo's full path would only be noise.
fn in_words(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let mut words = vec![program.to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|a| a.to_string_lossy().into_owned()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_passes_its_status_on_and_is_named() {
        let failure = run(Command::new("sh").args(["-c", "exit 7"])).expect_err("it exits 7");
        assert_eq!(failure.code, 7);
        assert!(failure.line.contains("`sh -c exit 7`"), "{}", failure.line);
    }

    #[test]
    fn a_missing_command_is_named() {
        let failure = run(&mut Command::new("no-such-command-here")).expect_err("it does not exist");
        assert_eq!(failure.code, 1);
        assert!(failure.line.contains("`no-such-command-here` did not start"), "{}", failure.line);
    }

    #[test]
    fn output_is_kept() {
        let said = output(Command::new("sh").args(["-c", "echo two lots"])).expect("echo works");
        assert_eq!(said, b"two lots\n");
    }
}
