//! How templates say something in the language of what is rendered: `say(key="skip")`, `day(date=page.date)`.

use std::sync::Arc;

use tera::{Error, Function, Kwargs, State, Tera, TeraResult};

use crate::words::{Message, Words, say};

/// Gives templates the functions `say` and `day`.
pub fn teach(words: &Arc<Words>, tera: &mut Tera) {
    tera.register_function("say", Say(Arc::clone(words)));
    tera.register_function("day", Day(Arc::clone(words)));
}

/// `say(key="table_number", n=3)`; `plain=true` where no element may stand, as in an attribute.
struct Say(Arc<Words>);

impl Function<TeraResult<String>> for Say {
    fn call(&self, kwargs: Kwargs, state: &State<'_>) -> TeraResult<String> {
        let key = kwargs.must_get::<&str>("key")?;
        let voice = self.0.voice(&language(state)?);
        let blanks = voice.blanks(key).ok_or_else(|| Error::message(format!("there are no words `{key}`")))?;
        let mut message = say(key.to_owned());
        for name in blanks.into_iter().chain(["n"]) {
            let value = match kwargs.get::<u64>(name) {
                Ok(Some(number)) => Message::Count(number),
                Ok(None) => continue,
                Err(_) => kwargs.get::<&str>(name)?.unwrap_or_default().into(),
            };
            message = message.with(name.to_owned(), value);
        }
        let is_plain = kwargs.get::<bool>("plain")?.unwrap_or(false);
        Ok(if is_plain { voice.html(&message) } else { voice.element(&message) })
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// `day(date="2026-09-12")`
struct Day(Arc<Words>);

impl Function<TeraResult<String>> for Day {
    fn call(&self, kwargs: Kwargs, state: &State<'_>) -> TeraResult<String> {
        Ok(self.0.voice(&language(state)?).day(kwargs.must_get::<&str>("date")?))
    }
}

/// The language of what is being rendered.
fn language(state: &State<'_>) -> TeraResult<String> {
    Ok(state.get::<String>("language")?.unwrap_or_else(|| "en".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn said(words: &Arc<Words>, language: &str, template: &str) -> String {
        let mut tera = Tera::default();
        tera.autoescape_on(vec![".html"]);
        teach(words, &mut tera);
        tera.add_raw_template("a.html", template).expect("it is well-formed");
        let mut context = tera::Context::new();
        context.insert("language", language);
        tera.render("a.html", &context).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn templates_say_words_of_the_language() {
        let words = Words::new(Vec::new()).0;
        let lines = "{{ say(key=\"lines\", n=1) }}, {{ say(key=\"lines\", n=12345) }}";
        assert_eq!(said(&words, "de", lines), "1 Zeile, 12.345 Zeilen");
        assert_eq!(said(&words, "ar", "{{ say(key=\"lines\", n=2) }}"), "سطران");
        assert_eq!(said(&words, "en", "{{ say(key=\"claimed_as\", text=\"<2*3*4>\") }}"), "claimed: &lt;2*3*4&gt;");
        assert_eq!(said(&words, "fr", "{{ day(date=\"2026-09-02\") }}"), "02/09/2026");
        assert!(said(&words, "en", "{{ say(key=\"lins\") }}").contains("there are no words `lins`"));
    }

    #[test]
    fn what_is_not_translated_is_marked_but_in_attributes() {
        let (words, _) = Words::new(vec![Source::new("locales/it.toml", "copy = \"Copia\"\n".to_owned())]);
        let both = "{{ say(key=\"copied\") }} {{ say(key=\"copied\", plain=true) }} {{ say(key=\"copy\") }}";
        assert_eq!(said(&words, "it", both), "<span lang=\"en\">Copied</span> Copied Copia");
    }
}
