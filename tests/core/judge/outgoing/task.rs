//! What a person typed: it leaves with consent alone.
use proptest::prelude::*;
use serde_json::json;
use sprag_core::security::redact::redact;
use sprag_core::settings::Name;
use sprag_harness::payload::Payload;
use sprag_harness::transcript::Transcript;

use super::{HOME, MARK, body_with, closing, evidence, row, secret};
use crate::long_properties;

proptest! {
    #![proptest_config(long_properties())]

    #[test]
    fn prop_the_row_of_task_is_the_start_of_the_redacted_request(
        asked in closing(),
        during in secret(),
        consent in prop::sample::select(&["on", "off", "maybe"][..]),
    ) {
        let edit = json!({"type": "tool_use", "id": "e", "name": "Edit",
                          "input": {"file_path": "/srv/a.rs", "old_string": "a",
                                    "new_string": during}});
        let done = json!([{"type": "tool_result", "tool_use_id": "e", "content": during}]);
        let transcript = Transcript::new().prompt("p0", &during).prompt("p1", &asked);
        let transcript = transcript.part(edit).user(done, json!({}));
        let body = body_with(&[(Name::SendTask, consent)], &Payload::stop(), &transcript);
        let start: String = redact(&asked, &HOME).chars().take(1_500).collect();
        let expected = (consent == "on").then(|| format!("the user asked: {}", start.trim()));
        for (id, fields) in evidence(&body) {
            let task = fields.get("task").map(|text| text.as_str().unwrap().to_owned());
            let carries = row(&id).contains(&"run");
            prop_assert_eq!(task, expected.clone().filter(|_| carries), "{}", id);
        }
        prop_assert!(!body.contains(MARK), "{body}");
    }
}
