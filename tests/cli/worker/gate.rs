//! The gate for reads and the worker: the one sends to the other, and knows what it has read.

use serde_json::{Value, json};

use super::bench::Bench;

fn bench() -> Bench {
    let mut bench = Bench::new();
    bench.write("project/large.txt", "a line of a long file\n".repeat(1_200));
    bench
}

fn slice(bench: &Bench, offset: u32) -> Option<String> {
    let path = bench.path("project/large.txt");
    bench.calls("Read", &json!({"file_path": path, "offset": offset, "limit": 300}))
}

fn whole(bench: &Bench) -> Value {
    json!({"file_path": bench.path("project/large.txt")})
}

#[test]
fn a_read_that_is_held_is_sent_to_the_worker_where_there_is_one() {
    let mut bench = bench();
    let held = bench.calls("Read", &whole(&bench)).unwrap();
    assert!(held.contains("sprag read --question"), "{held}");
    bench.config("claude_bin", "no-such-program");
    let held = bench.calls("Read", &whole(&bench)).unwrap();
    assert!(!held.contains("sprag read"), "{held}");
    bench.set("SPRAG_WORKER", "anthropic").set("ANTHROPIC_API_KEY", "sk-ant-1");
    assert!(bench.calls("Read", &whole(&bench)).unwrap().contains("sprag read --question"));
    bench.set("SPRAG_WORKER_PAYLOAD", "20000");
    let held = bench.calls("Read", &whole(&bench)).unwrap();
    assert!(!held.contains("sprag read"), "it would be refused there: {held}");
}

#[test]
fn what_the_worker_has_read_may_be_read_in_slices() {
    let bench = bench();
    let held: Vec<bool> = [1, 301, 601].map(|offset| slice(&bench, offset).is_some()).to_vec();
    assert_eq!(held, [false, false, true], "the budget is spent");
    assert_eq!(bench.ask(&["large.txt"]).exit, Some(0));
    assert_eq!(slice(&bench, 601), None);
    assert!(bench.calls("Read", &whole(&bench)).is_some(), "a whole read is held all the same");
}
