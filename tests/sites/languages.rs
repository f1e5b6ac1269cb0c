//! The interface in the language of a page, and a site's own words.

use benchbook::words::LOCALES;

use crate::support::{Site, check_codes};

fn site(settings: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Site\"\n{settings}\n[rules]\nBB207 = \"allow\"\n"));
    site.write("data/demo/runs.csv", "server,rps\nred,1234\nblue,900\n");
    site.write(
        "data/demo/suite.toml",
        "title = \"Demo\"\n[conditions]\nload = \"closed\"\nrounds = 1\n[[evidence]]\nfiles = \"runs.csv\"\n[evidence.table]\n\
         dimensions = { server = \"server\" }\nmetrics = { rps = \"rps\" }\n[[limitations]]\ntext = \"One round.\"\n",
    );
    site
}

fn page(language: &str) -> String {
    format!(
        "+++\ntitle = \"Page\"\nsuite = \"demo\"\ndate = \"2026-09-02\"\n{language}+++\n\n\
         [1.37](<= rps[red] / rps[blue]>)\n\n```table\nrows = \"server\"\ncolumns = \"rps\"\n```\n\n\
         <div lang=\"fr\">\n\n```table\nrows = \"server\"\ncolumns = \"rps\"\n```\n\n</div>\n"
    )
}

#[test]
fn a_page_speaks_its_language_and_so_do_its_parts() {
    let site = site("");
    site.write("content/r/en.md", page(""));
    site.write("content/r/de.md", page("language = \"de-AT\"\n").replace("1.37", "1,37"));
    site.build().success();
    let german = site.read("public/r/de/index.html");
    for text in [
        "<html lang=\"de-AT\">",
        ">Zum Inhalt</a>",
        ">Berichte</a>",
        ">Belege</a>",
        "<time datetime=\"2026-09-02\">2.9.2026</time>",
        "<b>Tabelle 1.</b>",
        "höher ist besser",
        "<h2 id=\"what-this-does-not-establish\">Was hieraus nicht folgt</h2>",
        "<a href=\"#what-this-does-not-establish\">Was hieraus nicht folgt</a>",
        "<dt>Ausdruck</dt>",
        "<b>5 Zahlen</b>, jede verknüpft mit ihrer Stelle in",
        ">1 Belegdatei</a>",
        "<b>1</b> Behauptung trifft zu",
        "data-copy=\"Kopieren\"",
        ">1.234</a>",
        // A part in another language has the words and the numbers of that one.
        "<b>Tableau 2.</b>",
        "plus haut vaut mieux",
        ">1\u{202f}234</a>",
    ] {
        assert!(german.contains(text), "{text}\n{german}");
    }
    let english = site.read("public/r/en/index.html");
    assert!(english.contains("<time datetime=\"2026-09-02\">2026-09-02</time>") && english.contains("<b>Table 1.</b>"));
    // Pages that belong to no language are in that of the site, and the marks of claims in all of them.
    assert!(site.read("public/evidence/index.html").contains("<h1>Evidence</h1>"));
    let sheet = site.read("public/assets/benchbook.css");
    assert!(sheet.contains(":root:lang(de-AT){--partly:\"zum Teil\";"), "the style sheet knows the language");
}

#[test]
fn what_is_said_of_a_page_in_another_language_says_which() {
    let site = site("[theme]\nfooter = \"By us.\"");
    let german = "language = \"de\"\nnavigation = \"Messung\"\n";
    site.write("content/r/index.md", page(german).replace("\"Page\"", "\"Bericht\"").replace("1.37", "1,37"));
    site.write("content/r/part.md", page(""));
    let suite = site.read("data/demo/suite.toml");
    let correction = "[[corrections]]\ndate = 2026-09-03\nwas = \"1.4\"\nnow = \"1.37\"\nwhy = \"A wrong row.\"\n";
    site.write("data/demo/suite.toml", suite + correction);
    site.build().success();
    for (file, parts) in [
        ("corrections/index.html", &["<a href=\"../r/index.html\" lang=\"de\" dir=\"auto\">Bericht</a>"][..]),
        ("evidence/demo/runs.csv.html", &["<h3 lang=\"de\"><a href=\"../../r/index.html\">Bericht</a></h3>"]),
        (
            "r/part/index.html",
            &["<a href=\"../../r/index.html\" lang=\"de\">Bericht</a></li>", "index.html\" lang=\"de\">Messung</a>"],
        ),
        (
            "r/index.html",
            &["<span lang=\"en\">Site</span>", "<p lang=\"en\">By us.</p>", "\" lang=\"en\">Site</a></li>"],
        ),
        ("feed.xml", &["<entry xml:lang=\"de\">\n<title>Bericht</title>", "<entry>\n<title>Page</title>"]),
        ("assets/search/pages.js", &["\"title\":\"Bericht\",\"language\":\"de\"", "\"language\":\"en\"}"]),
    ] {
        let text = site.read(&format!("public/{file}"));
        parts.iter().for_each(|part| assert!(text.contains(part), "no {part} in {file}: {text}"));
    }
    // What is in the language of the page around it says nothing.
    assert!(!site.read("public/r/part/index.html").contains("lang=\"en\">Site"));
    let own = site.read("public/r/index.html");
    assert!(own.contains("aria-current=\"page\">Messung</a>"), "{own}");
}

/// What people read is in the language of the page; the CSV file beside it, which programs read, is not.
#[test]
fn a_chart_speaks_the_language_of_its_page_and_its_csv_file_english() {
    let site = site("");
    let chart = |kind: &str| format!("```chart\n{kind}value = \"rps\"\n```\n\n");
    let body = chart("kind = \"box\"\nrows = \"server\"\n") + &chart("kind = \"histogram\"\nseries = \"server\"\n");
    site.write(
        "content/r.md",
        format!("+++\ntitle = \"R\"\nsuite = \"demo\"\nlanguage = \"de\"\n+++\n\n[](<= rps[red]>)\n\n{body}"),
    );
    site.build().success();
    let page = site.read("public/r/index.html");
    for text in [
        "<th scope=\"col\" class=\"num\">unteres Quartil</th>",
        " bis unter ",
        "<section class=\"printed\">\n<h2>Belege</h2>",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    let of = |number: usize| site.read(&format!("public/r/chart-{number}.csv"));
    let head = "Server,samples,lower whisker (req/s),lower quartile (req/s),median (req/s),upper quartile (req/s),upper whisker (req/s)";
    assert_eq!(of(1).lines().next(), Some(head));
    assert!(of(2).contains(" to below "), "{}", of(2));
}

#[test]
fn a_site_in_arabic_runs_from_the_right() {
    let site = site("language = \"ar\"");
    site.write("content/r/a.md", page(""));
    site.build().success();
    let html = site.read("public/r/a/index.html");
    assert!(html.contains("<html lang=\"ar\" dir=\"rtl\">") && html.contains("<b>الجدول 1.</b>"));
    assert!(html.contains("<pre dir=\"ltr\">") || !html.contains("<pre"), "code runs from the left");
    assert!(site.read("public/evidence/index.html").contains("<h1>الأدلة</h1>"));
    assert!(site.read("public/evidence/demo/runs.csv.html").contains("3 أسطر"));
    assert!(site.read("public/404.html").contains("<h1>الصفحة غير موجودة</h1>"));
}

#[test]
fn a_site_may_add_words_and_is_told_what_is_wrong_with_them() {
    let site = site("language = \"it\"");
    site.write("content/r/a.md", page("").replace("1.37", "1,37"));
    site.write("locales/it.toml", "table_number = \"Tabella {n}.\"\n");
    site.build().success();
    let html = site.read("public/r/a/index.html");
    assert!(html.contains("<b>Tabella 1.</b>") && html.contains("higher is better"), "what is missing is English");
    site.write("locales/it.toml", "table_numbr = \"Tabella {n}.\"\nline = \"Riga {m}\"\n");
    let run = site.build();
    assert_eq!(run.code, 1);
    assert_eq!(check_codes(&run.stderr), ["BB102", "BB105"]);
    assert!(run.stderr.contains("locales/it.toml:1:1") && run.stderr.contains("did you mean `table_number`?"));
    assert!(run.stderr.contains("nothing fills `{m}` in `line`"), "{}", run.stderr);
}

/// A site with a page that has every block, every kind of chart and every verdict; its author writes French. The
/// numbers are made up.
fn every_block(language: &str) -> Site {
    let site = Site::empty();
    site.write("benchbook.toml", format!("title = \"Banc\"\nlanguage = \"{language}\"\n[rules]\nBB207 = \"allow\"\n"));
    site.write("data/demo/suite.toml", include_str!("languages/suite.toml"));
    site.write("data/demo/runs.csv", include_str!("languages/runs.csv"));
    site.write("data/demo/quoted.csv", include_str!("languages/quoted.csv"));
    site.write("content/r/a.md", include_str!("languages/page.md"));
    site
}

/// What readers see or hear of a page: texts without code, and the attributes that are read out.
pub(crate) fn told(html: &str) -> Vec<String> {
    let mut told = Vec::new();
    let mut skipped = None;
    for part in html.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        match skipped {
            Some(own) if tag.strip_prefix('/') == Some(own) => skipped = None,
            Some(_) => continue,
            None if matches!(name, "script" | "style" | "code") => skipped = Some(name),
            None => {}
        }
        for attribute in [" aria-label=\"", " title=\"", " alt=\"", " content=\""] {
            told.extend(tag.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        }
        if skipped.is_none() {
            told.push(text.trim().to_owned());
        }
    }
    let decoded = |text: String| text.replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&");
    told.into_iter().map(decoded).filter(|text| !text.is_empty()).collect()
}

/// The English texts that are another in the language, by key.
pub(crate) fn english_unlike(language: &str) -> Vec<(String, String)> {
    let texts = |name: &str| {
        let (_, text) = LOCALES.iter().find(|(known, _)| *known == name).expect("the language is built in");
        text.parse::<toml::Table>().expect("a locale is TOML")
    };
    let own = texts(&format!("{language}.toml"));
    let forms = |value: &toml::Value| match value {
        toml::Value::Table(forms) => forms.values().filter_map(|form| form.as_str()).map(str::to_owned).collect(),
        other => other.as_str().map(str::to_owned).into_iter().collect::<Vec<_>>(),
    };
    let unlike = |(key, value): &(String, toml::Value)| own.get(key) != Some(value);
    let english = texts("en.toml").into_iter().filter(unlike);
    english.flat_map(|(key, value)| forms(&value).into_iter().map(move |text| (key.clone(), text))).collect()
}

/// Whether a text is one of the program's English ones, or holds a part of it that is no single word.
pub(crate) fn is_english(told: &str, english: &str) -> bool {
    let parts = english.split(['{', '}', '*']).step_by(2).map(str::trim);
    let mut long = parts.filter(|part| part.contains(' ') && part.len() > 8);
    let is_word = english.len() > 3 && english.chars().all(char::is_alphabetic);
    long.any(|part| told.contains(part)) || (is_word && told == english)
}

#[test]
fn a_page_with_every_block_has_no_english_left() {
    let english_page = every_block("en");
    english_page.build().success();
    for language in ["fr", "ja", "ar"] {
        let site = every_block(language);
        site.build().success();
        let english = english_unlike(language);
        let pages = ["index.html", "chart-1.html", "chart-1.svg", "chart-9.svg"];
        for page in pages.map(|name| format!("public/r/a/{name}")) {
            for text in told(&site.read(&page)) {
                let found = english.iter().find(|(_, english)| is_english(&text, english));
                assert_eq!(found, None, "{language} {page}: {text}");
            }
        }
        let (page, picture) = (site.read("public/r/a/index.html"), site.read("public/r/a/chart-1.svg"));
        let said = match language {
            "fr" => {
                ["médiane de requêtes par seconde de 7 × round", "requêtes par seconde, req/s", ">1\u{202f}500</text>"]
            }
            "ja" => ["round 7 回の 毎秒リクエスト数の中央値", "毎秒リクエスト数、req/s", ">1,500</text>"],
            _ => ["وسيط الطلبات في الثانية في 7 × round", "الطلبات في الثانية، req/s", ">1,500</text>"],
        };
        assert!(page.contains(said[0]), "{language}: {}", said[0]);
        assert!(said[1..].iter().all(|said| picture.contains(said)), "{language}: {picture}");
        // What programs read is in English, whatever the page is in.
        let statistics = |site: &Site| {
            let json: serde_json::Value = serde_json::from_str(&site.read("public/r/a/figures.json")).expect("JSON");
            let figures = json["figures"].as_array().expect("a list").clone();
            figures.into_iter().map(|figure| figure["statistic"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(statistics(&site), statistics(&english_page), "{language}");
    }
    // The search finds what it looks for: English is found on the English page.
    let english = english_unlike("fr");
    let page = told(&english_page.read("public/r/a/index.html"));
    let found: Vec<&str> = english
        .iter()
        .filter(|(_, english)| page.iter().any(|text| is_english(text, english)))
        .map(|(key, _)| key.as_str())
        .collect();
    for key in
        ["extremes_and_ratio", "median_of", "note_boxes", "meaning_workload", "verdict_holds_in_part", "load_closed"]
    {
        assert!(found.contains(&key), "{key}");
    }
}

/// Each key that the program or a template names has words, and no words are there that nothing names.
#[test]
fn every_key_has_words_and_all_words_have_a_use() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    for folder in ["src", "templates"] {
        for entry in walkdir::WalkDir::new(root.join(folder)).sort_by_file_name() {
            let entry = entry.expect("the folder can be read");
            if entry.file_type().is_file() && !entry.path().ends_with("words/tests.rs") {
                sources += &std::io::read_to_string(std::fs::File::open(entry.path()).expect("it can be read"))
                    .expect("it is text");
            }
        }
    }
    let (_, english) = LOCALES.iter().find(|(name, _)| *name == "en.toml").expect("English is built in");
    let keys: std::collections::BTreeSet<String> =
        english.parse::<toml::Table>().expect("a locale is TOML").keys().cloned().collect();
    let calls = ["say(\"", "voice().word(\"", "voice.word(\"", ".markup(\"", "Message::joined(\"", "say(key=\""];
    for call in calls {
        for rest in sources.split(call).skip(1) {
            let (key, after) = rest.split_once('"').expect("a literal ends");
            // A key that a template makes up of a prefix and a name.
            let is_prefix = after.starts_with(" ~");
            let known = if is_prefix { keys.iter().any(|known| known.starts_with(key)) } else { keys.contains(key) };
            assert!(known || matches!(key, "lins" | "copied" | "copy"), "{call}{key}");
        }
    }
    let made: Vec<String> =
        benchbook::metrics::KNOWN
            .iter()
            .flat_map(|metric| ["metric", "quantity"].map(|of| format!("{of}_{}", metric.name)))
            .chain(
                benchbook::checklist::ITEMS
                    .iter()
                    .flat_map(|item| ["item", "meaning"].map(|of| format!("{of}_{}", item.key))),
            )
            .chain(benchbook::comparison::Verdict::ALL.iter().flat_map(|verdict| {
                ["compared", "means"].map(|of| format!("{of}_{}", verdict.words().replace(' ', "_")))
            }))
            .chain(
                ["mean", "min", "max", "stddev", "rate", "count", "share", "value", "low", "high"]
                    .map(|of| format!("statistic_{of}")),
            )
            .chain(["measured", "transcribed", "estimated", "claimed"].map(str::to_owned))
            .collect();
    for key in &made {
        assert!(keys.contains(key), "{key}");
    }
    let families = ["condition_", "verdict_", "due_", "change_", "mark_"];
    for key in keys.iter().filter(|key| !made.contains(key) && !families.iter().any(|family| key.starts_with(family))) {
        assert!(sources.contains(&format!("\"{key}\"")), "nothing says `{key}`");
    }
}
