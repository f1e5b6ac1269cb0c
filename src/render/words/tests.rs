use super::*;

fn said(words: &Arc<Words>, language: &str, template: &str) -> String {
    let mut tera = Tera::default();
    tera.autoescape_on(vec![".html"]);
    words.teach(&mut tera);
    tera.add_raw_template("a.html", template).expect("it is well-formed");
    let mut context = tera::Context::new();
    context.insert("language", language);
    tera.render("a.html", &context).unwrap_or_else(|error| error.to_string())
}

fn own(path: &str, text: &str) -> (Arc<Words>, Vec<String>) {
    let (words, found) = Words::new(vec![Source::new(path, text.to_owned())]);
    (words, found.iter().map(|diagnostic| diagnostic.message.clone()).collect())
}

/// Nothing is missing from a built-in file, left untranslated by a slip of a key, or filled with what is not there.
#[test]
fn every_built_in_language_has_all_words() {
    for (name, text) in LOCALES {
        let source = Arc::new(Source::new(*name, (*text).to_owned()));
        let (texts, found) = read::read(source, english());
        assert!(found.is_empty(), "{name}: {:?}", found.iter().collect::<Vec<_>>());
        let missing: Vec<_> = english().keys().filter(|key| !texts.contains_key(*key)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        for (key, text) in &texts {
            let bold = |text: &Text| text.form(Form::Other).matches('*').count();
            assert!(bold(text) % 2 == 0, "{name}: {key}");
            assert_eq!(bold(text) > 0, bold(&english()[key]) > 0, "{name}: {key}");
        }
    }
}

#[test]
fn words_follow_the_language_and_its_plural_forms() {
    let words = Words::new(Vec::new()).0;
    let lines = "{{ say(key=\"lines\", n=1) }}, {{ say(key=\"lines\", n=12345) }}";
    assert_eq!(said(&words, "en", lines), "1 line, 12,345 lines");
    assert_eq!(said(&words, "de-AT", lines), "1 Zeile, 12.345 Zeilen");
    assert_eq!(said(&words, "fr", "{{ say(key=\"lines\", n=0) }}"), "0 ligne");
    assert_eq!(said(&words, "ja", lines), "1 行, 12,345 行");
    assert_eq!(said(&words, "ar", "{{ say(key=\"lines\", n=2) }}"), "سطران");
    assert_eq!(said(&words, "xx", lines), "1 line, 12,345 lines", "a language without words is English");
    let claims = "{{ say(key=\"claims_hold_of\", n=8, all=9) }}";
    assert_eq!(said(&words, "en", claims), "<b>8 of 9</b> claims hold");
    assert_eq!(said(&words, "en", "{{ say(key=\"claimed_as\", text=\"<2*3*4>\") }}"), "claimed: &lt;2∗3∗4&gt;");
    assert!(said(&words, "en", "{{ say(key=\"lins\") }}").contains("there are no words `lins`"));
}

#[test]
fn days_are_written_as_the_language_does() {
    let words = Words::new(Vec::new()).0;
    for (language, day) in [
        ("en", "2026-09-02"),
        ("de", "2.9.2026"),
        ("fr", "02/09/2026"),
        ("ja", "2026年9月2日"),
        ("ar", "2/9/2026"),
        ("it", "2026-09-02"),
    ] {
        assert_eq!(words.day(language, "2026-09-02"), day, "{language}");
    }
    assert_eq!(words.day("de", ""), "");
    assert_eq!(words.day("de", "autumn"), "autumn");
}

#[test]
fn a_file_of_a_site_stands_over_the_built_in_one() {
    let (words, found) =
        own("locales/de.toml", "copy = \"Übernehmen\"\nlines = { one = \"Zeile\", other = \"{n} Zn\" }\n");
    assert_eq!(found, [""; 0]);
    assert_eq!(words.plain("de", "copy"), "Übernehmen");
    assert_eq!(words.plain("de-CH", "copy"), "Übernehmen");
    assert_eq!(words.plain("de", "copied"), "Kopiert");
    assert_eq!(said(&words, "de", "{{ say(key=\"lines\", n=1) }} {{ say(key=\"lines\", n=2) }}"), "Zeile 2 Zn");
    let (words, _) = own("locales/it.toml", "copy = \"Copia\"\n");
    assert_eq!((words.plain("it", "copy"), words.plain("it", "copied")), ("Copia".to_owned(), "Copied".to_owned()));
}

#[test]
fn marks_of_the_style_sheet_are_in_the_languages_of_the_site() {
    let (words, _) = own("locales/it.toml", "mark_partly = \"in \\\"parte\\\"\"\n");
    assert_eq!(words.style(["en"]), "");
    let sheet = words.style(["fr", "it", "x{}"]);
    assert!(sheet.starts_with(":root:lang(fr){--partly:\"en partie\";--contradicted:\"contredit\";"), "{sheet}");
    assert!(sheet.contains(":root:lang(it){--partly:\"in \\\"parte\\\"\";--contradicted:\"contradicted\";"), "{sheet}");
    assert!(!sheet.contains("x{}"));
}

#[test]
fn what_is_wrong_with_a_file_is_said_and_left_out() {
    let text =
        "copi = \"x\"\nlines = { one = \"a\" }\nline = \"{m}\"\nskip = 3\nraw = { other = \"a\", som = \"b\" }\n";
    let (words, found) = own("locales/de.toml", text);
    assert_eq!(
        found,
        [
            "nothing fills `{m}` in `line`",
            "the plural forms have no `other`",
            "a table of plural forms has no setting `som`",
            "words are a string or a table of plural forms",
            "`locales/de.toml` has no setting `copi`",
        ]
    );
    assert_eq!(words.plain("de", "skip"), "Zum Inhalt");
}
