//! What `sprag --help` says.

/// The version, as `--version` prints it.
pub(crate) const VERSION: &str = concat!("sprag ", env!("CARGO_PKG_VERSION"), "\n");

/// The help of the whole program.
pub(crate) const TEXT: &str = concat!(
    "sprag ",
    env!("CARGO_PKG_VERSION"),
    ": a stop hook for coding agents

It lets a turn end, or sends it back with one reason. Nothing is on by default.

  sprag try              see it work: no key, no network, no file left behind
  sprag hook [OPTION...] the hook: a payload on standard input
  sprag facts FILE       what a transcript shows of its last turn, as JSON
  sprag stand-in         a judge that answers as it is told, for tests

Options of `sprag hook`; each is also a variable, SPRAG_CHECKS and so on, and
a key in config.toml:
  --checks WORDS         promises, watch, watch-match, language, or all
  --shadow               evaluate and record, never block
  --host HOST            claude, codex or grok; else the payload tells
  --tau N                the least score that counts (0.5)
  --max-blocks N         blocks since a person last typed (3)
  --timeout SECONDS      for everything together (6)

`sprag COMMAND --help` says more. Settings: ~/.config/sprag/config.toml.
"
);
