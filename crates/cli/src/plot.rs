//! Writes a picture (being written).

use crate::answer::Failure;
use std::path::Path;

pub(crate) fn check(_path: &Path) -> Result<(), Failure> {
    Ok(())
}

pub(crate) fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    std::fs::write(path, svg).map_err(Failure::new)
}
