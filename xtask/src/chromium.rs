//! The browser that tests drive: Debian's Chromium.
//!
//! May touch: the search path; installs the package if it is not there and it may.

use crate::apt;
use crate::run::Failure;
use std::path::PathBuf;

/// Where Chromium is.
pub fn ensure() -> Result<PathBuf, Failure> {
    apt::ensure("chromium", || apt::program("chromium"))
}
