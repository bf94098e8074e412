//! Where the judge's key may stand in the environment.

/// The variables that may hold it, in order of precedence. No program that sprag runs gets them.
pub const VARIABLES: [&str; 3] =
    ["TYPESAFE_API_KEY", "JEV_API_KEY", "CLAUDE_PLUGIN_OPTION_API_KEY"];
