//! What a site requires to be disclosed, and no suite may leave out.

use crate::checklist::Required;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Dimensions;
use crate::suite::Suite;
use crate::suite::disclosure::{Answer, answers};

/// The items that the site or the suite requires and nobody answers.
pub fn check_disclosure(suite: &Suite, of_site: &Required) -> Vec<Diagnostic> {
    let own = &suite.manifest.disclosure;
    let gaps: Vec<_> = answers(suite, &Dimensions::new())
        .into_iter()
        .filter(|answered| answered.answer == Answer::NotStated)
        .map(|answered| answered.item)
        .collect();
    let missing = gaps.into_iter().filter_map(|item| {
        let (_, place) = of_site.0.iter().chain(&own.required.0).find(|(required, _)| *required == item)?;
        let message = format!("the suite `{}` does not state `{}`, which is required", suite.name, item.key);
        let diagnostic =
            Diagnostic::error(Code::Undisclosed, message).at(&suite.source, own.span).note(item.meaning().english());
        let help = format!("add `{0} = \"…\"` or `{0} = {{ not_applicable = \"why\" }}` to `[disclosure]`", item.key);
        Some(diagnostic.related(place.clone(), "required here").help(help))
    });
    missing.collect()
}
