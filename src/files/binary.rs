//! Binary files that hold what Benchbook reads in another form, so that it can be said how to get at that.

use crate::diagnostic::{Code, Diagnostic};

/// A version has at most so many characters.
const LONGEST: usize = 32;

/// What is said of a binary file that is known by its beginning.
pub fn known(name: &str, bytes: &[u8]) -> Option<Box<Diagnostic>> {
    let version = gatling(bytes)?;
    let message = format!("`{name}` is the binary log of Gatling {version}, which is not read");
    let diagnostic = Diagnostic::error(Code::NotText, message).in_file(name);
    let note = "Gatling writes its `simulation.log` as text up to 3.12, and in a binary form of its own from 3.13 on";
    let help = "take `js/stats.json` of its report, which Gatling writes up to 3.13.4, or run the simulation with 3.12; \
                leave this file out with `leave_out`";
    Some(Box::new(diagnostic.note(note).help(help)))
}

/// The version that a binary `simulation.log` begins with: a zero for the first record, and in four bytes how many
/// the version has.
fn gatling(bytes: &[u8]) -> Option<&str> {
    let rest = bytes.strip_prefix(&[0, 0, 0, 0])?;
    let (length, rest) = rest.split_first()?;
    let version = std::str::from_utf8(rest.get(..usize::from(*length).min(LONGEST))?).ok()?;
    let is_version = version.starts_with(|c: char| c.is_ascii_digit())
        && version.contains('.')
        && version.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    is_version.then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_known_by_its_version() {
        assert_eq!(gatling(b"\0\0\0\0\x063.13.4\0\0\0\x0cdemo.Example"), Some("3.13.4"));
        for other in [&b"\0\0\0\0\x06abcdef"[..], b"\0\0\0\0\x063.13", b"\0\0\0\0", b"\0\0\0\0\x0031", b"3.13.4\0", b""]
        {
            assert_eq!(gatling(other), None, "{other:?}");
        }
    }
}
