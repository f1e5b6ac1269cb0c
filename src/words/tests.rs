use super::*;

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
    let words = Words::default();
    let lines = |language: &str, n: u64| words.voice(language).say(&say("lines").with("n", n));
    assert_eq!([lines("en", 1), lines("en", 12_345)], ["1 line", "12,345 lines"]);
    assert_eq!([lines("de-AT", 1), lines("de-AT", 12_345)], ["1 Zeile", "12.345 Zeilen"]);
    assert_eq!([lines("fr", 0), lines("ja", 1), lines("ar", 2)], ["0 ligne", "1 行", "سطران"]);
    assert_eq!(lines("xx", 1), "1 line", "a language without words is English");
    let claims = say("claims_hold_of").with("n", 8_u64).with("all", 9_u64);
    assert_eq!(words.voice("en").html(&claims), "<b>8 of 9</b> claims hold");
    assert_eq!(words.voice("en").say(&claims), "8 of 9 claims hold");
    let claimed = say("claimed_as").with("text", "<2*3*4>");
    assert_eq!(words.voice("en").html(&claimed), "claimed: &lt;2*3*4&gt;");
    assert_eq!(words.voice("en").say(&say("lins")), "");
}

#[test]
fn messages_hold_messages_and_numbers_of_the_language() {
    let p99 = say("of_repeats").with("n", 5_u64).with("dimension", "round").with("of", "p99");
    let median = say("median_of").with("of", p99);
    assert_eq!(median.english(), "median of 5 rounds' p99");
    assert_eq!(Words::default().voice("de").say(&median), "Median von p99 über 5 × round");
    let ratio =
        say("extremes_and_ratio").with("high", "A").with("low", "B").with("ratio", Message::Number("1.50".into()));
    assert!(Words::default().voice("fr").say(&ratio).contains("1,50"));
    let listed = |all: &[&str]| Message::joined("comma", all.iter().map(|text| Message::from(*text))).english();
    assert_eq!([listed(&[]), listed(&["a"]), listed(&["a", "b", "c"])], ["", "a", "a, b, c"]);
    let distinct = Message::distinct(["b", "a", "b"].map(Message::from));
    assert_eq!(distinct, ["a", "b"].map(Message::from));
}

/// What is English for want of words says so where it is an element, and has the plural forms of English.
#[test]
fn what_is_not_translated_is_marked() {
    let (words, _) = own("locales/pl.toml", "copy = \"Kopiuj\"\n");
    let voice = words.voice("pl");
    assert_eq!(
        [voice.element(&say("copy")), voice.element(&say("copied"))],
        ["Kopiuj", "<span lang=\"en\">Copied</span>"]
    );
    assert_eq!(voice.element(&Message::from("<a>")), "&lt;a&gt;");
    assert_eq!(voice.say(&say("lines").with("n", 2_u64)), "2 lines");
    assert_eq!(Words::default().voice("en-GB").element(&say("copied")), "Copied");
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
        assert_eq!(words.voice(language).day("2026-09-02"), day, "{language}");
    }
    assert_eq!(words.voice("de").day(""), "");
    assert_eq!(words.voice("de").day("autumn"), "autumn");
}

#[test]
fn a_file_of_a_site_stands_over_the_built_in_one() {
    let (words, found) =
        own("locales/de.toml", "copy = \"Übernehmen\"\nlines = { one = \"Zeile\", other = \"{n} Zn\" }\n");
    assert_eq!(found, [""; 0]);
    assert_eq!(words.voice("de").word("copy"), "Übernehmen");
    assert_eq!(words.voice("de-CH").word("copy"), "Übernehmen");
    assert_eq!(words.voice("de").word("copied"), "Kopiert");
    let lines = |n: u64| words.voice("de").say(&say("lines").with("n", n));
    assert_eq!([lines(1), lines(2)], ["Zeile", "2 Zn"]);
    let (words, _) = own("locales/it.toml", "copy = \"Copia\"\n");
    assert_eq!(
        (words.voice("it").word("copy"), words.voice("it").word("copied")),
        ("Copia".to_owned(), "Copied".to_owned())
    );
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
    assert_eq!(words.voice("de").word("skip"), "Zum Inhalt");
}
