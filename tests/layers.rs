//! Data flows one way: a module uses those above it in `src/lib.rs`, never one below.

#![expect(clippy::disallowed_methods, reason = "a test may read what it likes")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn source_files(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder of the sources is there");
    for path in entries.map(|entry| entry.expect("an entry can be read").path()) {
        if path.is_dir() {
            source_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// The places of the modules in `lib.rs`.
fn order(text: &str) -> BTreeMap<&str, usize> {
    let modules = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    modules.enumerate().map(|(place, name)| (name, place)).collect()
}

/// The modules of this crate that a source uses: every `crate::name`.
fn used(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::").skip(1).map(|rest| {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    })
}

fn wrong_uses(order: &BTreeMap<&str, usize>, module: &str, text: &str) -> Vec<String> {
    let own = order[module];
    let lower = used(text).filter(|name| order.get(name).is_some_and(|place| *place > own));
    lower.map(|name| format!("`{module}` uses `{name}`")).collect()
}

#[test]
fn no_module_uses_one_below_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = std::fs::read_to_string(folder.join("lib.rs")).expect("lib.rs is there");
    let order = order(&lib);
    assert!(order.len() > 15, "the modules of lib.rs are found");
    let mut files = Vec::new();
    source_files(&folder, &mut files);
    let mut wrong = Vec::new();
    for path in files {
        let first = path.strip_prefix(&folder).expect("it is below").components().next().expect("it has a name");
        let module = Path::new(&first).file_stem().expect("it has a stem").to_string_lossy().into_owned();
        if matches!(module.as_str(), "lib" | "main") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source can be read");
        wrong.extend(wrong_uses(&order, &module, &text).into_iter().map(|what| format!("{}: {what}", path.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_use_of_a_lower_module_is_found() {
    let order = order("pub mod a;\npub mod b;\n");
    assert_eq!(wrong_uses(&order, "a", "use crate::b::B;"), ["`a` uses `b`"]);
    assert!(wrong_uses(&order, "b", "use crate::a::A; crate::b::x();").is_empty());
}
