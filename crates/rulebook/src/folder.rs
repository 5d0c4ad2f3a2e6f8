//! Reads books from a folder on disk, for `--rulebooks DIR`. The one place in this crate with I/O.

use crate::BookFiles;
use crate::shelf::KNOWN;
use std::fs;
use std::io;
use std::path::Path;

/// Reads every sub-folder that holds a file of a book, in the order of names.
///
/// # Errors
/// A folder or file that cannot be read, or a folder without any book; the error names the path.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<BookFiles>> {
    let name =
        |path: &Path, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut books = Vec::new();
    let listed = fs::read_dir(folder).map_err(|e| name(folder, e))?;
    let mut paths: Vec<_> = listed.collect::<Result<Vec<_>, _>>().map_err(|e| name(folder, e))?;
    paths.sort_by_key(fs::DirEntry::file_name);
    for path in paths.iter().map(fs::DirEntry::path).filter(|p| p.is_dir()) {
        let mut files = Vec::new();
        let mut inside: Vec<_> = fs::read_dir(&path)
            .and_then(Iterator::collect::<io::Result<Vec<_>>>)
            .map_err(|e| name(&path, e))?;
        inside.sort_by_key(fs::DirEntry::file_name);
        // Any file of a book makes a book: one without a book.toml is then reported, not passed over.
        if !inside.iter().any(|file| KNOWN.iter().any(|known| file.file_name() == *known)) {
            continue;
        }
        for file in inside.iter().map(fs::DirEntry::path) {
            if file.extension().is_some_and(|e| e == "toml" || e == "csv") {
                let text = fs::read_to_string(&file).map_err(|e| name(&file, e))?;
                let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                files.push((file, text.into()));
            }
        }
        let id = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        books.push(BookFiles { id, origin: folder.display().to_string(), files });
    }
    if books.is_empty() {
        let reason = format!("{}: no book in it (a book is a folder with a book.toml)", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, reason));
    }
    Ok(books)
}
