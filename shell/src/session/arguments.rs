//! The command line of a hook entry.

use lexopt::{Arg, Parser, ValueExt as _};
use sprag_core::hosts::host::Host;
use sprag_core::settings::hook_file::{HOOK, OF, PROGRAM};
use sprag_core::settings::{Given, Name, Source, TABLE};

/// What the hook's own command line says.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) host: Option<Host>,
    pub(crate) given: Vec<Given>,
}

impl Arguments {
    pub(crate) fn parse(mut parser: Parser) -> Result<Self, lexopt::Error> {
        let mut arguments = Self::default();
        while let Some(argument) = parser.next()? {
            let Arg::Long(option) = argument else { return Err(argument.unexpected()) };
            if option == "host" {
                let word = parser.value()?.string()?;
                let host = Host::from_word(&word);
                arguments.host = Some(host.ok_or_else(|| format!("no host `{word}`"))?);
                continue;
            }
            if option == OF {
                // It says whose entry this is; we do not understand another's.
                let whose = parser.value()?.string()?;
                if whose != PROGRAM {
                    return Err(format!("an entry of `{whose}`").into());
                }
                continue;
            }
            let Some(name) = setting(option) else { return Err(argument.unexpected()) };
            arguments.given.push(given(name, &mut parser)?);
        }
        Ok(arguments)
    }

    /// Returns what the arguments of an entry set. Those that are not understood set nothing, and
    /// the hook is off.
    pub(crate) fn set_by(args: &[String]) -> Vec<Given> {
        let options = args.strip_prefix(&[HOOK.into()]).unwrap_or(args);
        Self::parse(Parser::from_args(options)).map(|parsed| parsed.given).unwrap_or_default()
    }
}

/// Returns the setting that an option sets.
pub(crate) fn setting(option: &str) -> Option<Name> {
    let key = option.replace('-', "_");
    let setting = TABLE.iter().find(|setting| setting.key == key)?;
    setting.sources.contains(&Source::CommandLine).then_some(setting.name)
}

/// Returns what the option of a setting gives; a switch may stand alone.
pub(crate) fn given(name: Name, parser: &mut Parser) -> Result<Given, lexopt::Error> {
    let value = if name.setting().kind.is_switch() {
        parser.optional_value().unwrap_or_else(|| "on".into())
    } else {
        parser.value()?
    };
    Ok(Given { name, value: value.string()?, source: Source::CommandLine })
}

/// Returns the option as the command line of a hook entry has it.
pub(crate) fn written(given: &Given) -> Vec<String> {
    let option = format!("--{}", given.name.setting().key.replace('_', "-"));
    match (given.name.setting().kind.is_switch(), given.value.as_str()) {
        (true, "on") => vec![option],
        (true, value) => vec![[&option, "=", value].concat()],
        (false, value) => vec![option, value.into()],
    }
}
