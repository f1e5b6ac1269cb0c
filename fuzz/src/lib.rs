//! What is fuzzed: each target takes any bytes, and may report whatever it likes of them, but never
//! panic, hang or take a number that the text does not hold.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use benchbook::formats::{self, Content, READERS, Reading, table};
use benchbook::packed::Packing;
use benchbook::source::{Source, Span};
use benchbook::suite::manifest;
use benchbook::{build, config, expression, files};

/// A target.
pub type Target = fn(&[u8]);

/// The targets by name.
pub const TARGETS: [(&str, Target); 5] = [
    ("readers", readers),
    ("expressions", expressions),
    ("claims", claims),
    ("settings", settings),
    ("markdown", markdown),
];

/// Bytes as an evidence file, read by the reader that recognises it and by every other.
pub fn readers(data: &[u8]) {
    let text = match Packing::of(data) {
        Some(packing) => packing.unpack("file", data),
        None => files::decode("file", data.to_vec()),
    };
    let Ok(source) = text else { return };
    let text = source.text().trim_start_matches('\u{feff}');
    let content = Content::new(text);
    if let Some(reader) = formats::recognise(&content) {
        check(text, &formats::read(reader, &content));
    }
    for reader in READERS {
        check(text, &reader.read(&content).unfold());
    }
    check(text, &table::read(text, &table::Mapping::default()));
}

fn check(text: &str, reading: &Reading) {
    for observation in reading.runs.iter().flat_map(|run| &run.observations) {
        assert!(observation.value.is_finite(), "{observation:?}");
        assert!(text.get(observation.span.range()).is_some(), "{observation:?}");
    }
    for problem in &reading.problems {
        assert!(text.get(problem.span.range()).is_some(), "{problem:?}");
    }
}

/// Bytes as an expression.
pub fn expressions(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let source = Arc::new(Source::new("expression", text.to_owned()));
    drop(expression::parse(&source, Span::new(0, text.len())));
}

/// A claim: what its author wrote up to the first line end, then an expression.
pub fn claims(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (claimed, expression) = text.split_once('\n').unwrap_or((text, "rps[red]"));
    let expression = expression.replace(['\n', '<', '>'], " ");
    page(&format!("[{claimed}](<= {expression}>)\n"));
}

/// Bytes as `benchbook.toml` and as `suite.toml`.
pub fn settings(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let source = Arc::new(Source::new("settings", text.to_owned()));
    drop(config::read(Arc::clone(&source)));
    drop(manifest::read(source));
}

/// Bytes as the text of a page.
pub fn markdown(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    page(text);
}

/// Builds a small site with that text as its page.
fn page(text: &str) {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    let root = SITE.get_or_init(|| site().expect("a folder for temporary files can be written to"));
    let text = format!("+++\ntitle = \"Page\"\nsuite = \"runs\"\n+++\n\n{text}");
    fs::write(root.join("content/page.md"), text).expect("the page can be written");
    drop(build::build_in_memory(root));
}

fn site() -> std::io::Result<PathBuf> {
    let root = std::env::temp_dir().join(format!("benchbook-fuzz-{}", std::process::id()));
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        fs::write(path, text)
    };
    write("benchbook.toml", "title = \"Fuzz\"\n")?;
    write("content/page.md", "")?;
    write("data/runs/rows.csv", "server,rps,p99\nred,1000,1.5\nblue,900.25,\n")?;
    write(
        "data/runs/suite.toml",
        "title = \"Runs\"\n[[evidence]]\nfiles = \"rows.csv\"\n[evidence.table]\ndimensions = { server = \"server\" }\n\
         metrics = { rps = \"rps\", \"latency.p99\" = \"p99\" }\nunits = { \"latency.p99\" = \"ms\" }\n",
    )?;
    Ok(root)
}
