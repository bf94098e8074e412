//! `sprag config`: the settings as they hold here, and where each comes from.

use std::path::PathBuf;

use lexopt::{Arg, Parser};
use serde::Serialize;
use sprag_core::security::trust::Doubt;
use sprag_core::settings::Name;
use sprag_core::settings::effective::{Found, Report, markdown, other_tool_markdown};
use sprag_core::settings::other_tool::OtherTool;
use sprag_core::worker::shown::{guard_json, guard_name};

use crate::session::arguments;
use crate::session::run_environment::RunEnvironment;
use crate::system::files::read_text_if_present;
use crate::system::terminal::{Fault, columns, say};

pub(crate) const HELP: &str = "\
sprag config [--json] [--table] [--as TOOL] [OPTION...]

Prints every setting's value and where it comes from, and what was ignored and
why. Options of `sprag hook` work as they do there. For the key it only says
whether there is one.

  --json   print one JSON object
  --table  print a Markdown table of all settings; with --as, of that tool's
           variables
  --as T   as if the hook replaced stingray, belay or shuntkit
";

/// The settings and what else a run finds around it, as `--json` prints it.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    report: Report,
    key: Option<String>,
    config_file: Option<String>,
    state_folder: Option<String>,
}

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let mut given = Vec::new();
    let (mut is_json, mut is_table) = (false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("json") => is_json = true,
            Arg::Long("table") => is_table = true,
            Arg::Long(option) => {
                let Some(name) = arguments::setting(option) else {
                    return Err(argument.unexpected().into());
                };
                given.push(arguments::given(name, &mut parser)?);
            }
            Arg::Short(_) | Arg::Value(_) => return Err(argument.unexpected().into()),
        }
    }
    if is_table {
        return say(&OtherTool::named(&given).map_or_else(markdown, other_tool_markdown));
    }
    let environment = RunEnvironment::look(given);
    let shown = Shown {
        report: report(&environment)?,
        key: key_source(&environment),
        config_file: config_file(&environment).map(|file| file.display().to_string()),
        state_folder: environment.state_folder.as_ref().map(|path| path.display().to_string()),
    };
    if is_json {
        return say(&[guard_json(&serde_json::to_string_pretty(&shown)?).as_str(), "\n"].concat());
    }
    say(&text(&shown))
}

/// Returns what holds, and what did not count.
pub(crate) fn report(environment: &RunEnvironment) -> Result<Report, Fault> {
    let other_tool =
        OtherTool::named(&environment.given).into_iter().flat_map(OtherTool::variables);
    let variables = &environment.variables;
    let is_set = |name: &&str| variables.get_os(name).is_some_and(|value| !value.is_empty());
    let seed_variables: Vec<&str> =
        other_tool.map(|variable| variable.name).filter(is_set).collect();
    let found = Found {
        given: &environment.given,
        translated: &environment.translated,
        config: environment.config,
        doubts: &doubts(environment),
        unknown_keys: &unknown_keys(environment),
        seed_variables: &seed_variables,
        ignored_keys: &environment.ignored_keys(),
        odd_check: environment.own_check().err(),
    };
    Ok(found.report())
}

/// Returns where the judge's key is, if there is one.
pub(crate) fn key_source(environment: &RunEnvironment) -> Option<String> {
    let places = environment.key_places();
    places.into_iter().find(|place| !place.text.trim().is_empty()).map(|place| place.name)
}

fn config_file(environment: &RunEnvironment) -> Option<PathBuf> {
    environment.config_folder.as_ref().map(|folder| folder.join("config.toml"))
}

/// Returns each `config.toml` that has only the word of a variable, and why.
fn doubts(environment: &RunEnvironment) -> Vec<(String, Doubt)> {
    let files = environment.config_files.iter();
    files.filter_map(|file| Some((file.path.display().to_string(), file.doubt?))).collect()
}

/// Returns the keys of `config.toml` that name no setting.
fn unknown_keys(environment: &RunEnvironment) -> Vec<String> {
    let mut unknown = Vec::new();
    for file in &environment.config_files {
        let text = read_text_if_present(&file.path).ok().flatten().unwrap_or_default();
        let table = text.parse::<toml::Table>().unwrap_or_default();
        unknown.extend(table.keys().filter(|key| Name::from_key(key).is_none()).cloned());
    }
    unknown
}

fn text(shown: &Shown) -> String {
    let mut rows = vec![["key", "value", "from"].map(String::from)];
    for setting in &shown.report.settings {
        // A repository's settings may have said it.
        rows.push([setting.key.into(), guard_name(&setting.value), guard_name(&setting.from)]);
    }
    let key = shown.key.as_ref().map_or("absent", |_| "present");
    rows.push(["(the judge's key)".into(), key.into(), shown.key.clone().unwrap_or_default()]);
    let mut text = columns(&rows);
    let problems = shown.report.settings.iter().filter_map(|setting| {
        setting.problem.as_ref().map(|problem| format!("{}: {problem}", setting.key))
    });
    section(&mut text, "Odd:", problems.chain(shown.report.problems.iter().cloned()));
    section(&mut text, "Without effect:", shown.report.ignored.iter().cloned());
    let place =
        |path: &Option<String>| path.as_deref().map_or_else(|| "none: no home".into(), guard_name);
    text.push_str(&format!("\nconfig.toml  {}\n", place(&shown.config_file)));
    text.push_str(&format!("state        {}\n", place(&shown.state_folder)));
    text
}

fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    for (number, line) in lines.enumerate() {
        if number == 0 {
            text.push_str(&["\n", title, "\n"].concat());
        }
        text.push_str(&["  ", &guard_name(&line), "\n"].concat());
    }
}
