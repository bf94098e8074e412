//! Where snapshots lie.

use insta::Settings;

/// Returns the settings that keep snapshots at the top of the tree, under the name they are given.
pub(crate) fn settings() -> Settings {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/cli"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}
