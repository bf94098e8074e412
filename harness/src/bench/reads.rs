//! Rows of the gate for reads.

use core::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::{BASE, Row, c_program};

/// Returns the rows, beside `wc -l` and a C program that does the least of it.
pub(super) fn rows(folder: &Path, program: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let short = folder.join("read 1,000 lines");
    let long = folder.join("read 500 MB");
    for (file, lines) in [(&short, 1_000_u32), (&long, 500_000_000 / 50)] {
        let mut writer = BufWriter::new(File::create(file)?);
        for _ in 0..lines {
            writer.write_all(b"    let x = one_of(&the, &lines, &that, &are_read)\n")?;
        }
        writer.flush()?;
    }
    let whole = |path: &Path| {
        let members = format!(r#""Read","tool_input":{{"file_path":"{}"}}"#, path.display());
        call(folder, &members)
    };
    let shell = |command: &str, path: &Path| {
        let command =
            format!(r#""Bash","tool_input":{{"command":"{command} '{}'"}}"#, path.display());
        call(folder, &command)
    };
    let counts = c_program::build(folder, "counts", c_program::COUNTS)?;
    let c = |name, file: &Path, input: &Path| Row::of(name, &counts).on(file).reading(input);
    let wc = |name, file| Row::of(name, "/usr/bin/wc").with(&["-l"]).on(file);
    let off = |name, input: PathBuf| {
        let hook = Row::of(name, program).with(&["hook", "--home"]).on(folder).reading(&input);
        hook.knowing("HOME", folder.display().to_string())
    };
    let gate =
        |name, input| off(name, input).with(&["--checks", "reads", "--read-budget", "1000000000"]);
    let (of_short, of_long) = (whole(&short)?, whole(&long)?);
    let far = shell("sed -n 9000000,9000100p", &long)?;
    Ok(vec![
        wc("read: wc -l, 1,000 lines", &short),
        wc("read: wc -l, 500 MB", &long),
        c("read: C, 1,000 lines", &short, &of_short),
        c("read: C, 500 MB", &long, &of_long),
        off("read: off", of_short.clone()).at_most(1.5, BASE),
        gate("read: a command that shows no file", shell("git log --", &short)?).at_most(2.0, BASE),
        gate("read: 1,000 lines, denied", of_short),
        gate("read: 1,000 lines, a slice", shell("sed -n 100,200p", &short)?),
        gate("read: 500 MB, denied", of_long).at_most(2.0, "read: C, 500 MB"),
        gate("read: 500 MB, a slice", shell("sed -n 100,200p", &long)?),
        gate("read: 500 MB, its end", shell("tail -n 50", &long)?),
        gate("read: 500 MB, a slice far inside", far),
    ])
}

/// Writes the payload of a tool that is about to run. Without an id each run of it is a new call.
fn call(folder: &Path, tool: &str) -> io::Result<PathBuf> {
    let payload = format!(
        r#"{{"session_id":"reads","cwd":"{}","hook_event_name":"PreToolUse","tool_name":{tool}}}"#,
        folder.display()
    );
    let mut number = 0_u32;
    let mut path = folder.join("call.json");
    while path.exists() {
        number += 1;
        path = folder.join(format!("call-{number}.json"));
    }
    fs::write(&path, payload)?;
    Ok(path)
}
