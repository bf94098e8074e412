//! What a program or a service answers.
use serde_json::{Value, json};
use sprag_core::worker::{Failure, Reply, anthropic, claude, codex};

fn envelope() -> Value {
    json!({
        "type": "result", "subtype": "success", "is_error": false, "stop_reason": "end_turn",
        "result": "    indented\n", "total_cost_usd": 0.0021,
        "usage": {"input_tokens": 10, "cache_read_input_tokens": 300,
                  "cache_creation_input_tokens": 90, "output_tokens": 25},
        "modelUsage": {"claude-haiku-5-5": {"inputTokens": 10}},
    })
}

fn of_claude(code: i32, stdout: &str) -> Result<Reply, Failure> {
    claude::reply(Some(code), stdout.as_bytes(), b"boom\n")
}

#[test]
fn the_answer_of_claude_and_what_it_reports() {
    let expected = Reply {
        text: "    indented\n".into(),
        model: Some("claude-haiku-5-5".into()),
        input_tokens: Some(400),
        output_tokens: Some(25),
        cost_usd: Some(0.0021),
        is_cut: false,
    };
    assert_eq!(of_claude(0, &format!("{}\n", envelope())), Ok(expected.clone()));
    assert_eq!(of_claude(1, &envelope().to_string()), Ok(expected), "the answer counts");
    let mut cut = envelope();
    cut["stop_reason"] = json!("max_tokens");
    assert!(of_claude(0, &cut.to_string()).unwrap().is_cut);
}

#[test]
fn what_is_not_an_answer_of_claude_says_why() {
    let mut error = envelope();
    error["is_error"] = json!(true);
    error["result"] = json!("Not logged in \u{b7} Please run /login");
    let mut blank = envelope();
    blank["result"] = json!("  \n");
    let mut turns = envelope();
    turns["subtype"] = json!("error_max_turns");
    turns.as_object_mut().unwrap().remove("result");
    for (code, stdout, said) in [
        (1, String::new(), "claude exited with 1: boom"),
        (1, " \n".into(), "claude exited with 1: boom"),
        (0, String::new(), "claude answered in an unexpected form: "),
        (0, "<html>".into(), "claude answered in an unexpected form: <html>"),
        (0, "[1]".into(), "claude answered in an unexpected form: [1]"),
        (
            0,
            error.to_string(),
            "the worker returned an error: Not logged in \u{b7} Please run /login",
        ),
        (0, blank.to_string(), "the worker returned an error: success"),
        (0, turns.to_string(), "the worker returned an error: error_max_turns"),
        (0, "{}".into(), "the worker returned an error: no text in its answer"),
    ] {
        assert_eq!(of_claude(code, &stdout).unwrap_err().to_string(), said);
    }
}

fn of_codex(code: i32, lines: &[Value]) -> Result<Reply, Failure> {
    let stdout: String = lines.iter().map(|line| format!("{line}\n")).collect();
    codex::reply(Some(code), stdout.as_bytes(), b"boom\n")
}

fn message(text: &str) -> Value {
    json!({"type": "item.completed", "item": {"type": "agent_message", "text": text}})
}

fn completed() -> Value {
    json!({"type": "turn.completed", "usage": {"input_tokens": 40, "cached_input_tokens": 30,
                                               "output_tokens": 20}})
}

/// As version 0.171.0 writes them.
#[test]
fn the_last_message_of_codex_is_the_answer() {
    let warning = json!({"type": "item.completed",
                         "item": {"type": "error", "message": "an unknown setting"}});
    let lines = [
        json!({"type": "thread.started"}),
        warning,
        message("First."),
        message("Last."),
        completed(),
    ];
    let reply = of_codex(0, &lines).unwrap();
    assert_eq!((reply.text.as_str(), reply.input_tokens), ("Last.", Some(40)));
    assert_eq!((reply.output_tokens, reply.cost_usd, reply.model), (Some(20), None, None));
    let noisy = format!("WARNING: x\n{}\n{}", message("a"), completed());
    assert_eq!(codex::reply(Some(0), noisy.as_bytes(), b"").unwrap().text, "a");
}

#[test]
fn what_is_not_an_answer_of_codex_says_why() {
    let failed = json!({"type": "turn.failed", "error": {"message": "no credit"}});
    let error = json!({"type": "error", "message": "retrying"});
    for (code, lines, said) in [
        (1, vec![failed.clone()], "the worker returned an error: no credit"),
        (1, vec![message("half"), failed], "the worker returned an error: no credit"),
        (1, vec![error.clone()], "the worker returned an error: retrying"),
        (1, vec![message("half")], "codex exited with 1: boom"),
        (1, vec![], "codex exited with 1: boom"),
        (0, vec![completed()], "codex answered in an unexpected form: "),
        (0, vec![message(" ")], "codex answered in an unexpected form: "),
    ] {
        let said_of = of_codex(code, &lines).unwrap_err().to_string();
        assert!(said_of.starts_with(said), "{said_of}");
    }
    assert_eq!(of_codex(0, &[error, message("a"), completed()]).unwrap().text, "a", "it recovered");
    assert_eq!(of_codex(0, &[message("a")]).unwrap().text, "a");
}

fn of_api(value: &Value) -> Result<Reply, Failure> {
    anthropic::reply(200, value.to_string().as_bytes())
}

#[test]
fn the_answer_of_the_messages_api_and_what_it_reports() {
    let mut value = json!({
        "type": "message", "model": "claude-haiku-5-5-20261001", "stop_reason": "end_turn",
        "content": [{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "a"},
                    {"type": "text", "text": "b"}],
        "usage": {"input_tokens": 5, "cache_read_input_tokens": 2, "output_tokens": 3},
    });
    let reply = of_api(&value).unwrap();
    assert_eq!((reply.text.as_str(), reply.input_tokens, reply.is_cut), ("ab", Some(7), false));
    assert_eq!(reply.model.as_deref(), Some("claude-haiku-5-5-20261001"));
    assert_eq!(reply.cost_usd, None, "the service names no price");
    value["stop_reason"] = json!("max_tokens");
    assert!(of_api(&value).unwrap().is_cut);
    value["stop_reason"] = json!("refusal");
    assert_eq!(of_api(&value), Err(Failure::Refused("the model declined to answer".into())));
    value["stop_reason"] = json!("end_turn");
    value["content"] = json!([{"type": "tool_use"}]);
    assert_eq!(of_api(&value), Err(Failure::Refused("no text in its answer".into())));
}

#[test]
fn what_the_messages_api_refuses_is_said_in_its_words() {
    let body = json!({"type": "error", "error": {"message": "Overloaded\n\u{1b}[31m"}}).to_string();
    for (status, body, said) in [
        (529, body.as_str(), "the API answered 529: Overloaded  [31m"),
        (401, "no", "the API answered 401: no"),
        (302, "", "the API answered 302: "),
        (200, "[]", "the Messages API answered in an unexpected form: []"),
    ] {
        assert_eq!(anthropic::reply(status, body.as_bytes()).unwrap_err().to_string(), said);
    }
    let long = "x".repeat(5_000);
    let said = anthropic::reply(500, long.as_bytes()).unwrap_err().to_string();
    assert!(said.len() < 500, "{}", said.len());
}
