//! All packages have one version, edition and compiler.
use toml::{Table, Value};

use crate::source::Source;

const KEYS: [&str; 3] = ["edition", "rust-version", "version"];

/// Packages that do not have what the workspace says.
fn packages_apart(sources: &[Source]) -> Vec<String> {
    let manifest = |source: &Source| toml::from_str::<Table>(&source.text).ok();
    let root = sources.iter().find(|source| source.path == "Cargo.toml").and_then(manifest);
    let Some(shared) = root.and_then(|root| root.get("workspace")?.get("package").cloned()) else {
        return vec!["Cargo.toml has no [workspace.package]".to_owned()];
    };
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with("/Cargo.toml")) {
        let Some(manifest) = manifest(source) else {
            faults.push(format!("{} is no TOML", source.path));
            continue;
        };
        let Some(package) = manifest.get("package") else { continue };
        for key in KEYS {
            let own = package.get(key);
            let inherits = own.and_then(|own| own.get("workspace")).and_then(Value::as_bool);
            if inherits != Some(true) && own != shared.get(key) {
                faults.push(format!("{} has another {key} than the workspace", source.path));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources};

    #[test]
    fn all_packages_have_one_version() {
        none(&packages_apart(&sources()));
    }

    #[test]
    fn a_package_with_another_version_is_refused() {
        let root =
            "[workspace.package]\nversion = \"0.1.0\"\nedition = \"2024\"\nrust-version = \"1.95\"";
        let own =
            "[package]\nversion = \"0.1.0\"\nedition.workspace = true\nrust-version = \"1.95\"";
        let of = |text: &str| {
            packages_apart(&[Source::made("Cargo.toml", root), Source::made("a/Cargo.toml", text)])
        };
        none(&of(own));
        one(&of(&own.replace("0.1.0", "0.1.1")), "a/Cargo.toml has another version");
        one(&of(&own.replace("edition.workspace = true", "edition = \"2021\"")), "another edition");
        one(&of(&own.replace("rust-version = \"1.95\"", "")), "another rust-version");
        one(&of("[package"), "is no TOML");
        one(&packages_apart(&[]), "no [workspace.package]");
    }
}
