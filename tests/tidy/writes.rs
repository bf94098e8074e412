//! The shell writes files in one way, and makes what is temporary in one way: then nothing is left
//! behind, nothing is readable by others, and nobody's file loses what hangs on it.
use crate::source::Source;

/// What makes, replaces or opens files, and who may do it.
const WAYS: [(&str, &[&str]); 8] = [
    ("File::create", &["shell/src/past/show_payload.rs"]),
    ("File::options", &["shell/src/system/draft.rs"]),
    ("NamedTempFile", &["shell/src/system/draft.rs"]),
    ("OpenOptions", &["shell/src/system/draft.rs", "shell/src/session/state"]),
    (".tempdir()", &["shell/src/system/scratch.rs"]),
    ("create_dir_all", &[]),
    // Into folders of `shell/src/system/scratch.rs`.
    (
        "fs::write(",
        &["shell/src/delegate/transport/codex.rs", "shell/src/past/show_payload.rs", TRIAL],
    ),
    ("fs::rename(", &["shell/src/system/scratch.rs", "shell/src/session/state"]),
];

const TRIAL: &str = "shell/src/setup/demo.rs";

/// Other ways.
fn other_ways(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.is_in(&["shell/src/"], ".rs")) {
        // Tests write as they like; they are last.
        let is_test = source.path.ends_with("/tests.rs") || source.path.ends_with("/client.rs");
        let text = source.text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for (words, files) in WAYS {
            let may = is_test || files.iter().any(|file| source.path.starts_with(file));
            if text.contains(words) && !may {
                let path = &source.path;
                faults
                    .push(format!("{path}: {words}; use shell/src/system/draft.rs or scratch.rs"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources};

    #[test]
    fn files_are_written_in_one_way() {
        none(&other_ways(&sources()));
    }

    #[test]
    fn another_way_is_refused() {
        for (words, files) in WAYS {
            let text = format!("fn a() {{ {words}; }}");
            one(&other_ways(&[Source::made("shell/src/a.rs", &text)]), words);
            let of_tests = format!("#[cfg(test)]\nmod tests {{ {text} }}");
            none(&other_ways(&[Source::made("shell/src/a.rs", &of_tests)]));
            for file in files {
                let file = format!("{}.rs", file.trim_end_matches(".rs"));
                none(&other_ways(&[Source::made(&file, &text)]));
            }
        }
    }
}
