//! The records of a transcript's last turn, to be cut and spliced.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString as _},
    vec::Vec,
};

use serde_json::{Value, json};

use crate::reader;

/// A transcript whose last turn can be changed.
#[derive(Clone, Debug)]
pub struct Tape {
    /// What lies before the turn.
    before: Vec<u8>,
    records: Vec<Value>,
}

/// A tool call of the turn, and its outcome.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) input: Value,
    pub(super) tool: String,
    /// The index of the record that holds the call.
    pub(super) record: usize,
    /// The index of the record that holds its result.
    pub(super) result: usize,
    pub(super) output: String,
    has_failed: bool,
}

/// What reads a command line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Shell {
    Posix,
    PowerShell,
}

/// Where a record holds its blocks, and a block its id.
const CONTENT: &str = "/message/content";
const CALL_ID: &str = "/id";
const RESULT_ID: &str = "/tool_use_id";

/// Tools that change a file.
const EDITORS: [&str; 4] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/// Languages that checks are written for. A script or a setting may have none.
const CODE: [&str; 22] = [
    ".rs", ".go", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".py", ".rb", ".java", ".kt", ".swift",
    ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".php", ".scala", ".ex", ".vue",
];

/// So few lines may change unchecked.
const SMALL_LINES_MAX: usize = 2;

/// What the host says where the user turned a call down.
const REFUSED: [&str; 2] = ["The user doesn't want to", "[Request interrupted by user"];

impl Tape {
    /// Returns the transcript, unless its turn is not found or holds a line that is no object.
    #[must_use]
    pub fn of(transcript: &[u8]) -> Option<Self> {
        let lines = reader::lines(transcript);
        let count = u64::try_from(lines.len()).ok()?;
        let first = reader::last_turn(transcript, None).turn?.first.number(count);
        let first = usize::try_from(first).ok()?.checked_sub(1)?;
        let (before, turn) = lines.split_at_checked(first)?;
        let records = turn.iter().map(|line| serde_json::from_slice(line).ok());
        let mut joined = before.join(&b'\n');
        if !before.is_empty() {
            joined.push(b'\n');
        }
        Some(Self { before: joined, records: records.collect::<Option<_>>()? })
    }

    /// Returns the transcript.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.before.clone();
        for record in &self.records {
            bytes.extend_from_slice(record.to_string().as_bytes());
            bytes.push(b'\n');
        }
        bytes
    }

    /// Returns whether the turn can show whether a mistake is noticed: it changed more than a few
    /// lines of code by itself, as what subagents did lies elsewhere, and the user turned no call
    /// down, as they know then what was not done.
    #[must_use]
    pub fn can_show(&self) -> bool {
        let calls = self.calls();
        let has_agents = calls.iter().any(|call| ["Task", "Agent"].contains(&&*call.tool));
        let is_refused = calls.iter().any(Call::is_refused);
        !has_agents && !is_refused && self.is_substantial_after(|_| false)
    }

    /// Returns whether more than a few lines of code changed after the last of these calls.
    pub(super) fn is_substantial_after(&self, is_one: impl Fn(&Call) -> bool) -> bool {
        let calls = self.calls();
        let after = calls.iter().rposition(is_one).map_or(0, |at| at.saturating_add(1));
        let edits = calls.iter().skip(after).filter(|call| call.is_edit());
        edits.map(Call::lines).sum::<usize>() > SMALL_LINES_MAX
    }

    /// Returns the calls of the session's own conversation that have a result, in order.
    pub(super) fn calls(&self) -> Vec<Call> {
        let mut calls = Vec::new();
        for (at, record) in self.records.iter().enumerate() {
            if record.get("isSidechain").and_then(Value::as_bool) == Some(true) {
                continue;
            }
            for block in
                blocks(record).iter().filter(|block| word(block, "/type") == Some("tool_use"))
            {
                calls.extend(self.call(at, block));
            }
        }
        calls
    }

    fn call(&self, record: usize, block: &Value) -> Option<Call> {
        let id = word(block, "/id")?;
        let is_result = |block: &&Value| word(block, RESULT_ID) == Some(id);
        let (result, answer) = self.records.iter().enumerate().find_map(|(at, record)| {
            blocks(record).iter().find(is_result).map(|answer| (at, answer))
        })?;
        Some(Call {
            id: id.to_owned(),
            input: block.get("input")?.clone(),
            tool: word(block, "/name")?.to_owned(),
            record,
            result,
            output: text(answer.get("content")),
            has_failed: answer.get("is_error").and_then(Value::as_bool) == Some(true),
        })
    }

    /// Returns the tape without these calls, their results, and what told of those that went on in
    /// the background.
    pub(super) fn without(&self, ids: &[&str]) -> Self {
        let calls = self.calls();
        let is_named = |call: &&Call| ids.contains(&&*call.id);
        let tasks: Vec<&str> = calls.iter().filter(is_named).filter_map(Call::task).collect();
        let shown: Vec<&str> =
            calls.iter().filter(|call| call.shows(&tasks)).map(|call| &*call.id).collect();
        let is_one = |block: &Value| {
            let id = word(block, CALL_ID).or_else(|| word(block, RESULT_ID));
            id.is_some_and(|id| ids.contains(&id) || shown.contains(&id))
        };
        let mut tape = self.clone();
        let is_notice = |record: &Value| {
            let text = record.to_string();
            text.contains("<task-notification>") && tasks.iter().any(|task| text.contains(task))
        };
        tape.records.retain(|record| !is_notice(record));
        tape.records.retain_mut(|record| {
            let content = record.pointer_mut(CONTENT).and_then(Value::as_array_mut);
            let Some(blocks) = content else { return true };
            let before = blocks.len();
            blocks.retain(|block| !is_one(block));
            !blocks.is_empty() || before == 0
        });
        tape
    }

    /// Returns the records of these calls alone, each call before its result.
    pub(super) fn only(&self, calls: &[&Call]) -> Vec<Value> {
        let alone = |at: usize, name: &str, id: &str| {
            let mut record = self.records.get(at)?.clone();
            let blocks = record.pointer_mut(CONTENT)?.as_array_mut()?;
            blocks.retain(|block| word(block, name) == Some(id));
            Some(record)
        };
        let pairs = calls.iter().flat_map(|call| {
            [alone(call.record, CALL_ID, &call.id), alone(call.result, RESULT_ID, &call.id)]
        });
        pairs.flatten().collect()
    }

    /// Puts records before the record that holds this call.
    pub(super) fn insert_before(&mut self, id: &str, records: Vec<Value>) -> Option<()> {
        let holds =
            |record: &Value| blocks(record).iter().any(|block| word(block, CALL_ID) == Some(id));
        let at = self.records.iter().position(holds)?;
        self.records.splice(at..at, records);
        Some(())
    }

    /// Adds a call of the shell, and its empty result, after the last result.
    pub(super) fn add_command(&mut self, command: &str) -> Option<()> {
        const ID: &str = "toolu_planted";
        let last = self.calls().into_iter().max_by_key(|call| call.result)?;
        let mut records = self.only(&[&last]);
        let [call, result] = records.as_mut_slice() else { return None };
        put(call, "/message/id", json!("msg_planted"));
        put(call, "/uuid", json!("uuid-planted-1"));
        let input = json!({"command": command});
        let block = json!({"type": "tool_use", "id": ID, "name": "Bash", "input": input});
        put(call, CONTENT, json!([block]));
        put(result, "/uuid", json!("uuid-planted-2"));
        put(result, "/toolUseResult", json!({"stdout": "", "stderr": "", "interrupted": false}));
        let block = json!({"type": "tool_result", "tool_use_id": ID, "content": ""});
        put(result, CONTENT, json!([block]));
        let at = last.result.saturating_add(1);
        self.records.splice(at..at, records);
        Some(())
    }

    /// Sets what a call ran, and its outcome.
    pub(super) fn set(&mut self, call: &Call, command: &str, output: &str) {
        for block in self.records.get_mut(call.record).into_iter().flat_map(blocks_mut) {
            if word(block, CALL_ID) == Some(&*call.id) {
                put(block, "/input/command", json!(command));
            }
        }
        let Some(record) = self.records.get_mut(call.result) else { return };
        put(record, "/toolUseResult/stdout", json!(output));
        for block in blocks_mut(record) {
            if word(block, RESULT_ID) == Some(&*call.id) {
                put(block, "/content", json!(output));
            }
        }
    }
}

impl Call {
    /// Returns the command line, if the call runs one.
    pub(super) fn command(&self) -> Option<&str> {
        self.shell().and_then(|_| word(&self.input, "/command"))
    }

    /// Returns the shell that runs the command line.
    pub(super) fn shell(&self) -> Option<Shell> {
        match &*self.tool {
            "Bash" => Some(Shell::Posix),
            "PowerShell" => Some(Shell::PowerShell),
            _ => None,
        }
    }

    /// Returns the task as which it went on in the background.
    fn task(&self) -> Option<&str> {
        let id = self.output.split_once("in background with ID: ")?.1;
        id.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').next()
    }

    /// Returns whether it shows what one of these tasks printed.
    fn shows(&self, tasks: &[&str]) -> bool {
        let of = word(&self.input, "/task_id").or_else(|| word(&self.input, "/bash_id"));
        of.is_some_and(|of| tasks.contains(&of))
    }

    /// Returns whether it changed a file.
    pub(super) fn is_edit(&self) -> bool {
        EDITORS.contains(&&*self.tool) && !self.has_failed
    }

    /// Returns the path that it changed.
    pub(super) fn path(&self) -> Option<&str> {
        word(&self.input, "/file_path").or_else(|| word(&self.input, "/notebook_path"))
    }

    /// Returns whether it changed code that checks are written for.
    pub(super) fn is_code(&self) -> bool {
        self.is_edit() && self.path().is_some_and(|path| CODE.iter().any(|end| path.ends_with(end)))
    }

    fn is_refused(&self) -> bool {
        REFUSED.iter().any(|words| self.output.starts_with(words))
    }

    /// Returns how many lines of code it brought in or took out, whichever are more; empty ones and
    /// comments are none.
    fn lines(&self) -> usize {
        if !self.is_code() {
            return 0;
        }
        let texts = |one, many: &str| {
            let edits = self.input.get("edits").and_then(Value::as_array);
            let many = edits.into_iter().flatten().filter_map(|edit| word(edit, many));
            word(&self.input, one).into_iter().chain(many).flat_map(str::lines).collect()
        };
        let old: Vec<&str> = texts("/old_string", "/old_string");
        let mut new: Vec<&str> = texts("/new_string", "/new_string");
        new.extend(word(&self.input, "/content").into_iter().flat_map(str::lines));
        only_in(&new, &old).max(only_in(&old, &new))
    }
}

/// Counts the lines that say something and are not among the others.
fn only_in(lines: &[&str], others: &[&str]) -> usize {
    let is_said = |line: &str| !line.is_empty() && !line.starts_with(['#', '*', '/']);
    lines.iter().filter(|line| is_said(line.trim()) && !others.contains(line)).count()
}

fn blocks(record: &Value) -> &[Value] {
    record.pointer(CONTENT).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn blocks_mut(record: &mut Value) -> &mut [Value] {
    let content = record.pointer_mut(CONTENT).and_then(Value::as_array_mut);
    content.map_or(&mut [], Vec::as_mut_slice)
}

/// Returns the text at this place, if there is one.
fn word<'a>(value: &'a Value, at: &str) -> Option<&'a str> {
    value.pointer(at).and_then(Value::as_str)
}

/// Replaces what is at this place; what is not there stays away.
fn put(value: &mut Value, at: &str, new: Value) {
    if let Some(old) = value.pointer_mut(at) {
        *old = new;
    }
}

/// Returns the text of a result, which is a string or a list of blocks.
fn text(content: Option<&Value>) -> String {
    let parts = content.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let texts: Vec<&str> = parts.iter().filter_map(|part| word(part, "/text")).collect();
    content.and_then(Value::as_str).map_or_else(|| texts.join("\n"), ToOwned::to_owned)
}
