//! Functions that make one value or one range of many.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::arithmetic::unit_error;
use super::{Element, Evaluated, Mode, Outcome, Scope, Term, fail, singles, values};
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Expression, Function, Named, Node, Shape};
use crate::model::Dimensions;
use crate::statistics::{self, bootstrap, interval};
use crate::suggest;
use crate::units::{Quantity, Unit};

/// A call of a function of many values.
struct Call<'a> {
    scope: &'a Scope<'a>,
    whole: &'a Expression,
    function: Function,
    /// The share that comes last, in its unit.
    share: Option<Quantity>,
    /// The bounds that come last, in their units.
    bounds: Option<[Quantity; 2]>,
}

/// `median(…)` and the other functions of many values, each repeat by itself.
pub(super) fn aggregate(
    scope: &Scope<'_>,
    whole: &Expression,
    function: Function,
    arguments: &[Expression],
    mode: &Mode,
) -> Evaluated {
    let number = |expression: &Expression| if let Node::Number(number) = expression.node { Some(number) } else { None };
    let (lists, share, bounds) = match (function.shape(), arguments) {
        (Shape::Share, [lists @ .., share]) => (lists, number(share), None),
        (Shape::Between, [lists @ .., low, high]) => (lists, None, number(low).zip(number(high)).map(|(a, b)| [a, b])),
        _ => (arguments, None, None),
    };
    let call = Call { scope, whole, function, share, bounds };
    let spread = Mode { spread: true, ..mode.clone() };
    let mut elements = Vec::new();
    for list in lists {
        elements.extend(values(scope, list, &spread)?);
    }
    if elements.is_empty() {
        let diagnostic = Diagnostic::error(Code::NoObservation, "nothing to aggregate").at(scope.source, whole.span);
        return Err(Box::new(diagnostic));
    }
    let groups = match lists {
        [Expression { node: Node::Over(_, names), .. }] => grouped(scope, elements, names)?,
        _ => vec![(Dimensions::new(), elements)],
    };
    match function.ends() {
        Some(ends) => call.range(&groups, ends),
        None => Ok(Outcome::Values(groups.into_iter().map(|group| call.reduce(group)).collect::<Evaluated<_>>()?)),
    }
}

/// The values that differ in these dimensions only, together; in the order in which the rest is shown.
fn grouped(scope: &Scope<'_>, elements: Vec<Element>, over: &[Named]) -> Evaluated<Vec<(Dimensions, Vec<Element>)>> {
    let over: Vec<Arc<str>> = over.iter().map(|named| dimension(scope, named)).collect::<Evaluated<_>>()?;
    let mut groups: BTreeMap<Dimensions, Vec<Element>> = BTreeMap::new();
    for element in elements {
        let rest = element.key.iter().filter(|(name, _)| !over.contains(name));
        let rest = rest.map(|(name, value)| (Arc::clone(name), Arc::clone(value))).collect();
        groups.entry(rest).or_default().push(element);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|(a, _), (b, _)| scope.suite.vocabulary.compare(a, b));
    Ok(groups)
}

fn dimension(scope: &Scope<'_>, named: &Named) -> Evaluated<Arc<str>> {
    let vocabulary = &scope.suite.vocabulary;
    vocabulary.dimension(&named.name).map(|dimension| Arc::clone(&dimension.name)).ok_or_else(|| {
        let message = format!("the suite `{}` has no dimension `{}`", scope.suite.name, named.name);
        let help = suggest::help(&named.name, vocabulary.dimensions.iter().map(|d| &*d.name));
        Box::new(Diagnostic::error(Code::UnknownDimension, message).at(scope.source, named.span).help_if(help))
    })
}

/// The functions that give the ends of a range by themselves: "`min` or `max`".
pub(super) fn ends_words(expression: &Expression) -> String {
    let ends = match &expression.node {
        Node::Call(function, _) => function.ends(),
        _ => None,
    };
    let [low, high] = ends.unwrap_or([Function::Min, Function::Max]).map(Function::name);
    format!("`{low}` or `{high}`")
}

/// The numbers of elements in the unit of the first, or the unit that does not fit.
pub(super) fn numbers(elements: &[Element]) -> Result<(Vec<f64>, Unit), [Unit; 2]> {
    let unit = elements.first().map_or(Unit::none(), |element| element.quantity.unit);
    let converted = |element: &Element| match element.quantity.to(unit) {
        Some(quantity) => Ok(quantity.value),
        None => Err([unit, element.quantity.unit]),
    };
    Ok((elements.iter().map(converted).collect::<Result<_, _>>()?, unit))
}

impl Call<'_> {
    fn reduce(&self, (key, elements): (Dimensions, Vec<Element>)) -> Evaluated<Element> {
        self.value(self.function, &key, &elements)
    }

    fn range(&self, groups: &[(Dimensions, Vec<Element>)], ends: [Function; 2]) -> Evaluated {
        let [(key, elements)] = groups else {
            let message = format!("`{}` gives {} ranges, and one is needed", self.function.name(), groups.len());
            let help = format!("name one of them, or take their ends with {}", ends_words(self.whole));
            return Err(fail(self.scope, self.whole, &message, &help));
        };
        let [low, high] = ends.map(|end| self.value(end, key, elements));
        Ok(Outcome::Range(Box::new((low?, high?))))
    }

    fn value(&self, function: Function, key: &Dimensions, elements: &[Element]) -> Evaluated<Element> {
        let (numbers, unit) =
            numbers(elements).map_err(|[a, b]| unit_error(self.scope, self.whole, self.function.name(), a, b))?;
        if let Some(bounds) = self.bounds {
            return self.between(key, elements, &numbers, (unit, bounds));
        }
        let share = self.share();
        let value = reduce(function, &numbers, share).ok_or_else(|| {
            let message = format!("`{}` has no value here", self.function.name());
            fail(self.scope, self.whole, &message, &why_none(function, numbers.len(), share))
        })?;
        let unit = if function == Function::Count { Unit::none() } else { unit };
        let mut terms = singles::listed(self.scope.suite, elements);
        if let Some(share) = self.share {
            terms = vec![Term::Call(Function::Each, terms), Term::Number(share)];
        }
        let (key, term) = (key.clone(), Term::Call(function, terms));
        Ok(Element { key, label: String::new(), quantity: Quantity { value, unit }, term })
    }

    /// How many values are between the bounds.
    fn between(
        &self,
        key: &Dimensions,
        elements: &[Element],
        numbers: &[f64],
        (unit, bounds): (Unit, [Quantity; 2]),
    ) -> Evaluated<Element> {
        let name = self.function.name();
        let [low, high] = bounds.map(|bound| {
            let fitting = bound.to(unit).ok_or_else(|| unit_error(self.scope, self.whole, name, unit, bound.unit));
            fitting.map(|bound| bound.value)
        });
        let quantity = Quantity::plain(statistics::count_between(numbers, low?, high?) as f64);
        let terms = Term::Call(Function::Each, singles::listed(self.scope.suite, elements));
        let term = Term::Call(self.function, vec![terms, Term::Number(bounds[0]), Term::Number(bounds[1])]);
        Ok(Element { key: key.clone(), label: String::new(), quantity, term })
    }

    /// The share as a plain number; not a number where it has a unit, so that it is refused.
    fn share(&self) -> f64 {
        self.share.map_or(f64::NAN, |share| share.to(Unit::none()).map_or(f64::NAN, |share| share.value))
    }
}

/// The statistic of at least one number; none where it has no value.
pub(crate) fn reduce(function: Function, numbers: &[f64], share: f64) -> Option<f64> {
    match function {
        Function::Median => statistics::median(numbers),
        Function::Mean => statistics::mean(numbers),
        Function::Min => statistics::smallest(numbers),
        Function::Max => statistics::largest(numbers),
        Function::Sum => statistics::sum(numbers),
        Function::Count => Some(numbers.len() as f64),
        Function::Geomean => statistics::geometric_mean(numbers),
        Function::StdDev => statistics::standard_deviation(numbers),
        Function::Mad => statistics::median_absolute_deviation(numbers),
        Function::Iqr => statistics::interquartile_range(numbers),
        Function::Quantile => statistics::quantile(numbers, share),
        Function::TrimmedMean => statistics::trimmed_mean(numbers, share),
        Function::Ci95Low => interval::median_interval(numbers).map(|[low, _]| low),
        Function::Ci95High => interval::median_interval(numbers).map(|[_, high]| high),
        Function::BootstrapLow => bootstrap::bootstrap(numbers).map(|[low, _]| low),
        Function::BootstrapHigh => bootstrap::bootstrap(numbers).map(|[_, high]| high),
        _ => None,
    }
}

/// Why a function has no value of that many numbers.
fn why_none(function: Function, count: usize, share: f64) -> String {
    let fewest = interval::FEWEST;
    match function {
        Function::Geomean => "a geometric mean is of values above 0".to_owned(),
        Function::StdDev => "a standard deviation is of two values or more".to_owned(),
        Function::Quantile => "the share is from 0% to 100%".to_owned(),
        Function::TrimmedMean if !(0.0..0.5).contains(&share) => "the share is below 50%".to_owned(),
        Function::TrimmedMean => {
            format!("that share of {count} values is less than one: nothing would be trimmed, so take `mean`")
        }
        Function::Ci95Low | Function::Ci95High | Function::BootstrapLow | Function::BootstrapHigh => {
            let there = if count == 1 { "there is 1".to_owned() } else { format!("there are {count}") };
            format!("a 95 % interval takes {fewest} values or more, and {there}: show their `range` in its place")
        }
        _ => "the values are too large".to_owned(),
    }
}
