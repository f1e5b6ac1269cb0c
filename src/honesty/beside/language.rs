//! The names of statistics in the languages of pages, and the words that join one to its number.
//!
//! Left out is what often means something else: "max" in "max load" is followed by no joining word, but "largest",
//! 最大 ("up to") and الأقصى ("the limit") are.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex_lite::Regex;

use crate::model::Statistic;
pub(super) use crate::suite::manifest::{one_name, percentile};

/// A statistic that a text names, and where.
#[derive(Debug)]
pub(super) struct Named {
    /// The statistic.
    pub(super) statistic: Statistic,
    /// The bytes of its name.
    pub(super) at: Range<usize>,
}

/// How a language speaks of statistics; all in small letters.
pub(super) struct Language {
    code: &'static str,
    /// Whether spaces stand between words.
    spaced: bool,
    /// The names of statistics, each with its short name in expressions.
    names: &'static [(&'static str, &'static str)],
    /// Names that mean something else without an article ("would mean", "media hora").
    doubtful: &'static [&'static str],
    /// What stands before such a name.
    articles: &'static [&'static str],
    /// A percentile in words, as a pattern with its number.
    percentile: &'static str,
    /// Words that join a name and a number.
    joining: &'static [&'static str],
    /// "requests per second", as written behind a number.
    pub(super) rates: &'static [&'static str],
}

/// The languages that pages of the program have.
static LANGUAGES: [Language; 7] = [
    Language {
        code: "en",
        spaced: true,
        names: &[
            ("median", "p50"),
            ("mean", "mean"),
            ("average", "mean"),
            ("maximum", "max"),
            ("max", "max"),
            ("minimum", "min"),
        ],
        doubtful: &["mean"],
        articles: &["the", "a", "its", "their", "whose", "arithmetic", "with", "in"],
        percentile: "([0-9]+(?:[.,][0-9]+)?)(?:st|nd|rd|th)[ -]percentile",
        joining: &[
            "of",
            "is",
            "was",
            "are",
            "were",
            "be",
            "at",
            "in",
            "on",
            "for",
            "to",
            "the",
            "a",
            "an",
            "its",
            "their",
            "and is",
            "about",
            "around",
            "roughly",
            "only",
            "just",
            "still",
            "now",
            "latency",
            "latencies",
            "response",
            "request",
            "time",
            "times",
            "delay",
            "duration",
            "rose",
            "fell",
            "grew",
            "dropped",
            "went",
            "reached",
            "reaches",
            "stays",
            "stayed",
            "remains",
            "remained",
            "takes",
            "took",
            "has",
            "had",
        ],
        rates: &["requests/s", "req/s", "requests per second", "requests a second"],
    },
    Language {
        code: "de",
        spaced: true,
        names: &[
            ("median", "p50"),
            ("mittelwert", "mean"),
            ("durchschnitt", "mean"),
            ("mittel", "mean"),
            ("maximum", "max"),
            ("minimum", "min"),
        ],
        doubtful: &[],
        articles: &[],
        percentile: "([0-9]+(?:[.,][0-9]+)?)(?:\\.|%|\u{a0}%| %)?[ -]+perzentil",
        joining: &[
            "von",
            "ist",
            "war",
            "liegt",
            "lag",
            "beträgt",
            "betrug",
            "bei",
            "im",
            "in",
            "für",
            "der",
            "die",
            "das",
            "des",
            "dem",
            "den",
            "ein",
            "eine",
            "einer",
            "einem",
            "etwa",
            "rund",
            "nur",
            "noch",
            "latenz",
            "latenzen",
            "antwortzeit",
            "antwortzeiten",
            "anfragen",
            "stieg",
            "sank",
            "fiel",
            "wuchs",
            "auf",
            "erreicht",
            "erreichte",
            "blieb",
        ],
        rates: &["anfragen/s", "anfragen pro sekunde", "req/s"],
    },
    Language {
        code: "fr",
        spaced: true,
        names: &[("médiane", "p50"), ("moyenne", "mean"), ("maximum", "max"), ("minimum", "min")],
        doubtful: &[],
        articles: &[],
        percentile: "([0-9]+(?:[.,][0-9]+)?)(?:e|ème)[ -](?:per)?centile",
        joining: &[
            "de",
            "du",
            "des",
            "est",
            "était",
            "à",
            "au",
            "en",
            "pour",
            "la",
            "le",
            "les",
            "l",
            "d",
            "un",
            "une",
            "environ",
            "seulement",
            "latence",
            "latences",
            "temps",
            "réponse",
            "requêtes",
            "atteint",
            "reste",
            "passe",
            "monte",
            "tombe",
        ],
        rates: &["requêtes/s", "requêtes par seconde", "req/s"],
    },
    Language {
        code: "es",
        spaced: true,
        names: &[("mediana", "p50"), ("media", "mean"), ("promedio", "mean"), ("máximo", "max"), ("mínimo", "min")],
        doubtful: &["media"],
        articles: &["la", "una", "su", "en", "de"],
        percentile: "percentil ([0-9]+(?:[.,][0-9]+)?)",
        joining: &[
            "de",
            "del",
            "es",
            "era",
            "fue",
            "está",
            "a",
            "en",
            "para",
            "la",
            "el",
            "las",
            "los",
            "un",
            "una",
            "unos",
            "solo",
            "latencia",
            "latencias",
            "tiempo",
            "respuesta",
            "solicitudes",
            "alcanza",
            "alcanzó",
            "sube",
            "subió",
            "baja",
        ],
        rates: &["solicitudes/s", "solicitudes por segundo", "req/s"],
    },
    Language {
        code: "ja",
        spaced: false,
        names: &[("中央値", "p50"), ("平均値", "mean"), ("平均", "mean"), ("最大値", "max"), ("最小値", "min")],
        doubtful: &[],
        articles: &[],
        percentile: "([0-9]+(?:\\.[0-9]+)?) ?パーセンタイル",
        joining: &["は", "が", "の", "で", "を", "約", "レイテンシ", "応答時間", "わずか"],
        rates: &["リクエスト/秒", "リクエスト毎秒", "req/s"],
    },
    Language {
        code: "zh",
        spaced: false,
        names: &[("中位数", "p50"), ("平均值", "mean"), ("平均", "mean"), ("最大值", "max"), ("最小值", "min")],
        doubtful: &[],
        articles: &[],
        percentile: "第? ?([0-9]+(?:\\.[0-9]+)?) ?百?分位",
        joining: &["为", "是", "的", "达到", "达", "约", "延迟", "响应时间", "仅", "在", "数", "降到", "升至"],
        rates: &["请求/秒", "req/s"],
    },
    Language {
        code: "ar",
        spaced: true,
        names: &[("الوسيط", "p50"), ("المتوسط", "mean")],
        doubtful: &[],
        articles: &[],
        percentile: "المئين (?:الـ ?)?([0-9]+(?:[.,][0-9]+)?)",
        joining: &["هو", "هي", "يبلغ", "بلغ", "نحو", "حوالي", "عند", "في", "من", "زمن", "لزمن", "الاستجابة"],
        rates: &["طلب/ثانية", "req/s"],
    },
];

/// Signs that may stand between a name and its number.
const SIGNS: [char; 17] = [':', '=', '≈', '~', '*', '_', '`', '"', '“', '”', '„', '«', '»', '(', '：', '’', '\''];

impl Language {
    /// The language of a tag such as `de-AT`.
    pub(super) fn of(tag: &str) -> Option<&'static Self> {
        let code = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        LANGUAGES.iter().find(|language| language.code == code)
    }

    /// The statistics that a text names, in its order; none when small letters have other places than its own.
    pub(super) fn statistics(&self, text: &str) -> Option<Vec<Named>> {
        let lower = text.to_lowercase();
        if lower.len() != text.len() {
            return None;
        }
        let mut found = self.percentiles(&lower);
        for (name, short) in self.names {
            let places = lower.match_indices(name).map(|(start, _)| start..start + name.len());
            let places = places.filter(|at| self.is_whole(&lower, at) && self.is_meant(&lower, name, at.start));
            found.extend(places.filter_map(|at| Some(Named { statistic: one_name(Statistic::parse(short)?), at })));
        }
        // Of two names at one place the longer one is meant.
        found.sort_by_key(|named| (named.at.start, std::cmp::Reverse(named.at.end)));
        found.dedup_by(|next, first| next.at.start < first.at.end);
        Some(found)
    }

    fn percentiles(&self, lower: &str) -> Vec<Named> {
        static SHORT: LazyLock<Regex> =
            LazyLock::new(|| Regex::new("p([0-9]+(?:[.,][0-9]+)?)").expect("the pattern is well-formed"));
        static IN_WORDS: LazyLock<BTreeMap<&str, Regex>> = LazyLock::new(|| {
            let pattern = |own: &Language| Regex::new(own.percentile).expect("the pattern is well-formed");
            LANGUAGES.iter().map(|own| (own.code, pattern(own))).collect()
        });
        let mut found = Vec::new();
        for (pattern, is_short) in [(&*SHORT, true), (&IN_WORDS[self.code], false)] {
            for captures in pattern.captures_iter(lower) {
                let (Some(all), Some(digits)) = (captures.get(0), captures.get(1)) else { continue };
                let whole = !is_short || is_apart(lower, &all.range());
                let statistic = percentile(&digits.as_str().replace(',', ".")).filter(|_| whole);
                found.extend(statistic.map(|statistic| Named { statistic: one_name(statistic), at: all.range() }));
            }
        }
        found
    }

    fn is_whole(&self, lower: &str, at: &Range<usize>) -> bool {
        !self.spaced || is_apart(lower, at)
    }

    /// Whether a name that may mean something else stands behind an article.
    fn is_meant(&self, lower: &str, name: &str, start: usize) -> bool {
        let before = lower[..start].trim_end_matches(|c: char| !c.is_alphanumeric());
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        // The `s` of "red's mean".
        !self.doubtful.contains(&name)
            || self.articles.contains(&word)
            || before.ends_with("'s")
            || before.ends_with("’s")
    }

    /// Whether a text between a name and a number only joins the two; `is_name` says what is a name of the suite.
    pub(super) fn joins(&self, between: &str, is_name: impl Fn(&str) -> bool) -> bool {
        let lower = between.to_lowercase();
        let mut rest = lower.as_str();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || SIGNS.contains(&c));
            if rest.is_empty() {
                return true;
            }
            let fitting = self.joining.iter().filter(|word| rest.starts_with(**word));
            let whole = fitting.filter(|word| !self.spaced || is_apart(rest, &(0..word.len())));
            let word = rest.split(|c: char| !c.is_alphanumeric() && !"-_.".contains(c)).next().unwrap_or_default();
            let taken = match whole.map(|word| word.len()).max() {
                Some(length) => length,
                None if !word.is_empty() && is_name(word.trim_end_matches('.')) => word.len(),
                None => return false,
            };
            rest = &rest[taken..];
        }
    }
}

/// Whether neither letter nor digit touches a part of a text.
fn is_apart(text: &str, at: &Range<usize>) -> bool {
    let touches = |c: char| c.is_alphabetic() && !is_unspaced(c) || c.is_ascii_digit();
    !text[..at.start].ends_with(touches) && !text[at.end..].starts_with(touches)
}

/// Whether a letter is of a script without spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(language: &str, text: &str) -> Vec<String> {
        let language = Language::of(language).expect("the language is known");
        let found = language.statistics(text).expect("the letters can be compared");
        found.into_iter().map(|named| named.statistic.name()).collect()
    }

    #[test]
    fn each_language_names_its_statistics() {
        for (language, text, names) in [
            ("en", "a P95 of", &["p95"] as &[&str]),
            ("en", "the 99.9th percentile is", &["p99.9"]),
            ("en", "the median, the average and the maximum", &["p50", "mean", "max"]),
            ("en", "red's mean is", &["mean"]),
            ("en", "which would mean a latency of", &[]),
            ("en", "http2 at 256 maximal clients in 20 min", &[]),
            ("de", "das 95. Perzentil liegt bei", &["p95"]),
            ("de", "das 99,9-Perzentil, der Median, im Mittel", &["p99.9", "p50", "mean"]),
            ("fr", "le 95e centile, la médiane, la moyenne", &["p95", "p50", "mean"]),
            ("es", "el percentil 95, la mediana, la media", &["p95", "p50", "mean"]),
            ("es", "media hora", &[]),
            ("ja", "p95は", &["p95"]),
            ("ja", "99パーセンタイルと中央値と平均値", &["p99", "p50", "mean"]),
            ("zh", "第95百分位为", &["p95"]),
            ("zh", "p99为，平均值为，中位数为", &["p99", "mean", "p50"]),
            ("ar", "المئين 95 هو", &["p95"]),
            ("ar", "الوسيط هو", &["p50"]),
        ] {
            assert_eq!(named(language, text), names, "{language}: {text}");
        }
    }

    #[test]
    fn only_joining_words_and_names_of_the_suite_join() {
        let english = Language::of("en-GB").expect("English is known");
        let joins = |text: &str| english.joins(text, |word| word == "red");
        for text in ["", " of ", " latency of red is about ", "**: ", " (", " of `red` is "] {
            assert!(joins(text), "{text}");
        }
        for text in [" load of ", " and ", " of blue is ", " is half of ", " 3 "] {
            assert!(!joins(text), "{text}");
        }
    }
}
