//! The language of figures: `1 - p99[json, kruda] / p99[json, fiber]`.
//!
//! ```text
//! expression = sum [("above" | "below" | "equals") sum]
//! sum        = product {("+" | "-") product}
//! product    = factor {("*" | "/") factor}
//! factor     = "-" factor | number [unit] | name "(" argument {"," argument} ")" | selection | "(" expression ")"
//! argument   = expression ["over" name {"and" name}]
//! selection  = metric ["." statistic] ["{" tags "}"] ["[" item {"," item} "]"]
//! item       = value | name "=" value | "*" | name "=" "*" | "others" | name "=" "others"
//! ```

mod function;
mod parse;

use std::fmt;

use crate::metrics::MetricStatistic;
use crate::source::Span;
use crate::units::{Quantity, Unit};

pub use function::{Function, Shape};
pub use parse::parse;

/// A parsed expression; spans count in the file it stands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// The bytes of the expression.
    pub span: Span,
    /// What it is.
    pub node: Node,
}

/// What an [`Expression`] is.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// A number with a unit.
    Number(Quantity),
    /// Observations.
    Selection(Selection),
    /// A function of its arguments.
    Call(Function, Vec<Expression>),
    /// An operation.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// The other sign.
    Negative(Box<Expression>),
    /// What an aggregate takes together: its values over these dimensions, each other one by itself.
    Over(Box<Expression>, Vec<Named>),
}

/// The name of a dimension.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// Which observations: a metric and what its dimensions must be.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The metric and statistic.
    pub metric: MetricStatistic,
    /// Where the name of the metric stands.
    pub metric_span: Span,
    /// What stands in brackets.
    pub items: Vec<Pick>,
}

/// One item of a selection.
#[derive(Debug, Clone, PartialEq)]
pub struct Pick {
    /// The dimension, when it is named.
    pub dimension: Option<String>,
    /// Which of its values.
    pub values: Values,
    /// Where the item stands.
    pub span: Span,
}

/// Which values of a dimension.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// This one.
    One(String),
    /// All of them, each by itself.
    All,
    /// All but those that the other side of the operation names.
    Others,
}

/// An operation on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `above`
    Above,
    /// `below`
    Below,
    /// `equals`
    Equals,
}

impl Operator {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Above => "above",
            Self::Below => "below",
            Self::Equals => "equals",
        }
    }

    /// Whether the result is true or false.
    pub fn compares(self) -> bool {
        matches!(self, Self::Above | Self::Below | Self::Equals)
    }
}

impl Expression {
    /// The selections in it, from left to right.
    pub fn selections(&self) -> Vec<&Selection> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect<'a>(&'a self, into: &mut Vec<&'a Selection>) {
        match &self.node {
            Node::Number(_) => {}
            Node::Selection(selection) => into.push(selection),
            Node::Call(_, arguments) => arguments.iter().for_each(|argument| argument.collect(into)),
            Node::Binary(_, left, right) => {
                left.collect(into);
                right.collect(into);
            }
            Node::Negative(inner) | Node::Over(inner, _) => inner.collect(into),
        }
    }

    /// Changes the items of its selections, from left to right.
    pub fn for_each_pick(&mut self, change: &mut impl FnMut(&mut Pick)) {
        match &mut self.node {
            Node::Number(_) => {}
            Node::Selection(selection) => selection.items.iter_mut().for_each(change),
            Node::Call(_, arguments) => arguments.iter_mut().for_each(|argument| argument.for_each_pick(change)),
            Node::Binary(_, left, right) => {
                left.for_each_pick(change);
                right.for_each_pick(change);
            }
            Node::Negative(inner) | Node::Over(inner, _) => inner.for_each_pick(change),
        }
    }

    /// Whether it stands for true or false.
    pub fn is_statement(&self) -> bool {
        match &self.node {
            Node::Binary(operator, ..) => operator.compares(),
            Node::Call(function, _) => function.is_statement(),
            _ => false,
        }
    }

    fn needs_parentheses(&self, outer: Operator, right: bool) -> bool {
        let level = |operator: Operator| match operator {
            Operator::Above | Operator::Below | Operator::Equals => 0,
            Operator::Add | Operator::Subtract => 1,
            Operator::Multiply | Operator::Divide => 2,
        };
        match &self.node {
            Node::Binary(inner, ..) => level(*inner) < level(outer) || (right && level(*inner) == level(outer)),
            Node::Negative(_) => right,
            _ => false,
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |f: &mut fmt::Formatter<'_>, inner: &Self, operator, right| {
            if inner.needs_parentheses(operator, right) { write!(f, "({inner})") } else { write!(f, "{inner}") }
        };
        match &self.node {
            Node::Number(Quantity { value, unit }) if *unit == Unit::none() => write!(f, "{value}"),
            Node::Number(Quantity { value, unit }) => write!(f, "{value} {unit}"),
            Node::Selection(selection) => write!(f, "{selection}"),
            Node::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                write!(f, "{}({})", function.name(), arguments.join(", "))
            }
            Node::Binary(operator, left, right) => {
                side(f, left, *operator, false)?;
                write!(f, " {} ", operator.symbol())?;
                side(f, right, *operator, true)
            }
            Node::Negative(inner) => write!(f, "-{inner}"),
            Node::Over(inner, names) => {
                let names: Vec<String> = names.iter().map(|named| quoted(&named.name)).collect();
                write!(f, "{inner} over {}", names.join(" and "))
            }
        }
    }
}

/// A name, in quotes where it is no single word.
fn quoted(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    if is_word { name.to_owned() } else { format!("\"{name}\"") }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.metric.name())?;
        if self.items.is_empty() {
            return Ok(());
        }
        let items: Vec<String> = self.items.iter().map(ToString::to_string).collect();
        write!(f, "[{}]", items.join(", "))
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(dimension) = &self.dimension {
            write!(f, "{dimension} = ")?;
        }
        match &self.values {
            Values::One(value) if value.contains([',', ']', '=', '"']) => write!(f, "\"{}\"", value.replace('"', "")),
            Values::One(value) => f.write_str(value),
            Values::All => f.write_str("*"),
            Values::Others => f.write_str("others"),
        }
    }
}
