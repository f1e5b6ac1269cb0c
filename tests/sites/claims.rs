//! Claims: each case is a bound text on a page, with the verdict or the code that it must get.

use std::fmt::Write;

use crate::support::{Site, check_codes};
use toml::{Table, Value};

fn text<'a>(case: &'a Table, key: &str) -> &'a str {
    case.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn page(language: &str, front: &str, claim: &str) -> String {
    format!("+++\ntitle = \"Cases\"\nsuite = \"demo\"\nlanguage = \"{language}\"\n{front}\n+++\n\nSaid: {claim}.\n")
}

fn site(case: &Table) -> Site {
    let site = Site::copy("sites/claims/site");
    let claim = format!("[{}](<= {}> {})", text(case, "text"), text(case, "of"), text(case, "title"));
    let language = case.get("language").and_then(Value::as_str).unwrap_or("en");
    site.write("content/cases.md", page(language, text(case, "front"), &claim));
    site
}

#[test]
fn texts_get_the_verdict_that_the_evidence_gives() {
    let cases: Table = include_str!("claims/cases.toml").parse().expect("the cases are TOML");
    let cases = cases["case"].as_array().expect("a list of cases");
    assert!(cases.len() > 40);
    let mut wrong = String::new();
    for case in cases {
        let case = case.as_table().expect("a case is a table");
        let site = site(case);
        let run = site.build();
        let found = match case.get("error") {
            Some(_) => check_codes(&run.stderr).join(" "),
            None if run.code == 0 => {
                let record = site.json("public/cases/figures.json");
                record["figures"][0]["verdict"].as_str().unwrap_or_default().to_owned()
            }
            None => format!("exit code {}", run.code),
        };
        let expected = if text(case, "error").is_empty() { text(case, "verdict") } else { text(case, "error") };
        if found != expected {
            writeln!(wrong, "{case:?}: {found}\n{}", run.stderr).expect("it is a string");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn estimates_are_told_beside_the_claim_or_once() {
    let case: Table = "text = '5 ms'\nof = 'guess'\ntitle = '\"estimated: nobody measured it\"'".parse().expect("TOML");
    let site = site(&case);
    site.build().success();
    let html = site.read("public/cases/index.html");
    let beside = r#"<span class="verdict estimates">rests on estimates: nobody measured it</span>"#;
    assert!(html.contains(beside), "{html}");
    let figure = &site.json("public/cases/figures.json")["figures"][0];
    assert_eq!((&figure["text"], &figure["reason"]), (&"5 ms".into(), &"nobody measured it".into()));
    // For the whole page: the verdict stays, and nothing is said beside the claim.
    site.write("content/cases.md", page("en", "estimates = \"guesses, all of them\"", "[5 ms](<= guess>)"));
    site.build().success();
    assert!(!site.read("public/cases/index.html").contains("class=\"verdict estimates\""));
    assert_eq!(site.json("public/cases/figures.json")["figures"][0]["verdict"], "rests on estimates");
    // And for the suite.
    let suite = site.read("data/demo/suite.toml");
    site.write("data/demo/suite.toml", format!("estimates = \"guesses\"\n{suite}"));
    site.write("content/cases.md", page("en", "", "[5 ms](<= guess>)"));
    site.build().success();
}

#[test]
fn filled_values_are_written_in_the_notation_of_the_page() {
    let site = Site::copy("sites/claims/site");
    for (language, text) in [("en", "1,200.5"), ("fr", "1\u{202f}200,5"), ("de", "1.200,5")] {
        let table = "```table\nrows = [\"server\"]\ncolumns = [\"rps\"]\n```";
        site.write("content/cases.md", page(language, "", &format!("[](<= rps[red]>)\n\n{table}\n\nThat is all")));
        site.build().success();
        let figures = site.json("public/cases/figures.json");
        assert_eq!(figures["figures"][0]["text"], format!("{text}\u{a0}req/s"), "{language}");
        assert!(site.read("public/cases/index.html").contains(&format!(">{text}</a>")), "{language}");
        // Files for programs have no language.
        assert!(site.read("public/cases/table-1.csv").contains("1200.5"), "{language}");
    }
}
