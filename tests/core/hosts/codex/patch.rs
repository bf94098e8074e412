//! What patches did to the code.
use serde_json::{Value, json};
use sprag_core::activity::check_kind::KindSet;
use sprag_core::activity::verification::{Changed, Verification};

use super::{file, item, last, prompt, script, started};

/// A call of the patch tool, and what it says.
fn patched(id: &str, patch: &str) -> [Value; 2] {
    let call =
        json!({"type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": id});
    let output = json!({"type": "custom_tool_call_output", "call_id": id,
        "output": "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess."});
    [item(call, Some("t")), item(output, Some("t"))]
}

fn changed(lines: &[Value]) -> Changed {
    let facts = last(&file(&[&[started("t"), prompt("Go.", Some("t"))], lines].concat()));
    Verification::after(&facts.work.unwrap(), KindSet::NONE).unwrap().changed
}

/// Who wants to commit a part of a file takes the rest out, and puts it in again.
#[test]
fn a_patch_that_puts_back_what_another_took_out_leaves_the_code_as_it_was() {
    let update = |file: &str, lines: &str| {
        format!("*** Begin Patch\n*** Update File: {file}\n@@\n a\n{lines}\n*** End Patch")
    };
    let out = patched("c1", &update("rules.ts", "-b = 1\n-c = 2\n-d = 3"));
    let back = patched("c2", &update("rules.ts", "+b = 1\n+c = 2\n+d = 3"));
    let found = changed(&[out.clone(), back].concat());
    assert_eq!((found.lines, found.undone), (0, 2));
    for (file, lines) in
        [("rules.ts", "+b = 1\n+c = 2\n+e = 3"), ("other.ts", "+b = 1\n+c = 2\n+d = 3")]
    {
        let other = patched("c2", &update(file, lines));
        let found = changed(&[out.clone(), other].concat());
        assert_eq!((found.lines, found.undone), (6, 0), "{file} {lines}");
    }
    let diff = |id: &str, diff: &str| {
        let changes = json!({"rules.ts": {"type": "update", "unified_diff": diff}});
        json!({"type": "FileChange", "id": id, "status": "completed", "changes": changes})
    };
    let both = [
        diff("exec-1", "@@ -1,3 +1,1 @@\n a\n-b = 1\n-c = 2"),
        diff("exec-2", "@@ -1 +1,3 @@\n a\n+b = 1\n+c = 2"),
    ];
    let found = changed(&script("await tools.apply_patch(x); await tools.apply_patch(y);", &both));
    assert_eq!((found.lines, found.undone), (0, 2));
}

#[test]
fn a_conflict_that_is_settled_by_keeping_both_sides_changes_no_code() {
    let patch = "*** Begin Patch\n*** Update File: sum.test.ts\n@@\n-<<<<<<< Updated upstream\n\
                 -=======\n it(\"adds\");\n->>>>>>> Stashed changes\n it(\"sums\");\n*** End Patch";
    assert_eq!(changed(&patched("c1", patch)).lines, 0);
    let code = patch.replace("-=======", "-it(\"divides\");\n-=======");
    assert_eq!(changed(&patched("c1", &code)).lines, 1);
}
