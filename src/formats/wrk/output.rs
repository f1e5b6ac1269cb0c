//! One run's output: which line says what, as slices of the log.

/// What wrk or wrk2 printed of one run. Numbers keep their suffixes (`1.27ms`).
#[derive(Debug, Default)]
pub(super) struct Output<'a> {
    /// `3s` of `Running 3s test @ …`.
    pub(super) length: &'a str,
    /// The address.
    pub(super) url: &'a str,
    /// The number of threads.
    pub(super) threads: &'a str,
    /// The number of connections.
    pub(super) connections: &'a str,
    /// The row `Latency`: mean, standard deviation, maximum, share within one deviation.
    pub(super) latency: Option<[&'a str; 4]>,
    /// The row `Req/Sec`, per thread, with the same columns.
    pub(super) thread_rate: Option<[&'a str; 4]>,
    /// Percent (`99.900%`) and latency, from the first distribution.
    pub(super) percentiles: Vec<(&'a str, &'a str)>,
    /// Share (`0.999000`) and latency in milliseconds, from the first spectrum.
    pub(super) spectrum: Vec<(&'a str, &'a str)>,
    /// The line `N requests in …`.
    pub(super) totals: Option<Totals<'a>>,
    /// Socket errors: connect, read, write, timeout.
    pub(super) socket_errors: Option<[&'a str; 4]>,
    /// Responses outside 2xx and 3xx.
    pub(super) non_2xx: Option<&'a str>,
    /// `Requests/sec`.
    pub(super) rate: Option<&'a str>,
    /// `Transfer/sec`, the last line.
    pub(super) transfer: Option<&'a str>,
    /// Whether a line is there that only wrk2 prints.
    pub(super) is_wrk2: bool,
    /// The number of latency distributions so far; wrk2 prints a second, uncorrected one when asked.
    distributions: usize,
}

/// The line `N requests in 15.10s, 1.50GB read`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Totals<'a> {
    /// The whole line.
    pub(super) line: &'a str,
    /// How many requests were answered.
    pub(super) requests: &'a str,
    /// How long the run took.
    pub(super) duration: &'a str,
    /// How many bytes were read.
    pub(super) received: &'a str,
}

impl<'a> Output<'a> {
    /// The output that begins with these two lines. The first alone proves nothing: autocannon
    /// begins with the very same one.
    pub(super) fn begin(first: &'a str, second: &'a str) -> Option<Self> {
        let ["Running", length, "test", "@", url] = words(first)[..] else { return None };
        let [threads, "threads", "and", connections, "connections"] = words(second)[..] else { return None };
        let counts = [threads, connections];
        let counted = counts.iter().all(|count| count.bytes().all(|byte| byte.is_ascii_digit()));
        counted.then(|| Self { length, url, threads, connections, ..Self::default() })
    }

    /// Takes a further line; says whether it belongs to the output.
    pub(super) fn take(&mut self, line: &'a str) -> bool {
        match words(line)[..] {
            ["Thread", "Stats", ..] | ["Detailed", "Percentile", "spectrum:"] | ["Value", "Percentile", ..] => {}
            ["Thread", "calibration:", ..] => self.is_wrk2 = true,
            ["Latency", "Distribution", ref kind @ ..] => {
                self.distributions += 1;
                self.is_wrk2 |= kind.first() == Some(&"(HdrHistogram");
            }
            ["Latency", mean, deviation, max, share] => self.latency = Some([mean, deviation, max, share]),
            ["Req/Sec", mean, deviation, max, share] => {
                // Of a run too short to be sampled wrk prints `0.00` here, and wrk2 `-nan`.
                self.is_wrk2 |= mean.ends_with("nan");
                self.thread_rate = Some([mean, deviation, max, share]);
            }
            [requests, "requests", "in", duration, received, "read"] => {
                let duration = duration.trim_end_matches(',');
                self.totals = Some(Totals { line: line.trim(), requests, duration, received });
            }
            ["Socket", "errors:", "connect", connect, "read", read, "write", write, "timeout", timeout] => {
                self.socket_errors = Some([connect, read, write, timeout].map(|count| count.trim_end_matches(',')));
            }
            ["Non-2xx", "or", "3xx", "responses:", count] => self.non_2xx = Some(count),
            ["Requests/sec:", rate] => self.rate = Some(rate),
            ["Transfer/sec:", transfer] => self.transfer = Some(transfer),
            ref row => return self.take_row(row),
        }
        true
    }

    /// Takes a row of a distribution or spectrum.
    fn take_row(&mut self, row: &[&'a str]) -> bool {
        match *row {
            [percent, latency] if percent.ends_with('%') && self.distributions > 0 => {
                if self.distributions == 1 {
                    self.percentiles.push((percent, latency));
                }
            }
            [latency, share, count, _] if self.is_wrk2 && [latency, share, count].iter().all(|cell| is_plain(cell)) => {
                if self.distributions == 1 {
                    self.spectrum.push((share, latency));
                }
            }
            [first, ..] => return self.is_wrk2 && first.starts_with("#["),
            [] => return false,
        }
        true
    }

    /// Whether the last line was there.
    pub(super) fn has_ended(&self) -> bool {
        self.transfer.is_some()
    }
}

/// The words of a line.
pub(super) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn is_plain(cell: &str) -> bool {
    cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}
