//! Bulk reads.

use serde_json::value::RawValue;
use sprag_core::host::Host;
use sprag_core::reads::{
    Asked, Call, Measured, Meter, Outcome, ReadSettings, Stat, State, Tool, Version, ask, decide,
};

fn tool(name: &str, input: &str) -> Tool {
    let input: Box<RawValue> = serde_json::from_str(input).expect("it is JSON");
    Tool::parse(name, &input).expect("it may read")
}

fn asked(tool: &Tool, settings: &ReadSettings) -> Option<Asked> {
    let (cwd, home) = (Some("/home/dev/rocket"), Some("/home/dev"));
    ask(&Call { host: Host::Claude, tool, agent: None, cwd, home }, settings)
}

fn outcome(asked: &Asked, content: &[u8], settings: &ReadSettings) -> Outcome {
    let measured: Vec<Option<Measured>> = asked
        .files
        .iter()
        .map(|file| {
            let version = Version { bytes: content.len() as u64, modified_ns: 1 };
            let stat = Stat { path: file.path.clone(), version };
            let mut meter = Meter::new(asked, file, stat, settings);
            for piece in content.chunks(64 << 10).chain([&[][..]]) {
                if meter.is_known() {
                    break;
                }
                meter.feed(piece);
            }
            Some(meter.finish())
        })
        .collect();
    decide(asked, &measured, &State::default(), settings, 0)
}

#[test]
fn a_whole_file_beyond_the_threshold_is_denied() {
    let settings = ReadSettings::default();
    for (name, input) in
        [("Read", r#"{"file_path":"a.txt"}"#), ("Bash", r#"{"command":"cat a.txt"}"#)]
    {
        let tool = tool(name, input);
        let asked = asked(&tool, &settings).expect("a file is asked for");
        assert_eq!(asked.files[0].path, "/home/dev/rocket/a.txt");
        assert_eq!(outcome(&asked, "x\n".repeat(350).as_bytes(), &settings).denial, None);
        let denial = outcome(&asked, "x\n".repeat(351).as_bytes(), &settings).denial;
        println!("{}", denial.expect("it is too large").reason);
    }
}
