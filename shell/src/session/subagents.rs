//! Reads the transcripts of a session's subagents.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sprag_core::activity::facts::Facts;
use sprag_core::activity::own_check::OwnCheck;
use sprag_core::activity::work::Work;
use sprag_core::hosts::transcript::{Chain, Scan, Wanted};
use sprag_core::limits::SUBAGENTS_MAX;

use crate::session::transcript;
use crate::system::deadline::Deadline;

/// Takes what the subagents of the turn did into its facts. They have transcripts of their own, in
/// a folder beside that of the session.
pub(crate) fn merge(
    facts: &mut Facts,
    transcript: &Path,
    own: Option<&OwnCheck>,
    deadline: Deadline,
) {
    merge_from(facts, transcript, |path, prompt| {
        let scan = Scan::begin(Wanted::Prompt(prompt.into()), Chain::Side).with_work(own.cloned());
        let facts = transcript::facts(path, scan, deadline, |_| {});
        facts.turn.map(|_| facts.work.unwrap_or_else(Work::unknown))
    });
}

/// The same, where `read` says what the subagent of a transcript did for a prompt.
pub(crate) fn merge_from(
    facts: &mut Facts,
    transcript: &Path,
    mut read: impl FnMut(&Path, &str) -> Option<Work>,
) {
    let (Some(work), Some(turn)) = (&mut facts.work, &facts.turn) else { return };
    let prompts = || turn.continued.iter().chain(&turn.prompt);
    if !work.has_subagents() || prompts().next().is_none() {
        return;
    }
    match files(&transcript.with_extension("").join("subagents")) {
        Ok(files) if files.len() <= SUBAGENTS_MAX => {
            // Who was sent another message went on under another prompt of the turn.
            let mut read = |path: PathBuf| {
                let parts = prompts().filter_map(|prompt| read(&path, prompt));
                parts.reduce(|mut newer, older| {
                    newer.extend_older(older);
                    newer
                })
            };
            work.merge_subagents(files.into_iter().filter_map(&mut read).collect());
        }
        Ok(_) => work.miss_some(),
        // Without the folder, what they did stays unseen.
        Err(_) => {}
    }
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if name.to_str().is_some_and(|name| name.starts_with("agent-") && name.ends_with(".jsonl"))
        {
            files.push(folder.join(name));
        }
    }
    files.sort();
    Ok(files)
}
