//! A recursive-descent parser for expressions.

use std::sync::Arc;

use super::{Expression, Function, Named, Node, Operator, Pick, Selection, Shape, Values};
use crate::diagnostic::{Code, Diagnostic};
use crate::metrics::MetricStatistic;
use crate::source::{Source, Span};
use crate::suggest;
use crate::units::{Quantity, Unit};

/// Expressions nest this deep at most; a page has no use for more.
const MAX_DEPTH: usize = 64;

/// Parses the bytes of a file as an expression.
pub fn parse(source: &Arc<Source>, span: Span) -> Result<Expression, Box<Diagnostic>> {
    let mut parser = Parser { source, text: source.slice(span), at: 0, offset: span.start as usize, depth: 0 };
    let expression = parser.comparison()?;
    parser.blanks();
    if parser.at < parser.text.len() {
        let rest = parser.rest().split_whitespace().next().unwrap_or_default().len();
        return Err(parser.fail(rest, "the expression should end here", "did you forget an operator?"));
    }
    Ok(expression)
}

struct Parser<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    at: usize,
    offset: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn span(&self, start: usize) -> Span {
        Span::new(start, self.at.max(start)).shifted(self.offset)
    }

    fn fail(&self, length: usize, message: &str, help: &str) -> Box<Diagnostic> {
        let span = Span::new(self.at, (self.at + length).min(self.text.len())).shifted(self.offset);
        Box::new(Diagnostic::error(Code::ExpressionSyntax, message).at(self.source, span).help(help))
    }

    /// Takes that text if it comes next.
    fn take(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// Takes that word if it comes next as a whole word.
    fn take_word(&mut self, wanted: &str) -> bool {
        self.blanks();
        let rest = self.rest();
        let ends = |rest: &str| rest[wanted.len()..].chars().next().is_none_or(|c| !is_name(c));
        let found = rest.starts_with(wanted) && ends(rest);
        if found {
            self.at += wanted.len();
        }
        found
    }

    fn comparison(&mut self) -> Parsed<Expression> {
        self.blanks();
        let start = self.at;
        let left = self.sum()?;
        for operator in [Operator::Above, Operator::Below, Operator::Equals] {
            if self.take_word(operator.symbol()) {
                let right = self.sum()?;
                return Ok(self.binary(start, operator, left, right));
            }
        }
        Ok(left)
    }

    fn binary(&self, start: usize, operator: Operator, left: Expression, right: Expression) -> Expression {
        Expression { span: self.span(start), node: Node::Binary(operator, Box::new(left), Box::new(right)) }
    }

    fn sum(&mut self) -> Parsed<Expression> {
        self.blanks();
        let start = self.at;
        let mut left = self.product()?;
        loop {
            let operator = match () {
                () if self.take("+") => Operator::Add,
                () if self.take("-") || self.take("\u{2212}") => Operator::Subtract,
                () => return Ok(left),
            };
            let right = self.product()?;
            left = self.binary(start, operator, left, right);
        }
    }

    fn product(&mut self) -> Parsed<Expression> {
        self.blanks();
        let start = self.at;
        let mut left = self.factor()?;
        loop {
            let operator = match () {
                () if self.take("*") || self.take("×") => Operator::Multiply,
                () if self.take("/") => Operator::Divide,
                () => return Ok(left),
            };
            let right = self.factor()?;
            left = self.binary(start, operator, left, right);
        }
    }

    fn factor(&mut self) -> Parsed<Expression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fail(1, "the expression is nested too deep", "divide it"));
        }
        let parsed = self.factor_within();
        self.depth -= 1;
        parsed
    }

    fn factor_within(&mut self) -> Parsed<Expression> {
        self.blanks();
        let start = self.at;
        if self.take("-") || self.take("\u{2212}") {
            let inner = self.factor()?;
            return Ok(Expression { span: self.span(start), node: Node::Negative(Box::new(inner)) });
        }
        if self.take("(") {
            let inner = self.comparison()?;
            return if self.take(")") { Ok(inner) } else { Err(self.fail(1, "a `(` without its `)`", "add `)`")) };
        }
        match self.rest().chars().next() {
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if is_name_start(c) || c == '"' => self.call_or_selection(),
            found => {
                let message = match found {
                    Some(c) => format!("a value should stand before `{c}`"),
                    None => "a value is missing at the end".to_owned(),
                };
                let length = found.map_or(0, char::len_utf8);
                Err(self.fail(length, &message, "write a number, a function, or a metric such as `p99[…]`"))
            }
        }
    }

    fn number(&mut self) -> Parsed<Expression> {
        let start = self.at;
        let digits =
            self.rest().find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(self.rest().len());
        let text = &self.rest()[..digits];
        let Ok(value) = text.replace('_', "").parse::<f64>() else {
            return Err(self.fail(digits, &format!("`{text}` is no number"), "write digits and at most one point"));
        };
        self.at += digits;
        let unit = self.unit();
        Ok(Expression { span: self.span(start), node: Node::Number(Quantity { value, unit }) })
    }

    /// A unit right after a number: a word that is a known unit, or something per known unit (`lookups/s`),
    /// and begins no selection.
    fn unit(&mut self) -> Unit {
        let blanks = self.rest().len() - self.rest().trim_start().len();
        let after = &self.rest()[blanks..];
        let end = after.find(|c: char| !(c.is_alphanumeric() || matches!(c, '/' | '%' | '×'))).unwrap_or(after.len());
        let word = &after[..end];
        let selects = after[end..].starts_with(['[', '(', '.']);
        let is_rate = word.rsplit_once('/').is_some_and(|(above, below)| !above.is_empty() && Unit::is_known(below));
        if word.is_empty() || selects || !(is_rate || Unit::is_known(word)) {
            return Unit::none();
        }
        self.at += blanks + end;
        Unit::named(word)
    }

    fn call_or_selection(&mut self) -> Parsed<Expression> {
        let start = self.at;
        let name = self.name()?;
        let metric_span = self.span(start);
        if self.take("(") {
            return self.call(start, name, metric_span);
        }
        let items = if self.take("[") { self.items()? } else { Vec::new() };
        let selection = Selection { metric: MetricStatistic::parse(name), metric_span, items };
        Ok(Expression { span: self.span(start), node: Node::Selection(selection) })
    }

    /// The name of a metric or function: letters, digits, `_`, `.`, tags in braces, or anything in quotes.
    fn name(&mut self) -> Parsed<&'a str> {
        let rest = self.rest();
        if let Some(quoted) = rest.strip_prefix('"') {
            let Some(end) = quoted.find('"') else {
                return Err(self.fail(1, "a `\"` without its other", "end the name with `\"`"));
            };
            self.at += end + 2;
            return Ok(&quoted[..end]);
        }
        let mut end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        if rest[end..].starts_with('{') {
            let Some(close) = rest[end..].find('}') else {
                return Err(self.fail(end + 1, "a `{` without its `}`", "end the tags with `}`"));
            };
            end += close + 1;
            end += rest[end..].find(|c: char| !is_name(c)).unwrap_or(rest.len() - end);
        }
        self.at += end;
        Ok(&rest[..end])
    }

    fn call(&mut self, start: usize, name: &str, span: Span) -> Parsed<Expression> {
        let Some(function) = Function::parse(name) else {
            let diagnostic = Diagnostic::error(Code::ExpressionSyntax, format!("there is no function `{name}`"));
            let help = suggest::help(name, Function::all().map(Function::name));
            return Err(Box::new(diagnostic.at(self.source, span).help_if(help)));
        };
        let mut arguments = vec![self.argument(function)?];
        while self.take(",") {
            arguments.push(self.argument(function)?);
        }
        if !self.take(")") {
            return Err(self.fail(1, &format!("`{name}(` without its `)`"), "add `)` or a comma"));
        }
        if let Some((message, help)) = wrong_arguments(function, &arguments) {
            let diagnostic = Diagnostic::error(Code::ExpressionSyntax, message).at(self.source, self.span(start));
            return Err(Box::new(diagnostic.help_if(help)));
        }
        Ok(Expression { span: self.span(start), node: Node::Call(function, arguments) })
    }

    /// An expression, and over which dimensions the function takes its values together.
    fn argument(&mut self, function: Function) -> Parsed<Expression> {
        let inner = self.comparison()?;
        let (start, word) = (inner.span.start as usize - self.offset, self.at);
        if !self.take_word("over") {
            return Ok(inner);
        }
        if !function.aggregates() {
            self.at = word;
            self.blanks();
            let message = format!("`over` has no meaning in `{}`", function.name());
            return Err(self.fail("over".len(), &message, "write it in a function that makes one value of many"));
        }
        let mut names = vec![self.named()?];
        while self.take_word("and") {
            names.push(self.named()?);
        }
        Ok(Expression { span: self.span(start), node: Node::Over(Box::new(inner), names) })
    }

    fn named(&mut self) -> Parsed<Named> {
        self.blanks();
        let start = self.at;
        let name = self.name()?.to_owned();
        if name.is_empty() {
            return Err(self.fail(1, "the name of a dimension should stand here", "such as `over round`"));
        }
        Ok(Named { name, span: self.span(start) })
    }

    fn items(&mut self) -> Parsed<Vec<Pick>> {
        let mut items = Vec::new();
        loop {
            self.blanks();
            if items.is_empty() && self.take("]") {
                return Ok(items);
            }
            items.push(self.item()?);
            if self.take("]") {
                return Ok(items);
            }
            if !self.take(",") {
                return Err(self.fail(1, "a `[` without its `]`", "add `]` or a comma"));
            }
        }
    }

    fn item(&mut self) -> Parsed<Pick> {
        self.blanks();
        let start = self.at;
        let first = self.item_text()?;
        let (dimension, text) = if self.take("=") {
            self.blanks();
            (Some(first.to_owned()), self.item_text()?)
        } else {
            (None, first)
        };
        let values = match text {
            "*" => Values::All,
            "others" => Values::Others,
            "" => return Err(self.fail(1, "a value is missing in the selection", "write a value, `*` or `others`")),
            value => Values::One(value.to_owned()),
        };
        Ok(Pick { dimension, values, span: self.span(start) })
    }

    /// The text of a value: up to `,`, `]` or `=`, or anything in quotes.
    fn item_text(&mut self) -> Parsed<&'a str> {
        if self.rest().starts_with('"') {
            return self.name();
        }
        let rest = self.rest();
        let end = rest.find([',', ']', '=']).unwrap_or(rest.len());
        let text = rest[..end].trim_end();
        self.at += text.len();
        Ok(text)
    }
}

/// What is wrong with a function's arguments, and how to mend it.
fn wrong_arguments(function: Function, arguments: &[Expression]) -> Option<(String, Option<String>)> {
    let name = function.name();
    let is_number = |expression: &Expression| matches!(expression.node, Node::Number(_));
    let is_over = |expression: &Expression| matches!(expression.node, Node::Over(..));
    let count = |wanted: &str, example: &str| {
        let message = format!("`{name}` takes {wanted}, not {}", arguments.len());
        (message, (!example.is_empty()).then(|| format!("such as `{name}({example})`")))
    };
    let lists = match (function.shape(), arguments) {
        (Shape::Pool, list) if list.len() != 1 => return Some(count("one percentile of runs", "p99[round = *]")),
        (Shape::PoolBetween, [_, low, high]) if is_number(low) && is_number(high) => return None,
        (Shape::PoolBetween, _) => return Some(count("one metric of runs and two bounds", "time[…], 5 ms, 10 ms")),
        (Shape::Singles, list) if list.len() != 1 => return Some(count("one metric of runs", "time[…]")),
        (Shape::Two, list) if list.len() != 2 => return Some(count("two values", "")),
        (Shape::Three, [_, _, far]) if is_number(far) => return None,
        (Shape::Three, _) if name == Function::WeightedQuantile.name() => {
            return Some(count("values, how often each occurs, and a share", "x, n, 99%"));
        }
        (Shape::Three, _) => return Some(count("two values and how far they may lie apart", "a, b, 1%")),
        (Shape::Share, [lists @ .., share]) if !lists.is_empty() && is_number(share) => lists,
        (Shape::Share, _) => {
            let message = format!("`{name}` takes a share as its last value");
            return Some((message, Some(format!("such as `{name}({}, 10%)`", arguments[0]))));
        }
        (Shape::Between, [lists @ .., low, high]) if !lists.is_empty() && is_number(low) && is_number(high) => lists,
        (Shape::Between, _) => {
            let message = format!("`{name}` takes two bounds as its last values");
            return Some((message, Some(format!("such as `{name}({}, 5 ms, 10 ms)`", arguments[0]))));
        }
        _ => arguments,
    };
    let several = lists.len() > 1 && lists.iter().any(is_over);
    several.then(|| {
        let message = format!("`over` stands with a single value, and `{name}` has {}", lists.len());
        (message, Some("take the values apart: one function for each".to_owned()))
    })
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Arc<Source> {
        Arc::new(Source::new("a.md", text.to_owned()))
    }

    fn printed(text: &str) -> String {
        parse(&source(text), Span::new(0, text.len())).expect("it parses").to_string()
    }

    #[test]
    fn expressions_print_as_they_are_meant() {
        for text in [
            "1 - p99[json, kruda] / p99[json, fiber]",
            "(rps[a] + rps[b]) * 2",
            "rps[a] - (rps[b] - rps[c])",
            "rps[throughput, plaintext, fiber] above rps[throughput, plaintext, others]",
            "sum(errors[*])",
            "p99.9[write, framework = *] below 200 ms",
            "lookups[new] above 1000000 lookups/s",
            "range(latency{expected_response:true}.p99[POST /items])",
            "all(p99[a] below p99[b], max[a] below max[b])",
            "-change(rps[new], rps[old])",
            "geomean(median(paired(rps[a, *], rps[b, *]) over round))",
            "quantile(rps[a] over round and \"day of week\", 90 %)",
            "rps",
        ] {
            assert_eq!(printed(text), text);
        }
        assert_eq!(printed(" rps[ a ,b=c ]−2 "), "rps[a, b = c] - 2");
        assert_eq!(printed("latency.p99[\"a, b\"]"), "p99[\"a, b\"]");
    }

    #[track_caller]
    fn fails(text: &str, message: &str, under: &str) {
        let source = source(text);
        let error = parse(&source, Span::new(0, text.len())).expect_err("it is wrong");
        let place = error.place.as_ref().expect("a place");
        assert_eq!((error.message.as_str(), source.slice(place.span)), (message, under));
    }

    #[test]
    fn errors_point_at_the_text() {
        fails("rps[a] /", "a value is missing at the end", "");
        fails("rps[a] above 5 rounds/day", "the expression should end here", "rounds/day");
        fails("rps[a] / * 2", "a value should stand before `*`", "*");
        fails("rps[a", "a `[` without its `]`", "");
        fails("medain(rps[a])", "there is no function `medain`", "medain");
        fails("change(rps[a])", "`change` takes two values, not 1", "change(rps[a])");
        fails(
            "within(rps[a], rps[b])",
            "`within` takes two values and how far they may lie apart, not 2",
            "within(rps[a], rps[b])",
        );
        fails("quantile(rps[a])", "`quantile` takes a share as its last value", "quantile(rps[a])");
        fails("each(rps[a] over round)", "`over` has no meaning in `each`", "over");
        fails("median(rps[a] over )", "the name of a dimension should stand here", ")");
        fails("mad(a over b, c)", "`over` stands with a single value, and `mad` has 2", "mad(a over b, c)");
        fails("rps[a] rps[b]", "the expression should end here", "rps[b]");
        fails("1.2.3", "`1.2.3` is no number", "1.2.3");
        fails(&"(".repeat(100), "the expression is nested too deep", "(");
    }
}
