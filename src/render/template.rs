//! Templates: a built-in theme, overridden file by file, and errors with their place.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use tera::{Context, ErrorKind, Tera};

use super::theme::Theme;
use super::{breaks, say, view};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use crate::words::Words;

/// What stands before the paths of built-in templates.
const BUILT_IN: &str = "(built-in) ";
const BUILT_IN_HELP: &str =
    "a template of this site takes the place of one that this needs: keep the blocks and components of that one";

/// The templates of a site, ready to render.
#[derive(Debug)]
pub struct Templates {
    tera: Tera,
    words: Arc<Words>,
    sources: BTreeMap<String, Arc<Source>>,
}

impl Templates {
    /// The templates of a built-in theme, with the site's own in place of those of the same name.
    pub fn new(site: &view::Site, theme: &Theme, words: Arc<Words>, own: Vec<Source>) -> (Self, Diagnostics) {
        let built_in = theme.templates();
        let source = |(name, text): (&&str, &&str)| {
            ((*name).to_owned(), Arc::new(Source::new(format!("{BUILT_IN}templates/{name}"), (*text).to_owned())))
        };
        let mut sources: BTreeMap<String, Arc<Source>> = built_in.iter().map(source).collect();
        for source in own {
            let name = source.path().strip_prefix("templates/").unwrap_or(source.path()).to_owned();
            sources.insert(name, Arc::new(source));
        }
        let mut found = Diagnostics::new();
        let mut tera = empty(&words);
        if let Err(error) = tera.add_raw_templates(sources.iter().map(|(name, source)| (name.as_str(), source.text())))
        {
            let malformed = malformed(&words, &sources);
            found.extend(if malformed.is_empty() { diagnostics(&sources, &error) } else { malformed });
            // The built-in theme stands in, so that what is wrong with the pages is found too.
            tera = empty(&words);
            tera.add_raw_templates(built_in).expect("a built-in theme is well-formed");
        }
        tera.global_context().insert("site", site);
        (Self { tera, words, sources }, found)
    }

    /// The words of the interface.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// A page: `page` and one view under its own name.
    pub fn page(
        &self,
        name: &str,
        page: &view::Page,
        key: &'static str,
        view: &impl Serialize,
    ) -> Result<Vec<u8>, Box<Diagnostic>> {
        let mut context = Context::new();
        context.insert("page", page);
        context.insert("language", &page.language);
        context.insert(key, view);
        self.render(name, &context, &format!("the page `/{}`", page.path))
    }

    /// A block of a page in a language: one view under its own name. `page` is the file of the page, for errors.
    pub fn block(
        &self,
        name: &str,
        key: &str,
        view: &impl Serialize,
        (page, language): (&str, &str),
    ) -> Result<String, Box<Diagnostic>> {
        let mut context = Context::new();
        context.insert("language", language);
        context.insert(key.to_owned(), view);
        self.render(name, &context, &format!("`{page}`"))
            .map(|bytes| String::from_utf8(bytes).expect("templates and views are UTF-8"))
    }

    fn render(&self, name: &str, context: &Context, of: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
        let mut bytes = Vec::with_capacity(16 << 10);
        match self.tera.render_to(name, context, &mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) => {
                let diagnostic = diagnostics(&self.sources, &error).remove(0);
                Err(Box::new(diagnostic.note(format!("while rendering {of} with `{name}`"))))
            }
        }
    }
}

fn empty(words: &Arc<Words>) -> Tera {
    let mut tera = Tera::default();
    say::teach(words, &mut tera);
    breaks::teach(&mut tera);
    tera.autoescape_on(vec![".html", ".xml"]);
    tera
}

/// What is wrong with templates by themselves: Tera stops at the first that it cannot parse.
fn malformed(words: &Arc<Words>, sources: &BTreeMap<String, Arc<Source>>) -> Vec<Diagnostic> {
    let parsed = sources.iter().map(|(name, source)| empty(words).add_raw_template(name, source.text()));
    let errors = parsed.filter_map(Result::err).filter(|error| matches!(error.kind(), ErrorKind::SyntaxError(_)));
    errors.flat_map(|error| diagnostics(sources, &error)).collect()
}

/// At least one diagnostic for an error, each at its place in a template.
fn diagnostics(sources: &BTreeMap<String, Arc<Source>>, error: &tera::Error) -> Vec<Diagnostic> {
    let at = |message: &str, name: &str, span: Option<Span>| {
        let (message, fields) = message.split_once(". Available fields: ").unwrap_or((message, ""));
        let diagnostic = Diagnostic::error(Code::Template, in_our_case(message));
        match (sources.get(name), span) {
            (Some(source), Some(span)) => {
                let known = fields.split(", ").filter(|field| !field.is_empty());
                let near = crate::suggest::help(source.slice(span), known);
                let built_in = source.path().starts_with(BUILT_IN).then(|| BUILT_IN_HELP.to_owned());
                diagnostic.at(source, span).help_if(near.or(built_in))
            }
            _ => diagnostic.in_file(format!("templates/{name}")),
        }
    };
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            vec![at(report.message(), report.filename(), Some(Span::from(report.span().range.clone())))]
        }
        ErrorKind::MissingParent { current, parent } => {
            let found = at(&format!("there is no template `{parent}` to extend"), current, extends(sources, current));
            vec![found.help_if(crate::suggest::help(parent, sources.keys().map(String::as_str)))]
        }
        _ => {
            let text = error.to_string();
            let reports: Vec<Diagnostic> = text.split("error: ").filter_map(|part| report(sources, part, at)).collect();
            if reports.is_empty() { vec![Diagnostic::error(Code::Template, in_our_case(&text))] } else { reports }
        }
    }
}

/// A part of what Tera prints for several errors at once: a message, and a line `--> name:line:column`.
fn report<T>(
    sources: &BTreeMap<String, Arc<Source>>,
    part: &str,
    at: impl Fn(&str, &str, Option<Span>) -> T,
) -> Option<T> {
    let (message, rest) = part.split_once('\n')?;
    let place = rest.lines().next()?.trim().strip_prefix("--> ")?;
    let (name, position) = place.split_once(':')?;
    let (line, column) = position.split_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let span = sources.get(name).and_then(|source| {
        let start = *source.line_starts().get(line.checked_sub(1)?)? as usize;
        let before: usize = source.text()[start..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
        let length = rest.lines().find_map(|line| Some(line.matches('^').count()).filter(|count| *count > 0));
        Some(Span::new(start + before, start + before + length.unwrap_or(0)))
    });
    Some(at(message, name, span))
}

/// Where a template says what it extends.
fn extends(sources: &BTreeMap<String, Arc<Source>>, name: &str) -> Option<Span> {
    let text = sources.get(name)?.text();
    let start = text.find("extends")?;
    let end = text[start..].find("%}").map_or(text.len(), |at| start + at);
    Some(Span::new(start, start + text[start..end].trim_end_matches(['-', ' ']).len()))
}

/// A message of Tera's as ours are written: it begins in lower case and has no point at its end.
fn in_our_case(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    let mut characters = message.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}
