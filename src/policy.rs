//! What a site and its pages decide about rules: raised, lowered, or allowed with a reason.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::settings::{Context, Keys};
use crate::suggest;

/// How grave a rule is on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The site does not build.
    Error,
    /// Somebody should look.
    Warning,
    /// Nothing is said.
    Allow,
}

/// The decisions of a site and its pages.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    levels: BTreeMap<Code, Level>,
    allowed: BTreeMap<(Arc<str>, Code), ()>,
}

impl Policy {
    /// Reads `[rules]` of `benchbook.toml`: `BB607 = "error"`.
    pub fn read(context: &Context, keys: &Keys<'_>) -> Self {
        let mut policy = Self::default();
        for (id, word, span) in keys.pairs("rules") {
            let level = match word.as_str() {
                "error" => Level::Error,
                "warning" => Level::Warning,
                "allow" => Level::Allow,
                _ => {
                    let help = suggest::help(&word, ["error", "warning", "allow"]);
                    context.error(Code::BadValue, span, format!("`{word}` is no level"), help);
                    continue;
                }
            };
            policy.levels.extend(rule(context, &id, span).map(|code| (code, level)));
        }
        policy
    }

    /// Reads `allow` of a page's front matter: `allow = { BB607 = "the reason" }`.
    pub fn read_allowed(context: &Context, keys: &Keys<'_>) -> Vec<Code> {
        let mut allowed = Vec::new();
        for (id, reason, span) in keys.pairs("allow") {
            if reason.trim().is_empty() {
                let help = Some(format!("write `{id} = \"why\"`"));
                context.error(Code::BadValue, span, "allowing a rule needs a reason", help);
            }
            allowed.extend(rule(context, &id, span));
        }
        allowed
    }

    /// Adds what a page allows.
    pub fn allow(&mut self, page: &Arc<str>, codes: &[Code]) {
        self.allowed.extend(codes.iter().map(|code| ((Arc::clone(page), *code), ())));
    }

    /// The diagnostics with the decisions carried out.
    pub fn apply(&self, found: Diagnostics) -> Diagnostics {
        let mut decided = Diagnostics::new();
        decided.extend(found.into_iter().filter_map(|diagnostic| self.decide(diagnostic)));
        decided
    }

    fn decide(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        if !diagnostic.code.is_rule() {
            return Some(diagnostic);
        }
        let file = diagnostic.file().map(Arc::from);
        if file.is_some_and(|file| self.allowed.contains_key(&(file, diagnostic.code))) {
            return None;
        }
        match self.levels.get(&diagnostic.code) {
            Some(Level::Allow) => return None,
            Some(Level::Error) => diagnostic.severity = Severity::Error,
            Some(Level::Warning) => diagnostic.severity = Severity::Warning,
            None => {}
        }
        Some(diagnostic)
    }
}

/// The rule of that code; one that is none, or cannot be changed, is reported.
fn rule(context: &Context, id: &str, span: crate::source::Span) -> Option<Code> {
    match Code::parse(id) {
        Some(code) if code.is_rule() => Some(code),
        Some(code) => {
            let message = format!("`{}` ({}) is not a rule that can be changed", code.id(), code.title());
            context.error(Code::BadValue, span, message, None);
            None
        }
        None => {
            let help = suggest::help(id, Code::ALL.iter().filter(|code| code.is_rule()).map(|code| code.id()));
            context.error(Code::BadValue, span, format!("there is no rule `{id}`"), help);
            None
        }
    }
}
