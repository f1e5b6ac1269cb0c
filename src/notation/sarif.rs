//! SARIF 2.1.0: what code scanning reads.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Spot, lines};
use crate::address;
use crate::diagnostic::{Code, Diagnostic, Severity};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn write(found: &[Diagnostic], base: &str) -> String {
    let codes: Vec<Code> =
        found.iter().map(|diagnostic| diagnostic.code).collect::<BTreeSet<_>>().into_iter().collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Benchbook",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": found.iter().map(|diagnostic| result(diagnostic, &codes, base)).collect::<Vec<_>>(),
        }],
    });
    serde_json::to_string_pretty(&log).expect("a log has only keys that are strings") + "\n"
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.id(),
        "shortDescription": { "text": code.title() },
        "fullDescription": { "text": code.explanation() },
    })
}

fn result(diagnostic: &Diagnostic, codes: &[Code], base: &str) -> Value {
    let related = diagnostic.related.iter().enumerate().map(|(number, (place, label))| {
        let mut location = location(&Spot::of_place(place, base));
        location["id"] = json!(number + 1);
        location["message"] = json!({ "text": label });
        location
    });
    json!({
        "ruleId": diagnostic.code.id(),
        "ruleIndex": codes.iter().position(|code| *code == diagnostic.code),
        "level": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "message": { "text": lines(diagnostic, base).join("\n") },
        "locations": Spot::of(diagnostic, base).iter().map(location).collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
    })
}

fn location(spot: &Spot) -> Value {
    let artifact = json!({ "uri": address::encoded(&spot.file), "uriBaseId": "%SRCROOT%" });
    let physical = match spot.range {
        None => json!({ "artifactLocation": artifact }),
        Some((start, end)) => json!({
            "artifactLocation": artifact,
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        }),
    };
    json!({ "physicalLocation": physical })
}
