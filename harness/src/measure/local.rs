//! The built-in judge, with weights that have not seen the session.

use sprag_core::checks::score::Threshold;
use sprag_core::checks::verdict::Pass;
use sprag_core::decision::decide::Judged;
use sprag_core::decision::plan::Plan;
use sprag_core::judge::local::{Question, opinion};
use sprag_core::settings::Choice;
use sprag_core::settings::Settings;

use super::judge::Judge;
use super::label::Label;
use crate::given;
use crate::train::Unseen;

/// The built-in judge, as the hook asks it.
#[derive(Clone, Debug)]
pub struct Local {
    /// The weights of each label.
    pub unseen: Unseen,
    /// From which score on a claim counts.
    pub claim: Threshold,
}

impl Judge for Local {
    fn score(&self, label: &Label, question: &str) -> Option<f64> {
        let text = label.final_text.as_deref()?;
        let asked = Question::ALL.into_iter().find(|asked| asked.name() == question)?;
        Some(opinion(&self.unseen.weights(&label.id)?, text)?.of(asked).number())
    }

    fn claim(&self) -> Threshold {
        self.claim
    }

    fn answer(&self, plan: &mut Plan, label: &Label, text: &str) -> Result<Judged, Pass> {
        let weights = self.unseen.weights(&label.id);
        let settings = Settings { claim_local: Some(self.claim), ..given::settings(&[]) };
        let answered = Choice::Local.answer_from_built_in(weights, plan, text, &settings);
        answered.map(|(answers, _)| Judged::Answered(answers))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use sprag_core::activity::check_kind::KindSet;
    use sprag_core::checks::Finding;

    use super::super::label;
    use super::super::replay::replay;
    use super::*;
    use crate::train::{messages, own_messages};
    use crate::transcript::Transcript;

    const CLAIM: &str = "I moved the check. All tests pass.";

    fn call(id: &str, tool: &str, input: &Value) -> Value {
        json!({"type": "tool_use", "id": id, "name": tool, "input": input})
    }

    /// A project in which tests ran, and a turn that changed code and ran none.
    fn session() -> Vec<u8> {
        let result = |id: &str, output: &str| {
            let kind = "tool_result";
            json!([{"type": kind, "tool_use_id": id, "content": output}])
        };
        let write =
            json!({"file_path": "/home/dev/calc/sum.ts", "content": "let a = 1;\n".repeat(9)});
        let transcript = Transcript::new()
            .prompt("p1", "does it pass?")
            .assistant_text("Looking.")
            .part(call("b1", "Bash", &json!({"command": "bun test"})))
            .user(result("b1", " 12 pass\n 0 fail\n"), json!({"toolUseResult": {"stdout": "ok"}}))
            .assistant_text("It does.")
            .prompt("p2", "move the check")
            .assistant_text("On it.")
            .part(call("w1", "Write", &write))
            .user(result("w1", "done"), json!({"toolUseResult": {"type": "update"}}))
            .assistant_text(CLAIM);
        transcript.bytes().to_vec()
    }

    fn labels() -> String {
        let line = |id: &str, session: &str, text: &str| {
            let label = json!({
                "id": id, "session": session, "project": "calc", "line": 11, "final_text": text,
                "outcome": "complete", "claims_done": 1, "claims": ["tests"],
            });
            format!("{label}\n")
        };
        [line("a", "s1", CLAIM), line("b", "s2", "Fertig. Alle Tests laufen durch.")].concat()
    }

    #[test]
    fn a_claim_is_checked_against_facts_by_weights_that_have_not_seen_it() {
        let text = labels();
        let messages = messages(&text).unwrap();
        let own: Vec<_> = own_messages(messages.len()).into_iter().step_by(4).collect();
        let unseen = Unseen::learn(&messages, &own);
        let labels = label::parse(&text).unwrap();
        let found = |claim: f64, at: usize| {
            let judge = Local { unseen: unseen.clone(), claim: Threshold::of(claim).unwrap() };
            let none = KindSet::NONE;
            let replayed = replay(none, &labels[at], &session(), &judge).unwrap();
            // What it does not answer stays unjudged.
            assert_eq!(replayed.finding("promises"), Some(Finding::Unjudged));
            replayed.finding("done")
        };
        assert_eq!(found(0.5, 0), Some(Finding::Fires));
        assert_eq!(found(1.0, 0), Some(Finding::Silent));
        assert_eq!(found(0.5, 1), Some(Finding::Unjudged));
    }
}
