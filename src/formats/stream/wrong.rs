//! What can be wrong with a record of a stream, and how to mend it.

use crate::diagnostic::Code;

/// What can be wrong with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// The file ends in the middle of it.
    CutOff,
    /// It is no record of this format.
    Record,
    /// Its number is none, or below zero.
    Number,
    /// A field says neither `true` nor `false`.
    Verdict,
    /// A field says neither `OK` nor `KO`.
    Status,
    /// A value of a rate is neither 0 nor 1.
    Rate,
    /// It has more fields than the tool writes.
    Shifted,
    /// It ends before it starts.
    Backwards,
    /// Another log begins with it.
    Another,
    /// It does not end before the next record begins, or the file does.
    Open,
    /// The file does not end as the tool ends it.
    Unfinished,
}

impl Wrong {
    /// The code of the diagnostic.
    pub fn code(self) -> Code {
        if matches!(self, Self::CutOff | Self::Unfinished) { Code::Truncated } else { Code::Malformed }
    }

    /// How to mend it.
    pub(super) fn mend(self) -> &'static str {
        match self {
            Self::CutOff | Self::Unfinished => {
                "take the file after the tool has ended, or leave it out with `leave_out`"
            }
            Self::Shifted => "take the tab out of the name in the simulation, or leave the file out with `leave_out`",
            Self::Backwards => "measure again with a clock that is not set, or leave the file out with `leave_out`",
            Self::Another => "give each run a file of its own",
            _ => "take the file as the tool wrote it, or leave it out with `leave_out`",
        }
    }

    /// What is wrong, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::CutOff => "the last record is cut off: the file ends without a line feed",
            Self::Record => "this is no record that the tool writes",
            Self::Number => "this is no measurement: a number of 0 or more stands there",
            Self::Verdict => "this is neither `true` nor `false`",
            Self::Status => "this is neither `OK` nor `KO`",
            Self::Shifted => "this request has more fields than Gatling writes: there is a tab in a name",
            Self::Backwards => "this request ends before it starts: the clock of the load generator was set back",
            Self::Another => "here begins the log of another run",
            Self::Rate => "this is the value of a rate, which is 0 or 1",
            Self::Open => "this sample does not end where it should: its end tag is missing",
            Self::Unfinished => "the log is cut off after this: it does not end with `</testResults>`",
        }
    }
}
