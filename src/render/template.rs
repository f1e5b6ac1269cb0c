//! Templates: the built-in theme, overridden file by file, and errors with their place.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use tera::{Context, ErrorKind, Tera};

use super::{theme, view};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Source, Span};

/// The templates of a site, ready to render.
#[derive(Debug)]
pub struct Templates {
    tera: Tera,
    sources: BTreeMap<String, Arc<Source>>,
}

impl Templates {
    /// The built-in templates, with the site's own in place of those of the same name.
    pub fn new(site: &view::Site, own: Vec<Source>) -> (Self, Diagnostics) {
        let mut sources: BTreeMap<String, Arc<Source>> = BTreeMap::new();
        for (name, text) in theme::TEMPLATES {
            sources.insert(
                (*name).to_owned(),
                Arc::new(Source::new(format!("(built-in) templates/{name}"), (*text).to_owned())),
            );
        }
        for source in own {
            let name = source.path().strip_prefix("templates/").unwrap_or(source.path()).to_owned();
            sources.insert(name, Arc::new(source));
        }
        let mut tera = Tera::default();
        tera.autoescape_on(vec![".html", ".xml"]);
        let mut found = Diagnostics::new();
        let all = sources.iter().map(|(name, source)| (name.as_str(), source.text()));
        if let Err(error) = tera.add_raw_templates(all) {
            found.push(diagnostic(&sources, &error));
        }
        tera.global_context().insert("site", site);
        (Self { tera, sources }, found)
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
        context.insert(key, view);
        self.render(name, &context, &format!("`{}`", page.title))
    }

    /// A block of a page: one view under its own name. `page` is the file of the page, for errors.
    pub fn block(&self, name: &str, key: &str, view: &impl Serialize, page: &str) -> Result<String, Box<Diagnostic>> {
        let mut context = Context::new();
        context.insert(key.to_owned(), view);
        self.render(name, &context, &format!("`{page}`"))
            .map(|bytes| String::from_utf8(bytes).expect("templates and views are UTF-8"))
    }

    fn render(&self, name: &str, context: &Context, of: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
        let mut bytes = Vec::with_capacity(16 << 10);
        match self.tera.render_to(name, context, &mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) => {
                Err(Box::new(diagnostic(&self.sources, &error).note(format!("while rendering {of} with `{name}`"))))
            }
        }
    }
}

/// A template error as our own, at its place in the template.
fn diagnostic(sources: &BTreeMap<String, Arc<Source>>, error: &tera::Error) -> Diagnostic {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let diagnostic = Diagnostic::error(Code::Template, report.message());
            match sources.get(report.filename()) {
                Some(source) => diagnostic.at(source, Span::from(report.span().range.clone())),
                None => diagnostic.in_file(report.filename()),
            }
        }
        _ => Diagnostic::error(Code::Template, error.to_string()),
    }
}
