//! Entries of the lists in `mutants/`: exactly the named keys, each with words in it.
use toml::{Table, Value};

use crate::Fault;
use crate::fault::fault;

/// Returns the root table, in which only `keys` may stand.
pub(crate) fn root(file: &str, text: &str, keys: &[&str]) -> Result<Table, Vec<Fault>> {
    let table: Table = toml::from_str(text).map_err(|e| vec![fault!("{file}: {e}")])?;
    let unknown: Vec<Fault> = table
        .keys()
        .filter(|key| !keys.contains(&key.as_str()))
        .map(|key| fault!("{file}: unknown key `{key}`; allowed: {}", keys.join(", ")))
        .collect();
    if unknown.is_empty() { Ok(table) } else { Err(unknown) }
}

/// Returns the tables of the array `name`, each with its label for messages; none if it is absent.
pub(crate) fn array(
    file: &str,
    root: &Table,
    name: &str,
) -> Result<Vec<(String, Table)>, Vec<Fault>> {
    let Some(value) = root.get(name) else { return Ok(Vec::new()) };
    let wrong = || vec![fault!("{file}: `{name}` is not a list; write [[{name}]]")];
    let items = value.as_array().ok_or_else(wrong)?;
    items
        .iter()
        .zip(1..)
        .map(|(item, number): (&Value, usize)| {
            let table = item.as_table().ok_or_else(wrong)?;
            Ok((label(file, name, number, table), table.clone()))
        })
        .collect()
}

/// Names an entry by its number and, where they can be read, its path, or file and function.
fn label(file: &str, name: &str, number: usize, table: &Table) -> String {
    let word = |key: &str| table.get(key).and_then(Value::as_str);
    let of = match word("path") {
        Some(path) => path.to_owned(),
        None => {
            format!("{}::{}", word("file").unwrap_or("?"), word("function").unwrap_or("?"))
        }
    };
    format!("{file}: {name} {number} ({of})")
}

/// Takes the words out of the table that `key` lists, or the only one that stands there.
pub(crate) fn list(label: &str, table: &mut Table, key: &str) -> Result<Vec<String>, Vec<Fault>> {
    let words = match table.remove(key) {
        Some(Value::String(word)) => Some(vec![word]),
        Some(Value::Array(words)) => {
            words.iter().map(|word| word.as_str().map(str::to_owned)).collect()
        }
        Some(_) | None => None,
    };
    let words = words.filter(|words| !words.is_empty());
    words.ok_or_else(|| vec![fault!("{label} has no `{key}`; write a name or a list of names")])
}

/// Returns the values of exactly these keys, in this order.
pub(crate) fn strings<const N: usize>(
    label: &str,
    table: &Table,
    keys: [&str; N],
) -> Result<[String; N], Vec<Fault>> {
    let mut faults: Vec<Fault> = table
        .keys()
        .filter(|key| !keys.contains(&key.as_str()))
        .map(|key| fault!("{label} has an unknown key `{key}`; remove it"))
        .collect();
    let values = keys.map(|key| match table.get(key) {
        None => {
            faults.push(fault!("{label} has no `{key}`; write one"));
            String::new()
        }
        Some(Value::String(word)) if !word.trim().is_empty() => word.trim().to_owned(),
        Some(Value::String(_)) => {
            faults.push(fault!("{label} has an empty `{key}`; write one"));
            String::new()
        }
        Some(other) => {
            faults.push(fault!("{label} has a `{key}` that is a {}", other.type_str()));
            String::new()
        }
    });
    if faults.is_empty() { Ok(values) } else { Err(faults) }
}

/// Says so if `words` are no sentence with a final stop.
pub(crate) fn sentence(label: &str, key: &str, words: &str) -> Option<Fault> {
    let said = words.ends_with('.') && words.contains(' ');
    (!said).then(|| fault!("{label} has a `{key}` that is no sentence; end it with a full stop"))
}
