//! Whole numbers that a text writes as English words: `eighteen hundred`, `sixty-five`.

/// Words below ten, from zero.
const ONES: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// Words from ten to nineteen.
const TEENS: [&str; 10] =
    ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];

/// Words for tens, from twenty.
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Words that multiply what stands before them.
const SCALES: [(&str, f64); 3] = [("thousand", 1e3), ("million", 1e6), ("billion", 1e9)];

/// Ends of ordinals: `ninety-ninth` is no ninety.
const ORDINALS: [&str; 9] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

/// The number that a text begins with as words, and how many bytes they take.
pub fn leading(text: &str) -> Option<(f64, usize)> {
    let mut number = Number::default();
    let (mut end, mut at) = (0, 0);
    while let Some(word) = word(&text[at..]) {
        let lower = word.to_ascii_lowercase();
        let is_and = lower == "and" && number.may_join();
        if !is_and && !number.take(&lower) {
            break;
        }
        at += word.len();
        end = if is_and { end } else { at };
        // An `and` joins to nothing but smaller numbers, which the next word must begin.
        match text[at..].strip_prefix([' ', '-', '\u{a0}']) {
            Some(rest) => at = text.len() - rest.len(),
            None => break,
        }
    }
    let next = text[end..].strip_prefix('-').and_then(word).map(str::to_ascii_lowercase);
    let is_ordinal = number.last == Last::Tens && next.is_some_and(|next| ORDINALS.contains(&&*next));
    (end > 0 && !is_ordinal).then_some((number.total + number.group, end))
}

/// The word that a text begins with.
fn word(text: &str) -> Option<&str> {
    let length = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    (length > 0).then(|| &text[..length])
}

/// Which kind of word came last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    #[default]
    Nothing,
    Zero,
    Ones,
    Teens,
    Tens,
    Hundred,
    Scale,
}

/// A number while its words are read.
#[derive(Debug, Default)]
struct Number {
    /// What is finished: the thousands in `two thousand five`.
    total: f64,
    /// What the next scale would multiply.
    group: f64,
    /// The last scale; the next must be smaller.
    scale: Option<f64>,
    last: Last,
}

impl Number {
    /// Takes a word; false when it does not go on.
    fn take(&mut self, word: &str) -> bool {
        let place = |words: &[&str]| words.iter().position(|known| *known == word).map(|place| place as f64);
        let begins = matches!(self.last, Last::Nothing | Last::Hundred | Last::Scale);
        if let Some(ones) = place(&ONES) {
            let last = if ones == 0.0 { Last::Zero } else { Last::Ones };
            let may = if ones == 0.0 { self.last == Last::Nothing } else { begins || self.last == Last::Tens };
            return may && self.add(ones, last);
        }
        if let Some(teens) = place(&TEENS) {
            return begins && self.add(10.0 + teens, Last::Teens);
        }
        if let Some(tens) = place(&TENS) {
            return begins && self.add(20.0 + 10.0 * tens, Last::Tens);
        }
        if word == "hundred" {
            let may = matches!(self.last, Last::Ones | Last::Teens | Last::Tens) && self.group < 100.0;
            return may && self.add(self.group * 99.0, Last::Hundred);
        }
        match SCALES.iter().find(|(name, _)| *name == word) {
            Some((_, scale)) => self.multiply(*scale),
            None => false,
        }
    }

    fn add(&mut self, amount: f64, last: Last) -> bool {
        self.group += amount;
        self.last = last;
        true
    }

    fn multiply(&mut self, scale: f64) -> bool {
        let may = (1.0..1000.0).contains(&self.group) && self.scale.is_none_or(|before| scale < before);
        if may {
            self.total += self.group * scale;
            (self.group, self.scale, self.last) = (0.0, Some(scale), Last::Scale);
        }
        may
    }

    /// Whether `and` may come next: `one hundred and five`.
    fn may_join(&self) -> bool {
        matches!(self.last, Last::Hundred | Last::Scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, value: f64, words: &str) {
        let found = leading(text).map(|(value, length)| (value, &text[..length]));
        assert_eq!(found, Some((value, words)), "{text}");
    }

    #[test]
    fn words_make_numbers() {
        for (text, value) in [
            ("zero", 0.0),
            ("Six", 6.0),
            ("twelve", 12.0),
            ("nineteen", 19.0),
            ("sixty-five", 65.0),
            ("sixty five", 65.0),
            ("one hundred", 100.0),
            ("one hundred and five", 105.0),
            ("eighteen hundred", 1800.0),
            ("twenty-five hundred", 2500.0),
            ("two hundred thousand", 200_000.0),
            ("two million three hundred thousand and one", 2_300_001.0),
        ] {
            reads(text, value, text);
        }
    }

    #[test]
    fn a_number_ends_where_no_more_belongs_to_it() {
        reads("five sixty", 5.0, "five");
        reads("two-stage harness", 2.0, "two");
        reads("one hundred and more", 100.0, "one hundred");
        reads("three and four", 3.0, "three");
        reads("ten per cent", 10.0, "ten");
        reads("two thousand million", 2000.0, "two thousand");
    }

    #[test]
    fn other_words_are_no_numbers() {
        for text in ["", "hundred", "thousand", "ninety-ninth", "often", "ones", "and five"] {
            assert_eq!(leading(text), None, "{text}");
        }
    }
}
