//! The stable codes of diagnostics. A code is never given a second meaning.

/// Declares the codes once: variant, number, title, explanation.
macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal, $explanation:literal;)*) => {
        /// A stable code, such as `BB203`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in the order of its number.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code as it is printed.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }

            /// What it means, why it matters, and how to mend it.
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$name => $explanation,)* }
            }
        }
    };
}

codes! {
    Unreadable = "BB001", "file cannot be read",
        "The file system refused to give the file. Check that it exists, that you may read it, and that no other program holds it.";
    NotText = "BB002", "file is not UTF-8 text",
        "Benchbook reads text in UTF-8. Binary files are refused, since a line and column in them would mean nothing to a reader. Evidence may also be in UTF-16 with a byte order mark, as PowerShell writes it; settings, narratives and templates may not: convert them with `iconv -f UTF-16 -t UTF-8`.";
    TooLarge = "BB003", "file is too large for a summary",
        "A summary has some kilobytes. Streams of single measurements that are known (`benchbook formats`) are read at any size; another file of this size is held whole and so refused. Export a summary, or leave the file out with `leave_out`.";
    OutsideSite = "BB004", "path leaves the site",
        "Evidence must lie inside the site's own folder, or a page could publish a file that nobody meant to publish. Copy the file into `data/`.";
    OutputNotOurs = "BB005", "output folder is not Benchbook's",
        "Benchbook replaces its output folder whole, so it refuses a folder that holds files it did not write. Move them away, to `static/` if they belong to the site, or choose another folder with `--out`.";
    WriteFailed = "BB006", "output cannot be written",
        "The file system refused to write. The previous output was left as it was.";
    InTheWay = "BB007", "file is in the way",
        "Benchbook was asked to make a file that is there already. It never writes over what somebody wrote: move the file away, or choose another name.";
    CannotServe = "BB008", "address cannot be served at",
        "The system did not give the address and port that the preview was to listen at. Another program may hold the port: choose another with `--port`, or leave `--port` out and the next free one is taken.";
    RoundFailed = "BB009", "round failed",
        "A command that `benchbook record` ran did not end well: it gave an exit status other than 0, was ended by a signal, or left half an output. What it wrote is kept below `failed/` of the suite, marked in the record, and read by no rule.";
    ReportInTheWay = "BB010", "report on other outputs is in the way",
        "`benchbook build` on a folder of outputs writes into `benchbook-report`, and there is one already that was made from other outputs, or from a site. It is not replaced unless you name it: those outputs may be gone. Give the new report a folder of its own with `--out`, or move the old one away. A report on the same outputs, as they were before, is replaced.";

    Syntax = "BB101", "file is not well-formed",
        "A TOML, YAML or JSON file breaks the rules of its format.";
    UnknownKey = "BB102", "unknown key",
        "A setting that Benchbook does not know. A misspelt setting that was passed over would change what is published without a word.";
    WrongType = "BB103", "setting of the wrong type",
        "A setting holds another kind of value than the one it takes.";
    MissingKey = "BB104", "setting is missing",
        "A setting that has no default was not given.";
    BadValue = "BB105", "setting has no such value",
        "The setting takes one of a few values, or a value of a certain form.";

    UnknownFormat = "BB201", "format not recognised",
        "No reader recognises the content. The file is kept as evidence, but no figure can be read from it. Name the format with `format` if the content does not tell, or describe a table with `[evidence.table]`.";
    Truncated = "BB202", "evidence is cut off",
        "The file ends before the tool's output does. Figures from half an output would be wrong or missing, so none are read.";
    Malformed = "BB203", "evidence is malformed",
        "The file is of a known format, but something in it cannot be what the tool wrote: a duplicate key, a latency below zero, a value that is no number.";
    NothingMatches = "BB204", "pattern matches no file",
        "A `files` pattern of the suite matches nothing under its folder.";
    DuplicateObservation = "BB205", "two places give the same observation",
        "Two evidence places give a value for the same dimensions, metric and statistic. Benchbook will not choose: name a dimension that tells them apart, or leave one out.";
    EvidenceChanged = "BB206", "evidence changed since it was locked",
        "The file's SHA-256 differs from the one in `evidence.lock`. Evidence is never edited. If the change is meant, accept it with `benchbook lock`.";
    EvidenceUnlocked = "BB207", "evidence is not in the lock file",
        "The suite has an `evidence.lock`, but this file is not in it. Add it with `benchbook lock`.";
    EvidenceMissing = "BB208", "locked evidence is missing",
        "The lock file names a file that is not there. Restore it, or accept its removal with `benchbook lock`.";
    NoMapping = "BB209", "column of the mapping is not in the table",
        "The suite's mapping names a column that the table's header does not have.";
    UnmappedValue = "BB210", "value is not a number",
        "A cell that the mapping calls a metric holds something that is no number, range or empty cell.";

    Overlooked = "BB211", "result is read by no pattern",
        "A file lies beside results that are read and is of the same format, and no `files` pattern of the suite has it: a round or a server that would be missing from every figure without a word. Widen the pattern, or say with `leave_out` that it is not to be read.";

    ExpressionSyntax = "BB301", "expression is not well-formed",
        "The expression of a figure cannot be parsed.";
    UnknownMetric = "BB302", "unknown metric",
        "The suite's evidence holds no metric of this name.";
    UnknownDimension = "BB303", "unknown dimension",
        "The suite has no dimension of this name.";
    UnknownValue = "BB304", "unknown value of a dimension",
        "No dimension of the suite has this value, label or alias.";
    Ambiguous = "BB305", "selection is ambiguous",
        "One observation is needed and several match. Name the dimension that tells them apart, or aggregate them with `median`, `min`, `max` or another function.";
    NoObservation = "BB306", "no observation matches",
        "The evidence has no value there. It is not zero: it was not measured, or not exported.";
    UnitMismatch = "BB307", "units do not fit",
        "The operation, or the unit printed in the text, does not fit the units of the values.";
    BadOperation = "BB308", "operation cannot be carried out",
        "The function or operator cannot be applied to these values: an empty selection, a division by zero, a list where one value is needed.";

    ClaimContradicted = "BB401", "claim does not hold",
        "The text of a bound figure says something else than the evidence gives. Correct the text, or acknowledge the verdict in the link's title with a reason, and the page shows it.";
    ClaimPartly = "BB402", "claim holds only in part of its scope",
        "The claim holds for some of the values it speaks of. Narrow its scope, or acknowledge it with `\"partly: …\"`.";
    ClaimAcknowledged = "BB403", "claim is acknowledged as something it is not",
        "The link's title acknowledges a verdict that the evidence does not give. Remove or correct the acknowledgement.";
    ClaimNoNumber = "BB404", "statement is not a yes-or-no expression",
        "A claim whose text holds no number must be bound to a comparison (`above`, `below`, `equals`).";
    NoSuite = "BB405", "page has no suite",
        "A figure or block needs evidence, and the page names no suite in its front matter.";
    ClaimEstimated = "BB406", "claim rests on estimates",
        "The claim agrees with its evidence, but a value that it follows from was estimated or claimed by somebody and never measured. Say so: acknowledge it with `\"estimated: why\"`, or once for all with `estimates = \"why\"` in the front matter of the page or in `suite.toml`.";
    Unbound = "BB410", "number is bound to no evidence",
        "A number with a unit, a percent sign or a multiple stands in the text and leads to no evidence: nobody can check it, and it stays when the evidence changes. Bind it, `[12 ms](<= p99[…]>)`; if it is a setting, state it under `[conditions]`; if it is neither, exempt it with a reason, `[85 %](<= exempt> \"why\")`, or for the whole page with `exempt = { \"85 %\" = \"why\" }` in the front matter.";

    BrokenLink = "BB501", "link leads nowhere",
        "A link of a page leads to a page, file or anchor that the site does not have.";
    Template = "BB502", "template cannot be rendered",
        "A template is not well-formed, or uses something that is not there.";
    UnknownBlock = "BB503", "block is not valid",
        "A block's settings do not fit together.";
    DuplicateId = "BB504", "two things have the same id",
        "Two headings or pages would have the same address.";
    NotASite = "BB505", "not a site",
        "The folder has no `benchbook.toml`.";
    ExternalDead = "BB506", "link to another host is dead",
        "`benchbook check --external` asked for the address, and it is not there: the server says so (404, 410), there is no host of that name, or it refuses the connection. A reader who follows the link meets nothing. Correct the address, lead to an archived copy, or take the link out. A page may allow it with the reason.";
    ExternalUnanswered = "BB507", "link to another host could not be checked",
        "`benchbook check --external` asked for the address and got no answer that tells: none in time, a server that is out of order (5xx), or one that wants a login or no programs (401, 403, 429). It may be fine in a browser. A page may allow it with the reason.";
    ExternalMoved = "BB508", "link to another host has moved for good",
        "The server answered with a permanent redirection (301, 308): the link still works, for as long as the server remembers. Write the new address.";
    Picture = "BB509", "picture is not drawn as asked for",
        "`[output]` in `benchbook.toml` asks for pictures as PNG. They are drawn with a font that is built in, which has Latin, Greek and Cyrillic letters: in the PNG of a chart each character that it lacks is an empty box, and a card that lacks one is not written. The SVG of the chart is drawn with the fonts of its reader, and has them all. A Benchbook that was built without the feature `card` draws none: build it with `cargo build --release --features card`, or take the setting out.";
    Contrast = "BB510", "colour is hard to read",
        "Text in this colour is hard to tell from the paper: WCAG 2.2 (level AA) asks for a contrast of 4.5:1. `accent` of `[theme]` is measured against the light paper, `accent_dark` against the dark one; without `accent_dark`, the theme takes the nearest shade of `accent` that can be read there.";

    ImpossibleOrder = "BB601", "statistics in an impossible order",
        "A percentile cannot be above a higher one or above the maximum, nor a mean above the maximum. One of the two was read from another field or has another unit. Passed over is what the printed digits hide, and what a tool that counts times in buckets cannot tell: Artillery keeps them within 1 %, Locust within 5 %, sysbench's histogram within 0.91 %, autocannon and wrk2 within 0.1 %, and the words of such a figure say so.";
    Sentinel = "BB602", "a value that means \"none\"",
        "Tools and scripts write `-1` where they had no value, the largest number of a machine word, or zero for each latency of a run that answered requests. Published, it looks like a measurement. Leave the cell empty: what is not known is shown as not known.";
    LittlesLaw = "BB603", "more requests in flight than connections",
        "Little's law: the mean number of requests in flight is the rate times the mean time of each. It cannot exceed the number of connections (without pipelining). When it does, rate, time and connections are not of the same run, a field was read for another, or the tool put latencies into the mean that it did not measure: wrk adds some for the requests that a stall held back.";
    LoadGenerator = "BB604", "the load generator was idle",
        "Rate times mean latency is less than half of the connections, or of the virtual users of a closed loop: the clients spent most of their time elsewhere. Then the load generator, not the server, set the rate, or it waited between requests. Say which.";
    UnitImplausible = "BB605", "a unit is wrong by 1,000",
        "By Little's law the mean latency is off by about a factor of 1,000: microseconds read as milliseconds, or milliseconds as seconds.";
    Identical = "BB606", "results identical across systems",
        "Systems agree in their rate to the last digit, or systems or rounds in all their values: something that they share was the limit, or a file or a row was copied. How many agreeing digits that takes follows from chance: what is alike may agree in the first three digits of a value, each digit beyond agrees once in ten, and so many are asked for that less than one in 1,000 suites with as many runs would have such a pair. A rate of four or more systems is told whatever its digits. Not told is a rate on a schedule (`load = \"open\"`), which is what was asked for; digits that the source does not have, such as whole milliseconds or a tool's buckets, do not count.";
    FewBeyond = "BB607", "percentile rests on too few observations",
        "A percentile is only as good as the number of observations beyond it. With fewer than ten, another run would give another value: p99.9 of 500 requests is the slowest request under another name. The limit of ten follows the usual rule of thumb for estimating a proportion.";
    FailuresHidden = "BB608", "failed requests are not shown",
        "More than 1 % of the requests of a run failed, and the page shows its rate or latency without a word on its failures. Fast refusals make a broken server look like a fast one.";
    LoadUndisclosed = "BB609", "load model is not disclosed",
        "In a closed loop each client waits for its answer before it asks again, so a stalled server is asked less often and its worst times are missing from the percentiles (coordinated omission). A reader must know whether the loop was closed. State it: `load = \"closed\"` or `load = \"open\"` under `[conditions]`.";
    LoadMixed = "BB610", "latencies of several loops in one figure",
        "Latencies of a closed and of an open loop measure different things and cannot be compared or aggregated, nor share a column of a table or a chart unless `load` is a dimension that the reader sees.";
    Superseded = "BB611", "superseded values are used",
        "A figure rests on a session that a later one superseded. Use the later one. A figure that sets the same value of both sessions against each other is what an old session is kept for, and is not told.";
    SingleRound = "BB612", "one round is compared as if it were certain",
        "Rates of requests or latencies that were measured once each are compared: in a claim, a ratio or a difference, in a table or chart of several subjects or releases, or with an objective or a reference line. Without repetitions nobody can say how much of the difference is noise, or on which side of the limit the next run would be. Rates that a schedule gave, those of an open loop, are what was asked for and are not meant. The block `compare` says so itself, and is not told. A page is told once, at the first such place. Measure several rounds, or disclose it: `rounds = 1` under `[conditions]`.";
    Unlike = "BB613", "unlike conditions are compared",
        "A ratio or comparison of runs that differ in connections, virtual users, threads, duration, hardware, system, network, payload, compiler, toolchain or build flags, or of subjects of different sessions, compares the conditions as much as the subjects. The same holds of an average over such runs or over classes (`class`, `mode`, `cache`, `state`), and of a table or chart in which the hardware, system, browser or compiler differs and no row or column says so, or in which subjects stand beside each other under unlike connections, virtual users, threads or durations. Durations are those that authors state, and those that outputs tell of runs that the clock ended: runs of a fixed number of requests take what they take.";
    TooPrecise = "BB614", "more digits than the sources have",
        "A ratio is no more precise than its least precise source. Printed to more digits it claims a precision that was never measured.";
    Private = "BB615", "evidence holds something private",
        "Evidence is published byte for byte. This file holds something that looks like a secret, an e-mail address, the name of a private host, or a path of somebody's machine.";
    Undisclosed = "BB620", "a required disclosure is missing",
        "The site, or the suite itself, requires an answer to an item of the checklist (`[disclosure] require = [\"hardware\"]`), and neither the author nor the evidence gives one. State it under `[disclosure]` of `suite.toml`, or say why it does not apply: `storage = { not_applicable = \"nothing is stored\" }`.";
    Misnamed = "BB621", "a name says another statistic",
        "A mapping reads a column or pointer as one statistic, and its name says another: `p95` read as p99, `avg` as a median. Every figure made of it would carry the wrong label. The same holds of a `label` under `[metrics]` or of a column that names another statistic than the one it stands over. Correct the mapping or the label; where the name itself is wrong, allow this check with the reason.";
    NoVersion = "BB622", "version is a placeholder",
        "The version of a subject is `0.0.0`, `dev`, `unknown` or the like: what a build writes before it knows better. Nobody can measure that again. Give the version that was measured; for a build between releases the `commit` tells which.";
    WithdrawnUsed = "BB623", "a withdrawn value is used",
        "The suite withdraws this value with `[[withdrawn]]`, and a figure of the page still rests on it, by itself or through others. It stays on the page, struck out; whoever relies on it should not. Take the figure out, or allow the check on the page with the reason for showing it.";
    CorrectedPrinted = "BB624", "a corrected text is still printed",
        "The suite corrects this text with `[[corrections]]`, and a page still prints what was wrong (`was`). Print what is right; to show the old text, retire it: `[55.7×](<= withdrawn> \"why\")` strikes it out and says why.";
    Outdated = "BB625", "a later version than the one measured is out",
        "The subject's `version` is older than its `latest`: what holds of the one may not hold of the other. Measure the latest version, or allow the check on the page with the reason that the old one is meant.";
    Overdue = "BB626", "a promised measurement is past due",
        "An obligation of the suite has neither been met nor put off. Its day is compared with `--today`, else with `SOURCE_DATE_EPOCH`, else with the newest day that the site itself states, and never with the clock, so that the same files give the same site. An event such as `when = \"kruda 2.0\"` has come when the `version` or `latest` of that subject is as late.";
    PercentilesAveraged = "BB627", "percentiles of several populations are averaged",
        "A percentile of one route and one of another do not average to a percentile of both: nobody waited that long. Show each, or the worst. Repetitions of the same measurement may be made into one value, and the words of the figure say how.";
    SameSource = "BB628", "two subjects are the same version of the same thing",
        "Two subjects state the same `url` with the same version or commit. Either one has the numbers or the origin of the other, or they are two configurations of one thing; then a reader must know which of them has its defaults. Correct the `url`, the version or the commit, or say how each was set up: `competitors` in `[disclosure]`, or `configuration` or `settings` in `[conditions]`. That a `url` belongs to the owner that a name suggests, or that a setting is a default, no file can tell: who reads the page must be able to follow both.";
    Beside = "BB629", "the words beside a number name another statistic",
        "The words right beside a bound number say another statistic than the one it is (\"p95 of\" beside a p99), or a unit behind it says another than its own (\"requests/s\" behind a latency). The number is right and the sentence is not. Told is only what cannot be read otherwise: the name stands in the clause of the number, joined to it by words such as \"of\", \"is\" and \"latency\" or names of the suite, with no other figure between, and the clause names no second statistic. The names are those of the page's language: percentiles, median, mean, maximum and minimum where they are unambiguous. Write what the number is, or bind it to what is written.";

    NotBuilt = "BB701", "not a built site",
        "The folder holds no site that Benchbook built: there is no `figures.json` of a page, or no `evidence/SHA256SUMS`.";
    SumsDiffer = "BB702", "published evidence is not what it was",
        "An evidence file of a built site is missing, or its SHA-256 is not the one that the site lists. Somebody changed the file or the list after the site was built. Build it again from its sources, and compare.";
    InputDiffers = "BB703", "evidence does not say what a figure rests on",
        "A figure names a place in the evidence and the text that stands there. There is no such file or place, or something else stands there: the figure rests on what the evidence does not say.";
    ValueDiffers = "BB704", "value does not follow from its evidence",
        "The formula of the figure, computed again from the raw evidence, gives another value than the site states.";
    TextDiffers = "BB705", "printed text does not state its value",
        "The text on the page is not the one of the figure's entry, or does not print its value at the precision that it is written in.";
    FigureAstray = "BB706", "figure does not lead to its evidence",
        "A figure on a page has no entry in `figures.json`, an entry is shown nowhere, or its link leads elsewhere than to the evidence that it rests on.";
}

impl Code {
    /// Whether a site or a page may allow it or change how grave it is: checks of honesty, and what
    /// else is a warning by itself. What the promise rests on cannot be allowed away.
    pub fn is_rule(self) -> bool {
        self >= Self::ImpossibleOrder
            || matches!(
                self,
                Self::EvidenceUnlocked
                    | Self::Overlooked
                    | Self::Unbound
                    | Self::ExternalDead
                    | Self::ExternalUnanswered
                    | Self::ExternalMoved
                    | Self::Picture
                    | Self::Contrast
            )
    }

    /// The page of the documentation that has more of it, below where that is published.
    pub fn page(self) -> String {
        format!("docs/reference/diagnostics/#{}", self.id().to_ascii_lowercase())
    }

    /// The code of that number, such as `BB203`; case does not matter.
    pub fn parse(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_each_code() {
        let page = include_str!("../../content/docs/reference/diagnostics.md");
        for code in Code::ALL {
            let address = code.page();
            let (path, anchor) = address.split_once('#').expect("it has an anchor");
            assert_eq!(path, "docs/reference/diagnostics/");
            assert!(page.contains(&format!("{{#{anchor}}}")), "{address}");
        }
    }

    #[test]
    fn ids_ascend_and_parse_back() {
        let ids: Vec<_> = Code::ALL.iter().map(|code| code.id()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
        assert_eq!(Code::parse("bb206"), Some(Code::EvidenceChanged));
        assert_eq!(Code::parse("BB999"), None);
    }
}
