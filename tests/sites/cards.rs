//! `figures.js` beside a page: what the cards of its figures say, as `figures.json` has it and in the page's language.

use serde_json::Value;

use crate::support::Site;

fn site() -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", "title = \"Site\"\n[rules]\nBB207 = \"allow\"\n");
    site.write("data/demo/runs.csv", "server,round,memory\nred,1,12.50\nblue,1,9\nred,2,14\nblue,2,8\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[conditions]\nload = \"open\"\n[dimensions.round]\nrepeat = true\n[[evidence]]\nfiles = \"*.csv\"\n\
         [evidence.table]\ndimensions = { server = \"server\", round = \"round\" }\nmetrics = { memory = { column = \"memory\", unit = \"MB\" } }\n",
    );
    let text = "Direct: [](<= memory[red, round = 1]>). Computed: [](<= median(memory[red, round = *])>).\n";
    site.write("content/english.md", format!("+++\ntitle = \"English\"\nsuite = \"demo\"\n+++\n\n{text}"));
    site.write(
        "content/german.md",
        format!("+++\ntitle = \"Deutsch\"\nsuite = \"demo\"\nlanguage = \"de\"\n+++\n\n{text}"),
    );
    let computed = "[](<= median(memory[blue, round = *])>)\n";
    site.write("content/computed.md", format!("+++\ntitle = \"Computed\"\nsuite = \"demo\"\n+++\n\n{computed}"));
    site.write("content/plain.md", "+++\ntitle = \"Plain\"\n+++\n\nText.\n");
    site
}

/// What a script hands to `benchbookFigures`.
fn handed(site: &Site, page: &str) -> Value {
    let text = site.read(&format!("public/{page}/figures.js"));
    let json = text.strip_prefix("benchbookFigures(").and_then(|rest| rest.strip_suffix(");\n"));
    serde_json::from_str(json.expect("one call")).expect("its argument is JSON")
}

#[test]
fn cards_say_what_direct_figures_are() {
    let site = site();
    site.build().success();
    let expected = serde_json::json!({ "f1": ["memory", "memory[red, round = 1]", "12.50", "R2:C3"] });
    assert_eq!(handed(&site, "english"), expected, "what is computed is told of on the page");
    let record = &site.json("public/english/figures.json")["figures"];
    let [direct, input] = [&record[0], &record[0]["inputs"][0]];
    let of_record = serde_json::json!([direct["statistic"], direct["expression"], input["raw"], input["locator"]]);
    assert_eq!(handed(&site, "english")["f1"], of_record);
}

#[test]
fn cards_speak_the_language_of_their_page() {
    let site = site();
    site.build().success();
    let expected = serde_json::json!({ "f1": ["Speicher", "memory[red, round = 1]", "12.50", "R2:C3"] });
    assert_eq!(handed(&site, "german"), expected, "but for what the evidence says");
}

#[test]
fn a_page_without_direct_figures_has_no_script_of_them() {
    let site = site();
    site.build().success();
    for page in ["computed", "plain"] {
        assert!(site.root.join(format!("public/{page}/index.html")).is_file());
        assert!(!site.root.join(format!("public/{page}/figures.js")).exists(), "{page}");
    }
}
