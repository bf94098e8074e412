//! Calls of tools with what they were given, and their outcomes.

use alloc::{format, string::String};

use serde_json::{Value, json};

use super::Transcript;

impl Transcript {
    /// Writes a message of the model that calls a tool with this input, under an id of its own.
    pub fn call(mut self, name: &str, input: Value) -> Self {
        self.calls = self.calls.saturating_add(1);
        self.message = self.message.saturating_add(1);
        let id = self.call_id();
        self.part(json!({"type": "tool_use", "id": id, "name": name, "input": input}))
    }

    /// Writes a call of the shell.
    pub fn shell(self, command: &str) -> Self {
        self.call("Bash", json!({"command": command, "description": "Runs it"}))
    }

    /// Writes the outcome of the last call, and what the host keeps of it.
    pub fn answered(self, content: Value, is_error: bool, kept: Value) -> Self {
        let id = self.call_id();
        let mut block = json!({"type": "tool_result", "tool_use_id": id, "content": content});
        if let (true, Some(block)) = (is_error, block.as_object_mut()) {
            block.insert("is_error".into(), json!(true));
        }
        let members = if kept.is_null() { json!({}) } else { json!({"toolUseResult": kept}) };
        self.user(json!([block]), members)
    }

    /// Writes that the last command printed this, and ended well.
    pub fn printed(self, output: &str) -> Self {
        let kept = json!({"stdout": output, "stderr": "", "interrupted": false, "isImage": false});
        self.answered(json!(output), false, kept)
    }

    /// Writes that the last command ended with this exit status.
    pub fn exited(self, status: u32, output: &str) -> Self {
        let shown = format!("Exit code {status}\n{output}");
        let kept = json!(format!("Error: {shown}"));
        self.answered(json!(shown), true, kept)
    }

    /// Writes that the last call was no use.
    pub fn erred(self, message: &str) -> Self {
        let kept = json!(format!("Error: {message}"));
        self.answered(json!(message), true, kept)
    }

    /// Writes that the user did not allow the last call.
    pub fn refused(self) -> Self {
        self.erred("The user doesn't want to proceed with this tool use. It was rejected.")
    }

    /// Writes that the last command goes on in the background, under this id.
    pub fn backgrounded(self, task: &str) -> Self {
        let shown =
            format!("Command running in background with ID: {task}. Output is written to a file.");
        let kept = json!({
            "stdout": "", "stderr": "", "interrupted": false, "backgroundTaskId": task,
        });
        self.answered(json!(shown), false, kept)
    }

    /// Writes that this file was edited.
    pub fn edits(self, path: &str, old: &str, new: &str) -> Self {
        self.call("Edit", json!({"file_path": path, "old_string": old, "new_string": new}))
            .answered(json!("The file has been updated."), false, json!({"filePath": path}))
    }

    /// Writes that as many lines of this file were edited.
    pub fn edits_lines(self, path: &str, lines: u32) -> Self {
        let new: String = (0..lines).map(|at| format!("let line_{at} = {at};\n")).collect();
        self.edits(path, "todo!()", &new)
    }

    /// Writes that this command was run, printed this and ended well.
    pub fn runs(self, command: &str, output: &str) -> Self {
        self.shell(command).printed(output)
    }

    fn call_id(&self) -> String {
        format!("toolu_call_{}", self.calls)
    }
}
