//! Writes a picture to a file: SVG as it is, or drawn as PNG.
//!
//! May touch the file that is named and a temporary one beside it. The font inside the program is
//! read only when a PNG is drawn; fonts of the computer never are, so a picture is the same anywhere.

use crate::answer::Failure;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// What a picture can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
}

/// How many names for a temporary file are tried.
const NAMES_MAX: u32 = 100;

/// Refuses a file that no picture can be written to, before anything is computed.
///
/// # Errors
/// A name that ends in neither `.svg` nor `.png`, a folder, or a file in a folder that is not there.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    kind(path)?;
    let folder = folder(path);
    if !folder.is_dir() {
        return Err(Failure::one(format!("--plot is {path:?}, but there is no folder {folder:?}")));
    }
    if path.is_dir() {
        return Err(Failure::one(format!("--plot is {path:?}, which is a folder; expected a file")));
    }
    // A folder that cannot be written to is better found out now than after the work.
    let probe = beside(path).and_then(|(beside, _)| fs::remove_file(beside));
    forget();
    probe.map_err(|error| Failure::one(format!("cannot write {path:?}: {error}")))
}

/// The temporary file that is being written, for whoever interrupts.
static PART: Mutex<Option<PathBuf>> = Mutex::new(None);

fn part() -> MutexGuard<'static, Option<PathBuf>> {
    PART.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn forget() {
    *part() = None;
}

/// From now on an interruption removes what is half written and ends the program.
///
/// # Errors
/// A system that gives no such signals.
pub(crate) fn guard() -> Result<(), Failure> {
    let interrupted = || {
        if let Some(beside) = part().take() {
            let _ = fs::remove_file(beside);
        }
        std::process::exit(130);
    };
    ctrlc::set_handler(interrupted).map_err(|e| Failure::one(format!("cannot listen for Ctrl-C: {e}")))
}

/// Writes a picture. The file is whole or as it was before: what is half written bears another name.
///
/// # Errors
/// As [`check`]; a picture that cannot be drawn; a file that cannot be written.
pub(crate) fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    check(path)?;
    let drawn;
    let bytes = match kind(path)? {
        Kind::Svg => svg.as_bytes(),
        Kind::Png => {
            drawn = png(svg).map_err(|reason| Failure::one(format!("cannot draw {path:?}: {reason}")))?;
            &drawn
        }
    };
    replace(path, bytes).map_err(|error| Failure::one(format!("cannot write {path:?}: {error}")))
}

fn kind(path: &Path) -> Result<Kind, Failure> {
    let is = |ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
    match (is("svg"), is("png")) {
        (true, _) => Ok(Kind::Svg),
        (_, true) if !cfg!(feature = "png") => Err(Failure::one(format!(
            "--plot is {path:?}, and this build writes pictures as SVG only: expected a file ending in .svg"
        ))),
        (_, true) => Ok(Kind::Png),
        _ => Err(Failure::one(format!("--plot is {path:?}, expected a file ending in .svg or .png"))),
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>, String> {
    Err("this build writes pictures as SVG only: build it with the feature `png`".to_string())
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, String> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    let mut options = Options { font_family: "DejaVu Sans".into(), ..Options::default() };
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let mut sheet = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| format!("{} by {} is not a valid size for a picture", size.width(), size.height()))?;
    resvg::render(&tree, Transform::identity(), &mut sheet.as_mut());
    sheet.encode_png().map_err(|error| error.to_string())
}

/// Writes to a temporary file in the same folder and renames it, or removes it.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (beside, mut file) = beside(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let done = written.and_then(|()| fs::rename(&beside, path));
    if done.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    forget();
    done
}

/// A new file beside the one that is wanted: `.edges.svg.4711-0.part`.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let wanted = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..NAMES_MAX {
        let mut name = OsString::from(".");
        name.push(wanted);
        name.push(format!(".{}-{number}.part", std::process::id()));
        let beside = folder(path).join(name);
        *part() = Some(beside.clone());
        match File::create_new(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#10241c"/><text x="10" y="28" font-family="'DejaVu Sans'" font-size="20" fill="#ffffff">2.386%</text></svg>"##;

    /// A folder of its own, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("houseway-plot-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a folder");
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the folder");
            let mut names: Vec<String> =
                entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_picture_ends_in_svg_or_png() {
        for path in ["x.svg", "x.PNG", "./x.y.svg"] {
            assert!(check(Path::new(path)).is_ok(), "{path}");
        }
        for path in ["x.gif", "x", "svg", ".svg", "x.svg.gz", ""] {
            let failure = check(Path::new(path)).expect_err(path);
            let reason = failure.lines().collect::<String>();
            assert_eq!(reason, format!("--plot is \"{path}\", expected a file ending in .svg or .png"));
        }
    }

    #[test]
    fn a_folder_must_be_there_and_a_folder_is_no_file() {
        let folder = Folder::new("folders");
        let failure = check(&folder.0.join("none/x.svg")).expect_err("no folder");
        let reason = failure.lines().collect::<String>();
        assert!(reason.contains("there is no folder") && reason.contains("none"), "{reason}");
        let path = folder.0.join("x.svg");
        fs::create_dir(&path).expect("a folder");
        let failure = check(&path).expect_err("a folder");
        let reason = failure.lines().collect::<String>();
        assert!(reason.contains("which is a folder"), "{reason}");
    }

    #[test]
    fn svg_is_written_as_it_is_and_replaces_what_was_there() {
        let folder = Folder::new("svg");
        let path = folder.0.join("x.svg");
        for text in ["<svg>one</svg>", "<svg/>"] {
            write(&path, text).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("read"), text);
        }
        assert_eq!(folder.names(), ["x.svg"]);
    }

    #[cfg(feature = "png")]
    #[test]
    fn png_is_drawn_with_the_font_inside_the_program() {
        use resvg::tiny_skia::Pixmap;

        let folder = Folder::new("png");
        let path = folder.0.join("x.png");
        write(&path, PICTURE).expect("written");
        let sheet = Pixmap::load_png(&path).expect("a PNG");
        assert_eq!((sheet.width(), sheet.height()), (120, 40));
        let white = sheet.pixels().iter().filter(|p| p.red() > 200).count();
        assert!(white > 50, "{white} pixels of text");
        assert_eq!(fs::read(&path).expect("read"), png(PICTURE).expect("drawn"));
        assert_eq!(folder.names(), ["x.png"]);
    }

    #[test]
    fn a_failure_names_the_file_and_leaves_what_was_there() {
        let folder = Folder::new("failure");
        let path = folder.0.join("x.png");
        write(&path, PICTURE).expect("written");
        let before = fs::read(&path).expect("read");
        let failure = write(&path, "<svg").expect_err("no picture");
        let reason = failure.lines().collect::<String>();
        assert!(reason.starts_with("cannot draw \"") && reason.contains("x.png"), "{reason}");
        assert_eq!(fs::read(&path).expect("read"), before);
        // Renaming a file onto a folder fails after everything is written.
        let onto = folder.0.join("onto");
        fs::create_dir(&onto).expect("a folder");
        assert!(replace(&onto, b"bytes").is_err());
        assert_eq!(folder.names(), ["onto", "x.png"]);
    }

    #[test]
    fn a_temporary_name_that_is_taken_is_left_alone() {
        let folder = Folder::new("taken");
        let path = folder.0.join("x.svg");
        let (first, _) = beside(&path).expect("a file");
        write(&path, PICTURE).expect("written");
        assert!(first.exists() && path.exists());
        assert_eq!(folder.names().len(), 2);
    }
}
