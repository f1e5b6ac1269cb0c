//! `benchbook check --external`: links to other hosts.

use crate::build::Summary;
use crate::diagnostic::Diagnostics;
use crate::printer::Printer;

/// Asks for the addresses on other hosts that a site leads to, each for so many seconds at most.
#[cfg(feature = "external")]
pub(super) fn check(summary: &Summary, seconds: u64, printer: &Printer) -> Diagnostics {
    use crate::printer::counted;
    let (links, policy) = &summary.outside;
    let (asked, found) = crate::external::check(links, std::time::Duration::from_secs(seconds));
    let addresses =
        if asked.addresses == 1 { "1 address".to_owned() } else { format!("{} addresses", asked.addresses) };
    printer.status(&format!("asked  for {addresses} on {}", counted(asked.hosts, "other host")));
    policy.apply(found)
}

/// Says that this program cannot.
#[cfg(not(feature = "external"))]
pub(super) fn check(_: &Summary, _: u64, _: &Printer) -> Diagnostics {
    use crate::diagnostic::{Code, Diagnostic};
    let mut found = Diagnostics::new();
    let message = "links to other hosts cannot be checked: this program was built without that";
    let diagnostic = Diagnostic::error(Code::ExternalUnanswered, message);
    found.push(diagnostic.help("build it with the feature `external`, which is on by default"));
    found
}
