//! The functions of the language: their names, their definitions, and what they take.

/// What a function takes and gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Many values to one.
    Reduce,
    /// Many values to a range.
    Interval,
    /// Many values, and a share as the last argument, to one value.
    Share,
    /// Many values, and two bounds as the last arguments, to one value.
    Between,
    /// A selection, of whose runs the single measurements are taken.
    Pool,
    /// A selection, of whose runs the single measurements are taken, and two bounds.
    PoolBetween,
    /// A selection, whose runs' single measurements are taken one by one.
    Singles,
    /// Two arguments.
    Two,
    /// Two arguments and a number: how far they may lie apart, or a share.
    Three,
    /// Any number of arguments, each by itself.
    Any,
    /// Stands in formulas and is not written by authors.
    Formula,
}

/// Declares the functions once: definition, variant, name, shape.
macro_rules! functions {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal, $shape:ident;)*) => {
        /// A function.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Function {
            $($(#[doc = $doc])* $name,)*
        }

        impl Function {
            /// Every function, with those that stand only in formulas.
            const EVERY: &'static [Self] = &[$(Self::$name),*];

            /// How it is written.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Its definition, as it stands in the source: Markdown with links to other functions.
            pub fn definition(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),*),)* }
            }

            /// What it takes and gives.
            pub fn shape(self) -> Shape {
                match self { $(Self::$name => Shape::$shape,)* }
            }
        }
    };
}

functions! {
    /// The middle value; of an even number the mean of the two in the middle.
    Median = "median", Reduce;
    /// The arithmetic mean.
    Mean = "mean", Reduce;
    /// The smallest value.
    Min = "min", Reduce;
    /// The largest value.
    Max = "max", Reduce;
    /// The sum.
    Sum = "sum", Reduce;
    /// How many values there are.
    Count = "count", Reduce;
    /// `count_between(x, 5 ms, 10 ms)`: how many values are at or above the first bound and below the second; a value
    /// that differs from a bound by rounding only is at it.
    CountBetween = "count_between", Between;
    /// From the smallest to the largest value.
    Range = "range", Interval;
    /// The geometric mean: the n-th root of the product of n positive values.
    Geomean = "geomean", Reduce;
    /// The sample standard deviation, with n − 1.
    StdDev = "stddev", Reduce;
    /// The median absolute deviation: the median of the distances from the median, not scaled to
    /// estimate a standard deviation (Hampel 1974).
    Mad = "mad", Reduce;
    /// The interquartile range: the quantile of 75 % less that of 25 %, each as in [`Self::Quantile`].
    Iqr = "iqr", Reduce;
    /// `quantile(x, 90%)`: between the two values next to place `(n − 1) · share`, counted from 0,
    /// in proportion (type 7 of Hyndman and Fan 1996).
    Quantile = "quantile", Share;
    /// `trimmed_mean(x, 10%)`: the mean of what is left when the `⌊n · share⌋` lowest and as many of the
    /// highest values are taken away (Tukey 1962).
    TrimmedMean = "trimmed_mean", Share;
    /// A confidence interval of the median between two order statistics: the `k`-th smallest and the `k`-th
    /// largest value, for the largest `k` whose coverage under the binomial distribution is 95 % or more
    /// (Thompson 1936). The coverage itself stands in the words. It needs six values.
    Ci95 = "ci95", Interval;
    /// The lower end of [`Self::Ci95`].
    Ci95Low = "ci95_low", Reduce;
    /// The upper end of [`Self::Ci95`].
    Ci95High = "ci95_high", Reduce;
    /// The percentile bootstrap interval of the median (Efron 1979): from 2.5 % to 97.5 % of the medians of
    /// 10,000 resamples, drawn by a generator with a fixed seed: see [`crate::statistics::bootstrap`].
    Bootstrap = "bootstrap", Interval;
    /// The lower end of [`Self::Bootstrap`].
    BootstrapLow = "bootstrap_low", Reduce;
    /// The upper end of [`Self::Bootstrap`].
    BootstrapHigh = "bootstrap_high", Reduce;
    /// `pooled(p99[…])`: the percentile, by nearest rank, of the single measurements of all runs together.
    /// The evidence must hold those, or histograms of them.
    Pooled = "pooled", Pool;
    /// `pooled_between(time[…], 5 ms, 10 ms)`: how many of the single measurements of all runs together are at or above
    /// the first bound and below the second. Of more than 10,000 histograms are kept, and each bound holds within 0.1 %.
    PooledBetween = "pooled_between", PoolBetween;
    /// `samples(time[…])`: the single measurements of all runs, one by one, for a function of many values or a chart:
    /// `median(samples(time[…]))`. The evidence must hold them in arrays, of up to 10,000 each.
    Samples = "samples", Singles;
    /// `paired(a, b)`: the ratio `a / b` in each repetition. Each repetition of one side must have exactly
    /// one of the other.
    Paired = "paired", Two;
    /// `favour(a, b)`: in how many repetitions `a` is better than `b`, by what is better for the metric.
    /// A tie favours neither.
    Favour = "favour", Two;
    /// `mann_whitney(a, b)`: the two-sided p of the U test (Mann and Whitney 1947): exact for 100 values
    /// or fewer without ties, else by the normal approximation with corrections for ties and continuity.
    MannWhitney = "mann_whitney", Two;
    /// The U of `a`: in how many pairs of a value of `a` with one of `b` that of `a` is larger; ties count half.
    MannWhitneyU = "mann_whitney_u", Two;
    /// The common-language effect size, U / (n₁ · n₂): the probability that a value of `a` exceeds one of
    /// `b`, ties counted half (McGraw and Wong 1992).
    EffectSize = "effect_size", Two;
    /// `within(a, b, 1%)`: whether `a` differs from `b` by at most that share of `b`, or by at most a value
    /// with a unit. `0%` is equality but for the rounding of binary fractions.
    Within = "within", Three;
    /// `weighted_quantile(x, n, 99%)` of a histogram: the smallest value `x` at or below which that share of all
    /// lies, where each value occurs `n` times (type 1 of Hyndman and Fan 1996).
    WeightedQuantile = "weighted_quantile", Three;
    /// `change(new, old)`: by how much the new value differs, as a share of the old one.
    Change = "change", Two;
    /// Several values, each checked by itself.
    Each = "each", Any;
    /// Whether every statement holds.
    All = "all", Any;
    /// Whether two lists have the same order.
    SameOrder = "same_order", Two;
    /// In how many pairs the first is larger: [`Self::Favour`] where more is better.
    PairsAbove = "pairs_above", Formula;
    /// In how many pairs the first is smaller: [`Self::Favour`] where less is better.
    PairsBelow = "pairs_below", Formula;
    /// [`Self::MannWhitney`] by the exact distribution.
    MannWhitneyExact = "mann_whitney_exact", Formula;
    /// [`Self::MannWhitney`] by the normal approximation.
    MannWhitneyNormal = "mann_whitney_normal", Formula;
}

impl Function {
    /// Every function that an author may write.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::EVERY.iter().copied().filter(|function| function.shape() != Shape::Formula)
    }

    /// The function of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|function| function.name() == name)
    }

    /// The function of that name in a formula, where all but the ranges may stand.
    pub fn of_formula(name: &str) -> Option<Self> {
        Self::EVERY.iter().copied().find(|function| function.name() == name)
    }

    /// Whether it makes one value or range of many, so that its argument may match many observations.
    pub fn aggregates(self) -> bool {
        matches!(self.shape(), Shape::Reduce | Shape::Interval | Shape::Share | Shape::Between)
    }

    /// Whether it stands for true or false.
    pub fn is_statement(self) -> bool {
        matches!(self, Self::All | Self::SameOrder | Self::Within)
    }

    /// The two ends of the range that it gives.
    pub fn ends(self) -> Option<[Self; 2]> {
        match self {
            Self::Range => Some([Self::Min, Self::Max]),
            Self::Ci95 => Some([Self::Ci95Low, Self::Ci95High]),
            Self::Bootstrap => Some([Self::BootstrapLow, Self::BootstrapHigh]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_formulas_are_not_written() {
        assert_eq!(Function::parse("mad"), Some(Function::Mad));
        assert_eq!(Function::parse("pairs_above"), None);
        assert!(Function::all().all(|function| Function::parse(function.name()) == Some(function)));
    }
}
