//! Benchbook's own format of results: values and places by eye, problems, and the schema.

use std::path::{Path, PathBuf};

use benchbook::formats::{Content, READERS, Reading};
use benchbook::model::Kind;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[expect(clippy::disallowed_methods, reason = "a test may read what it likes")]
fn file(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn fixture(name: &str) -> String {
    file(&format!("tests/fixtures/benchbook-results/{name}"))
}

/// What the only reader that recognises the text makes of it.
#[track_caller]
fn read(text: &str, name: &str) -> Reading {
    let content = Content::new(text);
    let readers: Vec<_> = READERS.iter().filter(|reader| reader.recognises(&content)).collect();
    let [reader] = readers[..] else { panic!("one reader, not {}", readers.len()) };
    assert_eq!(reader.name(), name);
    reader.read(&content)
}

/// Each number in a line: dimensions, metric and statistic, its text, unit, place.
fn lines(text: &str, reading: &Reading) -> Vec<String> {
    let mut lines = Vec::new();
    for run in &reading.runs {
        let dimensions: Vec<String> = run.dimensions.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let dimensions = dimensions.join(" ");
        for o in &run.observations {
            let (statistic, raw) = (o.statistic.name(), &text[o.span.range()]);
            let kind = if o.kind == Kind::Measured { String::new() } else { format!(" {}", o.kind.name()) };
            lines.push(format!("{dimensions}: {}.{statistic} {raw} {} {}{kind}", o.metric, o.unit, o.locator));
        }
        for absent in &run.absent {
            lines.push(format!("{dimensions}: {}.{} has no value", absent.metric, absent.statistic.name()));
        }
    }
    lines
}

#[test]
fn a_result_needs_a_name_a_value_and_a_unit() {
    let text = fixture("least.json");
    let reading = read(&text, "benchbook-results");
    assert_eq!(reading.problems, []);
    assert_eq!(lines(&text, &reading), ["benchmark=sort: time.value 12.50 ms /results/0/value"]);
}

#[test]
fn results_say_what_they_are_of() {
    let text = fixture("full.json");
    let reading = read(&text, "benchbook-results");
    assert_eq!(reading.problems, []);
    let red = "benchmark=json round=1 server=red size=64";
    assert_eq!(
        lines(&text, &reading),
        [
            format!("{red}: rps.rate 1200.5 req/s /results/0/value"),
            format!("{red}: latency.p99 8.1 ms /results/1/value"),
            format!("{red}: samples{{latency}}.count 12005  /results/1/samples"),
            format!("{red}: latency.p99.9 has no value"),
            "benchmark=json round=2 server=red size=64: rps.rate 1190 req/s /results/3/value".to_owned(),
            "benchmark=json server=blue size=64: rps.rate 900 req/s /results/4/value estimated".to_owned(),
            "benchmark=startup: memory.max 35 MiB /results/5/value".to_owned(),
            "benchmark=score: result.value -3  /results/6/value".to_owned(),
            "benchmark=copy: throughput.rate 2.5 GB/s /results/7/value".to_owned(),
        ]
    );
    let facts: Vec<String> = reading.runs[0].facts.iter().map(|fact| format!("{} {}", fact.name, fact.value)).collect();
    assert_eq!(facts, ["hardware two cores", "load closed", "connections 16"]);
}

#[test]
fn results_are_read_from_a_table_too() {
    let text = fixture("results.csv");
    let reading = read(&text, "benchbook-results-csv");
    assert_eq!(reading.problems, []);
    assert_eq!(
        lines(&text, &reading),
        [
            "benchmark=json server=red: rps.rate 1,200.5 req/s R2:C2",
            "benchmark=json server=red: latency.p99 8.1 ms R3:C2",
            "benchmark=json server=red: samples{latency}.count 12005  R3:C7",
            "benchmark=json server=red: latency.p99.9 has no value",
            "benchmark=sort, big: time.value 12.5 ms R4:C2 transcribed",
        ]
    );
}

#[test]
fn what_is_wrong_is_told_in_its_place() {
    let text = fixture("wrong.json");
    let reading = read(&text, "benchbook-results");
    let found: Vec<(&str, &str)> =
        reading.problems.iter().map(|problem| (&text[problem.span.range()], problem.message.as_str())).collect();
    let expected = [
        ("[]", "`result` is no key of Benchbook results"),
        ("-1", "`0.value` is `-1`, but can only be 0 or more"),
        ("\"fast\"", "`1.value` is a string, not a number"),
        ("{\"name\": \"c\", \"value\": 1}", "a result has no `unit`"),
        ("\"p99\"", "`statistics` is no key of Benchbook results"),
        ("{\"name\": \"e\", \"value\": 1, \"unit\": \"ms\", \"statistic\": \"99th\"}", "`99th` is no statistic"),
        (
            "{\"name\": \"f\", \"value\": 1, \"unit\": \"ms\", \"kind\": \"guessed\"}",
            "`guessed` does not say how a number came about",
        ),
        ("\"x\"", "`hardwear` is no condition that a report knows"),
    ];
    assert_eq!(found, expected);
    let later = read("{\"benchbook\": 2, \"results\": []}", "benchbook-results");
    assert_eq!(later.problems[0].message, "the results are of version 2, and version 1 is read");
    let table = read("name,value,unit,server\na,1,ms,x\n", "benchbook-results-csv");
    assert_eq!(table.problems[0].help.as_deref(), Some("a dimension is a column `dim:server`"));
}

/// What of the schema an object breaks: the words of JSON Schema that ours uses, and no others.
fn broken(schema: &Value, whole: &Value, value: &Value, at: &str, into: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")) {
        return broken(&whole["$defs"][name], whole, value, at, into);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is = |name: &Value| name == kind || (name == "number" && kind == "integer");
    match &schema["type"] {
        Value::Array(names) if !names.iter().any(is) => into.push(format!("{at}: {kind}")),
        name @ Value::String(_) if !is(name) => into.push(format!("{at}: {kind}")),
        _ => {}
    }
    if schema.get("const").is_some_and(|constant| constant != value)
        || schema["enum"].as_array().is_some_and(|values| !values.contains(value))
        || value.as_f64().zip(schema["minimum"].as_f64()).is_some_and(|(value, least)| value < least)
        || value
            .as_str()
            .zip(schema["pattern"].as_str())
            .is_some_and(|(text, pattern)| !regex_lite::Regex::new(pattern).expect("the pattern is one").is_match(text))
    {
        into.push(format!("{at}: {value}"));
    }
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if value.get(key).is_none() {
            into.push(format!("{at}: no {key}"));
        }
    }
    for (key, inner) in value.as_object().into_iter().flatten() {
        match (schema["properties"].get(key), &schema["additionalProperties"]) {
            (Some(known), _) => broken(known, whole, inner, &format!("{at}/{key}"), into),
            (None, Value::Bool(false)) => into.push(format!("{at}: {key}")),
            (None, other) => broken(other, whole, inner, &format!("{at}/{key}"), into),
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        broken(&schema["items"], whole, item, &format!("{at}/{index}"), into);
    }
}

#[test]
fn the_schema_says_what_the_reader_takes() {
    let schema: Value = serde_json::from_str(&file("static/schema/results.json")).expect("the schema is JSON");
    let check = |name: &str| {
        let mut found = Vec::new();
        let document = serde_json::from_str(&fixture(name)).expect("the fixture is JSON");
        broken(&schema, &schema, &document, "", &mut found);
        found
    };
    assert_eq!((check("least.json"), check("full.json")), (Vec::<String>::new(), Vec::new()));
    // The schema leaves to the reader what a time can be.
    let expected = [
        "/conditions: hardwear",
        "/results/1/value: string",
        "/results/2: no unit",
        "/results/3: statistics",
        "/results/4/statistic: \"99th\"",
        "/results/5/kind: \"guessed\"",
        ": result",
    ];
    let mut found = check("wrong.json");
    found.sort();
    assert_eq!(found, expected);
}
