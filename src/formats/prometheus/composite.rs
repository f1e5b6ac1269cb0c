//! Composite values, as OpenMetrics 2.0 writes histograms and summaries: `{count:17,sum:3.2,schema:0,…}`.
//!
//! Of a native histogram, whose buckets are exponential, and of any other with its buckets in the value, the count
//! and the sum are read; what percentiles the buckets would give is said to be absent.

/// A composite value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Composite<'a>(&'a str);

/// Why there is no percentile of a histogram with such a value.
pub(super) const NOT_READ: &str = "buckets within a value, such as those of a native histogram, are not read";

impl<'a> Composite<'a> {
    /// The value, when it is a composite one.
    pub(super) fn parse(value: &'a str) -> Option<Self> {
        value.strip_prefix('{')?.strip_suffix('}').map(Self)
    }

    /// A number of it: `count`, `sum`.
    pub(super) fn field(self, key: &str) -> Option<&'a str> {
        let of_key = |start: usize| {
            let before = self.0[..start].chars().next_back();
            let value = self.0[start + key.len()..].strip_prefix(':').filter(|_| before.is_none_or(|c| c == ','))?;
            value.split(',').next()
        };
        self.0.match_indices(key).find_map(|(start, _)| of_key(start))
    }

    /// The quantiles of a summary with their values.
    pub(super) fn quantiles(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let list = self.0.split_once("quantile:[").and_then(|(_, rest)| rest.split_once(']'));
        list.into_iter().flat_map(|(list, _)| list.split(',')).filter_map(|pair| pair.split_once(':'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_names() {
        let value = Composite::parse("{count:17,sum:-3.2e1,zero_count:2,positive_spans:[0:2],positive_buckets:[7,9]}");
        let value = value.expect("a composite value");
        assert_eq!(
            (value.field("count"), value.field("sum"), value.field("zero_count")),
            (Some("17"), Some("-3.2e1"), Some("2"))
        );
        assert_eq!((value.field("unt"), value.field("schema")), (None, None));
        let summary = Composite::parse("{count:3,sum:1,quantile:[0.5:0.2,0.99:NaN]}").expect("a composite value");
        assert_eq!(summary.quantiles().collect::<Vec<_>>(), [("0.5", "0.2"), ("0.99", "NaN")]);
        assert_eq!((Composite::parse("17"), value.quantiles().count()), (None, 0));
    }
}
