//! Programs in C that do the least of what the hook has to do.

use core::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Ends.
pub(super) const EXITS: &str = "int main(void) { return 0; }\n";

/// Takes the payload, counts lines up to the threshold, ends.
pub(super) const COUNTS: &str = r"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
static char piece[65536];
int main(int count, char **words) {
    while (read(0, piece, sizeof piece) > 0) {}
    int file = open(words[1], O_RDONLY);
    long lines = 0, length;
    while (lines <= 350 && (length = read(file, piece, sizeof piece)) > 0)
        for (char *at = piece; (at = memchr(at, 10, piece + length - at)); at++) lines++;
    if (lines > 350) write(1, piece, 1);
    return 0;
}
";

/// Builds a program into a folder.
pub(super) fn build(folder: &Path, name: &str, source: &str) -> Result<PathBuf, Box<dyn Error>> {
    let program = folder.join(name);
    let file = folder.join(name).with_extension("c");
    fs::write(&file, source)?;
    let built = Command::new("cc").args(["-O2", "-w", "-o"]).arg(&program).arg(&file).status()?;
    if !built.success() {
        return Err(format!("cc cannot build {}", file.display()).into());
    }
    Ok(program)
}
