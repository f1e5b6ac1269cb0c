// The parts of the verifier, on cases worked out by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countBetween, evaluate, goes, isOfShares, scale } from "./formula.mjs";
import { resolve, text } from "./locate.mjs";
import { measurements, sampleProblem, statistic } from "./samples.mjs";
import { generator } from "./statistics.mjs";
import { disagreement, parseRaw } from "./text.mjs";

test("units convert to base units", () => {
  const cases = [["ms", 1e-3], ["µs", 1e-6], ["μs", 1e-6], ["MiB", 1048576], ["kreq/s", 1000], ["%", 0.01], ["VUs", 1], ["lookups/s", 1], ["MB/s", 1e6], ["req/min", 1 / 60],
    ["Gitem/s", 1e9], ["Kitem/s", 1e3], ["items/s", 1], ["Gbit/s", 1.25e8], ["Mops/s", 1e6], ["PiB", 2 ** 50], ["Kites", 1]];
  for (const [unit, expected] of cases) assert.equal(scale(unit), expected, unit);
});

test("formulas compute", () => {
  const cases = [
    ["($0 / $1)", 0.25], ["(1 - ($0 / $1))", 0.75], ["median($0, $1, 2, 3)", 2.5], ["median([$1, $0, 2])", 2],
    ["geomean($0, $1)", 2], ["stddev(2, 4, 4, 4, 5, 5, 7, 9)", Math.sqrt(32 / 7)], ["range($1, $0)", [1, 4]], ["sum($0, $1)", 5],
    ["([$0, $1] / $0)", [1, 4]], ["(mean($0, $1) * 2)", 5], ["count($0, $1, $1)", 3], ["above($1, [$0, 3])", true],
    ["above($1, [$0, 4])", false], ["all(below($0, $1), equals($0, 1))", true], ["(2 + 3 * 4)", 14], ["(8 - 2 - 1)", 5], ["-$0", -1],
    ["same_order([$0, $1, 2], [10, 30, 20])", true], ["same_order([$0, $1, 2], [10, 20, 30])", false],
  ];
  for (const [formula, expected] of cases) assert.deepEqual(evaluate(formula, [1, 4]), expected, formula);
  for (const wrong of ["($0 / $1", "$2", "mode($0)", "$0 $1", "median()", "", "($0 ^ 2)", "same_order($0, $1)"]) {
    assert.throws(() => evaluate(wrong, [1, 4]), wrong);
  }
});

test("locators resolve to the source text", () => {
  const json = '{\n "a": [1, {"p(99.9)": 2.50}],\n "a/b": "x\\"}", "": 1e3, "a": [0, {"p(99.9)": -7}] }';
  const at = (source, locator, path = "x.json") => {
    const { line, exact, within } = resolve(source, locator, path);
    return [line, exact ?? within];
  };
  assert.deepEqual(at(json, "/a/1/p(99.9)"), [3, "-7"]);
  assert.deepEqual(at(json, "/a~1b"), [3, 'x\\"}']);
  assert.deepEqual(at(json, "/"), [3, "1e3"]);
  assert.deepEqual(at("12", ""), [1, "12"]);
  assert.deepEqual(at('{"n":1}\n{"n":{"m":[2]}}\n', "L2/n/m/0"), [2, "2"]);
  const values = '$ tool\n{"n":\n [1,\n2]}{"n":3}\n\n {"n":4}\n';
  assert.deepEqual(at(values, "L2/n/1"), [4, "2"]);
  assert.deepEqual(at(values, "L6/n"), [6, "4"]);
  for (const locator of ["L1/n", "L5/n"]) assert.throws(() => at(values, locator), locator);
  assert.deepEqual(at("größe µs 12 x\n", "L1:C10"), [1, "12 x"]);
  const table = 'a,b\n"x\ny","1,5 ""q"""\n\n2,3';
  assert.deepEqual(at(table, "R2:C2", "x.csv"), [3, '1,5 "q"']);
  assert.deepEqual(at(table, "R3:C1", "x.csv"), [5, "2"]);
  assert.deepEqual(at("a\tb\r\n1\t2\r\n", "R2:C2", "x.tsv"), [2, "2"]);
  assert.deepEqual(at('<testResults>\n  <sample t="12" lb="a&amp;b>"/>\n', "L2@t"), [2, "12"]);
  assert.deepEqual(at('"a\t1\r\nb"\t7\t12\t\r\n', "L2:F3-F2"), [2, "12 - 7"]);
  assert.equal(resolve("b\t7\t12\n", "L1:F3-F2").value, 5);
  for (const [source, locator] of [["b\t7", "L1:F3-F2"], ["b\t7", "L1:F2"], ["b\t7\t8", "L2:F3-F2"], ['<sample t="1"', "L1@t"], ['<sample t="1"/>', "L1@lt"], [json, "/a/2"], [json, "/a/b"], ['{"a":', "/a"], ["x", "L2:C1"], ["x", "L1:C2"], ["a,b", "R2:C1"], ["x", "5"]]) {
    assert.throws(() => resolve(source, locator, "x"), locator);
  }
});

test("bytes decode, and a byte order mark takes no column", () => {
  assert.equal(text(Buffer.from("\ufeffa")), "a");
  assert.equal(text(Buffer.from([0xff, 0xfe, 0x61, 0x00])), "a");
  assert.throws(() => text(Buffer.from([0x61, 0xff])));
});

test("source numbers parse", () => {
  const cases = [["1,234.5", "", 1234.5], ["\u22123", "", -3], ["1e-3", "s", 0.001], ["12.34k", "req/s", 12340], ["344.00us", "µs", 344], ["1m30.5s", "s", 90.5], ["+4", "", 4], ["Four", "threads", 4], ["zero", "req", 0], ["eighteen hundred", "", 1800], ["Sixty-five", "s", 65], ["two hundred thousand", "", 2e5], ["2,35", "ms", 2.35], ["1 000", "", 1000]];
  for (const [raw, unit, expected] of cases) assert.ok(Math.abs(parseRaw(raw, unit) - expected) < 1e-9, raw);
  for (const [raw, expected] of [["12,500", 12.5], ["0,123", 0.123], ["1,25", 1.25]]) assert.equal(parseRaw(raw, "ms", ","), expected);
  for (const wrong of ["12.500", "1,234,567", "12"]) assert.ok(Number.isNaN(parseRaw(wrong, "ms", ",")), wrong);
  for (const wrong of ["", "n/a", "12 apples", "5s of"]) assert.ok(Number.isNaN(parseRaw(wrong, "")), wrong);
});

test("printed texts agree at their precision", () => {
  const agreeing = [
    ["17,088", 17088.4, "req/s"], ["57.0", 57.04, "ms"], ["0.5", 0.45, ""], ["0.4", 0.45, ""], ["0.03% lower", 0.000313, ""],
    ["29.45% lower", 0.29447, ""], ["~1.8–1.9×", [1.8104, 1.9074], "×"], ["7x", 7.106, ""], ["~2x", 2.124, ""], ["201.5\u00a0ms", 0.20149, "s"],
    ["344 µs", 0.344, "ms"], ["13.2k req/s", 13167, "req/s"], ["7.97 million", 7974608, ""], ["−53 %", -0.534, ""], ["-92.0%", -0.92017, ""], ["+2.3%", 0.0231, ""],
    ["zero", 0, "req"], ["six runs", 6, ""], ["eighteen hundred req/s", 1800, "req/s"], ["less than six per cent", 0.059, ""], ["near 5,900", 5938, ""], ["less than six", 5.9, ""], ["p99 of 12.3 ms", 12.34, "ms"], ["1.5 s–2 s", [1.52, 1.97], "s"],
    ["at most 5 ms", 5, "ms"], ["no more than 5", 5, ""], ["at least 5", 5, ""], ["up to 5", 4, ""], ["nearly 5", 4.8, ""], ["1.2 pp", 0.0118, ""],
    ["1.2 percentage points", 0.012, ""], ["three times", 3.2, "×"], ["half", 0.46, ""], ["none", 0, "req"], ["no fewer than six", 6, ""],
    ["94–101 ms", [0.0941, 0.1012], "s"], ["5 and 7", [5, 7], ""], ["1.2e6", 1234567, ""], ["25 per cent", 0.25, ""], ["1.5 MiB", 1572864, "B"], ["0.75 of 1 s", [0.75, 1], "s"],
  ];
  for (const [printed, value, unit] of agreeing) assert.equal(disagreement(printed, value, unit), "", printed);
});

test("printed texts that do not agree are found", () => {
  const disagreeing = [
    ["17,089", 17088.4, "req/s"], ["0.6", 0.45, ""], ["0.03% lower", -0.000313, ""], ["29.5% lower", 0.29447, ""], ["1.8–1.9×", [1.7, 1.85], "×"],
    ["~5,900", 5960, ""], ["7x", 7.6, ""], ["201.5 ms", 201.5, "s"], ["−53 %", 0.534, ""], ["six", 7, ""], ["less than six", 6, ""], ["fast", 3, ""], ["5 of 7", 5, ""],
    ["at most 5", 5.1, ""], ["at least 5", 4.9, ""], ["nearly 5", 5.1, ""], ["half", 0.3, ""], ["none", 0.003, ""], ["less than 5 % higher", -0.03, ""], ["0 % faster", -0.003, ""],
    ["1,200", 1200.6, ""], ["12", 0.12, ""],
  ];
  for (const [printed, value, unit] of disagreeing) assert.notEqual(disagreement(printed, value, unit), "", printed);
  assert.notEqual(disagreement("1,100–1,400", [1150, 1300], "req/s", { ends: true }), "");
});

test("a decimal comma is read where the page's language has one", () => {
  const french = { decimalComma: true };
  assert.equal(disagreement("12,5", 12.46, "ms", french), "");
  assert.equal(disagreement("1\u202f234,5", 1234.46, "ms", french), "");
  assert.equal(disagreement("1.234,5", 1234.46, "ms", french), "");
  assert.equal(disagreement("1 234,5 ms", 1234.46, "ms", french), "");
  assert.notEqual(disagreement("12,5", 12.46, "ms"), "");
});

test("a difference goes the way that its words say", () => {
  const ways = [["(1 - ($0 / $1))", "down"], ["(($0 / $1) - 1)", "up"], ["(($0 - $1) / $1)", "up"], ["((median($1, $2) - $0) / median($1, $2))", "down"],
    ["(0 - (1 - ($0 / $1)))", "up"], ["($0 / $1)", undefined], ["($0 - $1)", undefined], ["[(1 - ($0 / $1)), (1 - ($2 / $1))]", "down"], ["$0", undefined]];
  for (const [formula, way] of ways) assert.equal(goes(formula), way, formula);
  assert.equal(disagreement("3 % lower", 0.03, "", { goes: "down" }), "");
  assert.notEqual(disagreement("3 % higher", 0.03, "", { goes: "down" }), "");
  assert.equal(disagreement("3 % faster", 0.03, "", { goes: "down" }), "");
});

test("percentage points are of a difference of shares", () => {
  for (const formula of ["($0 - $1)", "(($0 / $1) - ($2 / $3))", "median(($0 - $1), ($2 - $3))"]) assert.ok(isOfShares(formula), formula);
  for (const formula of ["(1 - ($0 / $1))", "(($0 - $1) / $1)", "$0", "median($0, $1)"]) assert.ok(!isOfShares(formula), formula);
  assert.notEqual(disagreement("1.2 pp", 0.012, "", { shares: false }), "");
  assert.notEqual(disagreement("1.2 % higher", 0.012, "", { shares: true }), "");
});

test("statistics compute", () => {
  const cases = [
    ["mad(1, 2, 4, 8, 100)", 3], ["quantile([10, 40, 20], 0.75)", 30], ["iqr(1, 2, 3, 4, 5)", 2], ["trimmed_mean([100, 1, 2, 3, 0], 0.2)", 2],
    ["weighted_quantile([400, 2, 300], [1, 98, 1], 0.98)", 2], ["count_between([1, 2, 3, 4], 2, 4)", 2], ["count_between([0.3, 0.299], 0.30000000000000004, 1)", 1], ["weighted_quantile([400, 2, 300], [1, 98, 1], 0.99)", 300],
    ["ci95_low(6, 1, 5, 2, 4, 3)", 1], ["ci95_high(9, 1, 8, 2, 7, 3, 6, 4, 5)", 8], ["median(paired($1, $0), paired($0, 2))", 2.25],
    ["pairs_above([1, 2, 3], [1, 1, 4])", 1], ["pairs_below([1, 2, 3], [1, 1, 4])", 1], ["mann_whitney_u([3, 5], [1, 3, 4])", 4.5],
    ["effect_size([3, 5], [1, 3, 4])", 0.75], ["mann_whitney_exact([8, 9], [1, 2, 3])", 0.2], ["mann_whitney_normal([3, 3], [3, 3])", 1],
    ["within(101, 100, (0.01 * 100))", true], ["within(102, 100, (0.01 * 100))", false], ["within($0, 1, 0)", true],
    ["bootstrap_low(1.2, 1.5, 1.1, 1.9, 1.3, 1.4, 1.6)", 1.2], ["bootstrap_high(1.2, 1.5, 1.1, 1.9, 1.3, 1.4, 1.6)", 1.6],
  ];
  for (const [formula, expected] of cases) {
    const found = evaluate(formula, [1, 4]);
    assert.ok(found === expected || Math.abs(found - expected) < 1e-12, `${formula}: ${found}`);
  }
  for (const wrong of ["ci95_low(1, 2, 3, 4, 5)", "bootstrap_low(1, 2, 3)", "trimmed_mean([1, 2, 3], 0.1)", "quantile([1, 2], 2)", "within(1, 2)", "pairs_above([1], [1, 2])", "mann_whitney_exact([1, 2], [2])"]) {
    assert.throws(() => evaluate(wrong, []), wrong);
  }
  // Numbers of other implementations of the generator, and of a table of the normal distribution.
  const next = generator([1, 2, 3, 4]);
  assert.deepEqual(Array.from({ length: 6 }, next), [11520, 0, 5927040, 70819200, 2031721883, 1637235492]);
});

const LOG = "time,took,label,message,ok\n1000,20,A,OK,true\n1000,50,Both,\"Sum, of 2\",true\n1010,40,A,OK,false\n1020,30,B,\"OK\n\",true\n1030,10,A,OK,true\n";

test("statistics of measurements are computed from their records", () => {
  const samples = { over: "R2:C2..R6:C2", unit: "ms", count: 4, without: { C4: "Sum" } };
  const of = (name, more = {}) => statistic(measurements(LOG, { ...samples, ...more }, "x.csv"), { ...samples, ...more, statistic: name }, "ms");
  const cases = [["count", 4], ["sum", 100], ["mean", 25], ["min", 10], ["max", 40], ["p50", 20], ["p75", 30], ["p75.1", 40], ["p99", 40]];
  for (const [name, expected] of cases) assert.equal(of(name), expected, name);
  assert.equal(of("count", { where: { C5: "false" } }), 1);
  assert.equal(of("max", { where: { C3: "B" } }), 30);
  // From 1.000 s to 1.050 s, when the records of both 40 and 30 ms end.
  const rate = { time: { place: "C1", unit: "ms", at: "start" } };
  assert.ok(Math.abs(of("rate", rate) - 4 / 0.05) < 1e-9);
  const problem = (input) => sampleProblem(LOG, { evidence: "x.csv", unit: "ms", line: 2, samples: { ...samples, statistic: "mean" }, ...input });
  assert.equal(problem({ value: 25 }), "");
  assert.match(problem({ value: 26 }), /mean is 25, not 26/);
  assert.match(problem({ value: 25, line: 3 }), /begins on line 2/);
  assert.match(problem({ value: 25, samples: { ...samples, statistic: "mean", count: 5 } }), /of 4 measurements, not 5/);
  const bucket = { ...samples, statistic: "p50", within: 0.001 };
  assert.equal(problem({ value: 20.01, raw: "20.01", samples: bucket }), "");
  assert.match(problem({ value: 20.1, raw: "20.1", samples: bucket }), /p50 is 20/);
});

test("a measurement is the difference of two fields of a line", () => {
  // Of 20, 0, 40 and 10 ms, from 1.000 s to 1.095 s; the last but one failed.
  const source = 'RUN "\n' + [["", 1000, 1020, "OK"], ["g", 1030, 1030, "OK"], ["g", 1050, 1090, "KO"], ["", 1085, 1095, "OK"]]
    .map((fields) => `REQUEST\t${fields.join("\t")}\tit's "\r\n`).join("GROUP\tg\t1000\t1099\n");
  const samples = { over: "L2:F4-F3..L8:F4-F3", where: { F1: "REQUEST" }, unit: "ms", count: 4 };
  const of = (name, more = {}) => statistic(measurements(source, { ...samples, ...more }, "a.log"), { ...samples, ...more, statistic: name }, "ms");
  for (const [name, expected] of [["count", 4], ["sum", 70], ["mean", 17.5], ["min", 0], ["p50", 10], ["max", 40]]) assert.equal(of(name), expected, name);
  assert.equal(of("count", { where: { F1: "REQUEST", F5: "KO" } }), 1);
  assert.equal(of("max", { where: { F1: "REQUEST", F2: "none" } }), 20);
  assert.ok(Math.abs(of("rate", { time: { place: "F3", unit: "ms", at: "start" } }) - 4 / 0.095) < 1e-9);
  assert.equal(of("count", { time: { place: "F3", unit: "ms", at: "start", from: "1030", until: "1050" } }), 1);
  const input = { evidence: "a.log", unit: "ms", line: 2, value: 17.5, samples: { ...samples, statistic: "mean" } };
  assert.equal(sampleProblem(source, input), "");
  assert.match(sampleProblem(source, { ...input, value: 18 }), /mean is 17.5, not 18/);
});

const ARRAYS = `{"results": [
  {"times": [0.3, 0.1, null, 0.2]},
  {"iters": [1, 2, 4], "times": [9, 10, 8]},
  {"forks": [[5, 7], [6]], "calls": [[[1.5, 3]], [[2.5, 1], [9, 0]]]}
]}`;

test("measurements stand in arrays", () => {
  const of = (over, more = {}) => measurements(ARRAYS, { over, ...more }, "x.json");
  assert.deepEqual(of("/results/0/times/0../results/0/times/3"), { values: [0.3, 0.1, 0.2], times: [], line: 2 });
  assert.deepEqual(of("/results/0/times/1../results/0/times/3").values, [0.1, 0.2]);
  // 9 over 1, 10 over 2, 8 over 4.
  assert.deepEqual(of("/results/1/times/0../results/1/times/2", { iterations: "/results/1/iters/0../results/1/iters/2" }).values, [9, 5, 2]);
  assert.deepEqual(of("/results/2/forks/0/0../results/2/forks/1/0"), { values: [5, 7, 6], times: [], line: 4 });
  assert.deepEqual(of("/results/2/calls/0/0../results/2/calls/1/1", { pairs: true }).values, [1.5, 1.5, 1.5, 2.5]);
  assert.deepEqual(measurements('{"a": 1}\n{"v": [4, 8]}\n', { over: "L2/v/0..L2/v/1" }, "x.ndjson"), { values: [4, 8], times: [], line: 2 });
  for (const wrong of ["/results/0/times/0../results/0/times/9", "/results/0/times/3../results/0/times/0", "/results/0/x/0../results/0/x/1"]) {
    assert.throws(() => of(wrong), wrong);
  }
  assert.throws(() => of("/results/1/times/0../results/1/times/2", { iterations: "/results/1/iters/0../results/1/iters/1" }), /2 iterations for 3 totals/);
});

test("formulas take measurements one by one", () => {
  const lists = [[3, 1, 2], [4, 5]];
  const pool = (percent, [number]) => (percent === undefined ? lists[number] : NaN);
  const of = (formula) => evaluate(formula, [3, 2], pool);
  assert.equal(of("median(samples($0))"), 2);
  assert.equal(of("median(samples($0), samples($1))"), 3);
  const between = (bounds, numbers) => countBetween(numbers.flatMap((number) => lists[number]), ...bounds);
  assert.equal(evaluate("pooled_between(2, 5e0, $0, $1)", [3, 2], between), 3);
  for (const wrong of ["pooled_between(2, $0)", "pooled_between($0, 2, $1)", "pooled_between(2, 5)"]) assert.throws(() => evaluate(wrong, [3, 2], between), wrong);
  assert.equal(of("count_between([samples($0)], 2, 9)"), 2);
  assert.equal(of("mann_whitney_u([samples($1)], [samples($0)])"), 6);
  for (const wrong of ["samples($7)", "samples()", "samples($0, $1)", "median(samples(3))"]) assert.throws(() => of(wrong), wrong);
});

test("measurements of a part of the time are chosen by their own clock", () => {
  const of = (name, from, until, more = {}) => {
    const samples = { over: "R2:C2..R6:C2", unit: "ms", time: { place: "C1", unit: "ms", at: "start", from, until }, ...more };
    return statistic(measurements(LOG, samples, "x.csv"), { ...samples, statistic: name }, "ms");
  };
  assert.equal(of("count", "1000", "1010"), 2);
  assert.equal(of("max", "1010", "1020.000001"), 40);
  assert.equal(of("count", "1010.5", "1020"), 0);
  // Two in 20 ms, and none in as many.
  assert.equal(of("rate", "1000", "1020", { without: { C4: "Sum" } }), 100);
  assert.equal(of("rate", "2000", "2020"), 0);
  assert.throws(() => of("count", "soon", "1020"), /is no part of a time/);
  const lines = '{"t":"2026-11-30T07:46:56.000000001Z","v":1}\n{"t":"2026-11-30T09:46:56.5+02:00","v":2}\n{"v":3}\n';
  const time = { place: "/t", unit: "", at: "end", from: "2026-11-30T07:46:56.000000002Z", until: "2026-11-30T07:46:57Z" };
  assert.deepEqual(measurements(lines, { over: "L1/v..L3/v", time }, "x.ndjson").values, [2]);
  // Nanoseconds since 1970 are more than a number of JavaScript can tell apart.
  const exact = { place: "C1", unit: "ns", at: "start", from: "1796024816727996771", until: "1796024816727996772" };
  assert.deepEqual(measurements("t,v\n1796024816727996771,1\n1796024816727996772,2\n", { over: "R2:C2..R3:C2", time: exact }, "n.csv").values, [1]);
});

test("measurements stand in lines of JSON and in the buckets of a digest", () => {
  const lines = '{"m":"a","d":{"v":1.5}}\n{"m":"b","d":{"v":9}}\n{"m":"a","d":{"v":2.5,"t":"x"}}\n';
  const of = (more) => measurements(lines, { over: "L1/d/v..L3/d/v", ...more }, "x.ndjson").values;
  assert.deepEqual(of({ where: { "/m": "a" } }), [1.5, 2.5]);
  assert.deepEqual(of({ where: { "/m": "a", "/d/t": "x" } }), [2.5]);
  const digest = '{"runs":[{"buckets":[[1.5,2,1.4],[3,1,2.9]]}]}';
  assert.deepEqual(measurements(digest, { over: "/runs/0/buckets" }, "x.json").values, [1.4, 1.4, 2.9]);
  assert.throws(() => measurements(lines, { over: "L1/d/v" }, "x.ndjson"), /is no range/);
});

test("a pooled percentile is of what its inputs are of", () => {
  const pool = (percent, numbers) => percent + numbers.length;
  assert.equal(evaluate("(pooled(99.9, $0, $1) * 2)", [1, 4], pool), 203.8);
  for (const wrong of ["pooled(99)", "pooled(99, $2)", "pooled(99, 5)"]) assert.throws(() => evaluate(wrong, [1, 4], pool), wrong);
});
