// Statistics of single measurements, computed again from the evidence: what `samples` of an input says.
//
//   {"statistic": "p99", "over": "R2:C2..R901:C2", "count": 900, "unit": "ms", "where": {"C3": "Home"}, "without": {…}, "within": 0.001,
//    "time": {"place": "C1", "unit": "ms", "at": "start", "from": "1700000000100", "until": "1700000001100"}}
//
// Percentiles are by nearest rank. `within` is how far, as a share, a value may lie from the exact one. Of records that
// have a time, only those of `from` or later and before `until` are meant, where `time` has these.
//
//   {"statistic": "p99", "over": "L3:F5-F4..L90:F5-F4", "where": {"F6": "OK"}, …}    of lines cut at tabs, each field 5 less field 4
//   {"statistic": "min", "over": "/times/0../times/9", "iterations": "/iters/0../iters/9", …}    totals over iterations
//   {"statistic": "p99", "over": "/data/0/0../data/2/40", "pairs": true, …}    each `[value, how often]`

import { near, scale } from "./formula.mjs";
import { decoded, field, lineOf, pointed, resolve, rowsOf, sampleTag, separator } from "./locate.mjs";

const END = /^(?:R(\d+):C(\d+)|L(\d+)(?:([/@].*)|:(F\d+-F\d+)))$/s;

const files = new Map();

/** What was read of a file already: its records, and choices of measurements. */
function known(source, path) {
  if (files.get(path)?.source !== source) files.set(path, { source, choices: new Map() });
  return files.get(path);
}

/** The measurements, in the unit of the file, with the line of the first record: `{values, times, line}`. */
export function measurements(source, { over, where, without, time, iterations, pairs }, path) {
  const { choices } = known(source, path);
  const choice = { over, where, without, time, iterations, pairs };
  const key = JSON.stringify(choice);
  if (!choices.has(key)) choices.set(key, chosen(source, choice, path));
  return choices.get(key);
}

function chosen(source, { over, where = {}, without = {}, time, iterations, pairs = false }, path) {
  const range = arrayRange(over);
  if (range) return ofArray(source, range, iterations, pairs, path);
  if (over.startsWith("/")) return ofBuckets(source, over);
  const ends = over.split("..").map((end) => END.exec(end) ?? []);
  if (ends.length !== 2 || ends.some((end) => end.length === 0)) throw new Error(`\`${over}\` is no range`);
  const table = ends[0][1] !== undefined;
  const [from, to] = ends.map((end) => Number(table ? end[1] : end[3]));
  const place = table ? `C${ends[0][2]}` : (ends[0][4] ?? ends[0][5]);
  const found = { values: [], times: [], line: 0 };
  const meant = during(time);
  const file = known(source, path);
  file.records ??= [...recordsOf(source, path, place)];
  const first = file.records[from - 1];
  if (first) found.line = table ? lineOf(source, first.start) : from;
  for (const record of file.records.slice(from - 1, to)) {
    const holds = Object.entries(where).every(([at, text]) => isHeld(record.text(at), text));
    const left = isLeftOut(record, without);
    if (!holds || left || !meant(record) || record.around?.some((other) => !isLeftOut(other, without))) continue;
    const value = Number(record.text(place) || NaN);
    // What stands there in place of a number is no measurement, unless it is asked for.
    if (Number.isNaN(value) && !(place in where)) continue;
    found.values.push(value);
    if (time) found.times.push([time, time.more].filter(Boolean).map(({ place }) => record.text(place)));
  }
  return found;
}

/** Whether a record begins somewhere as it must not. */
const isLeftOut = (record, without) => Object.entries(without).some(([at, text]) => record.text(at)?.startsWith(text));

/** Whether a record is of the part of the time that is meant. */
function during(time) {
  if (time?.from === undefined) return () => true;
  const moment = (text) => nanoseconds(text, time.unit);
  const [from, until] = [time.from, time.until].map(moment);
  if (from === undefined || until === undefined) throw new Error(`\`${time.from}\` to \`${time.until}\` is no part of a time`);
  const { more } = time;
  return (record) => {
    const [at, after] = [moment(record.text(time.place)), more ? nanoseconds(record.text(more.place), more.unit) : 0n];
    return at !== undefined && after !== undefined && from <= at + after && at + after < until;
  };
}

const DECIMALS = { s: 9, ms: 6, "µs": 3, ns: 0 };

/** A time as a whole number of nanoseconds, with every digit that it is written with. */
function nanoseconds(text, unit) {
  if (text === undefined) return undefined;
  const decimals = unit === "" ? 9 : DECIMALS[unit];
  const [, fraction = ""] = (unit === "" ? /\.(\d+)/ : /^\d+\.(\d+)$/).exec(text) ?? [];
  const below = BigInt(fraction.slice(0, decimals).padEnd(decimals, "0") || "0");
  if (unit === "") {
    const seconds = Date.parse(text.replace(`.${fraction}`, "")) / 1000;
    return Number.isNaN(seconds) ? undefined : BigInt(seconds) * 1000000000n + below;
  }
  if (!/^\d+(\.\d+)?$/.test(text)) return Number.isFinite(Number(text || NaN)) ? BigInt(Math.round(Number(text) * 10 ** decimals)) : undefined;
  return BigInt(text.split(".")[0]) * 10n ** BigInt(decimals) + below;
}

/** Whether a field holds a text; `none` stands for a field that is empty or not there. */
const isHeld = (held, text) => held === text || (!held && text === "none");

/** The ends of a range in arrays, each with the line of its document: `["", "/times/0", "/times/9"]`. */
function arrayRange(over) {
  for (let at = over.indexOf(".."); at >= 0; at = over.indexOf("..", at + 1)) {
    const [from, to] = [over.slice(0, at), over.slice(at + 2)].map((end) => /^(L\d+)?(\/.*)$/s.exec(end));
    if (!from || !to || from[1] !== to[1] || from[2] === to[2] && from[1]) continue;
    if (from[2].split("/").length === to[2].split("/").length) return [from[1] ?? "", from[2], to[2]];
  }
  return undefined;
}

/** What stands in arrays from one place to another, each with how often it occurred: `[[value, count], …]`. */
function between(source, [line, from, to], pairs, path) {
  const [first, last] = [from, to].map((end) => end.split("/").slice(1));
  let common = 0;
  while (common < first.length - 1 && first[common] === last[common]) common += 1;
  const pointer = first.slice(0, common).map((step) => `/${step}`).join("");
  const found = [];
  let state = "before";
  const isLeaf = (value) => (pairs ? value?.length === 2 && value.every((part) => typeof part === "number") : !Array.isArray(value));
  const walk = (value, place) => {
    if (!isLeaf(value)) return Array.isArray(value) ? value.forEach((item, index) => walk(item, `${place}/${index}`)) : undefined;
    if (place === from) state = "within";
    if (state === "within" && (pairs || typeof value === "number")) found.push(pairs ? value : [value, 1]);
    if (place === to) state = state === "within" ? "after" : "wrong";
    return undefined;
  };
  walk(JSON.parse(resolve(source, `${line}${pointer}`, path).exact), pointer);
  if (state !== "after") throw new Error(`there is no array from \`${from}\` to \`${to}\``);
  return found;
}

/** The measurements of an array; totals divided by their iterations. */
function ofArray(source, range, iterations, pairs, path) {
  const found = between(source, range, pairs, path);
  const counts = iterations === undefined ? undefined : between(source, arrayRange(iterations) ?? ["", "", ""], false, path);
  if (counts && counts.length !== found.length) throw new Error(`there are ${counts.length} iterations for ${found.length} totals`);
  const values = found.flatMap(([value, count], index) => Array(count).fill(counts ? value / counts[index][0] : value));
  return { values, times: [], line: resolve(source, `${range[0]}${range[1]}`, path).line };
}

/** The measurements of a digest, each as the first of its bucket: `[upper, count, first]`. */
function ofBuckets(source, pointer) {
  const buckets = pointer.split("/").slice(1).reduce((value, key) => value[key], JSON.parse(source));
  return { values: buckets.flatMap(([, count, first]) => Array(count).fill(first)), times: [], line: 0 };
}

/** The records of a file: rows of a table, samples in XML, lines cut at tabs, or lines of JSON. */
function recordsOf(source, path, place) {
  const manner = { C: () => rows(source, path), "@": () => tags(source), F: () => fields(source) };
  return (manner[place[0]] ?? (() => lines(source)))();
}

function* fields(source) {
  for (const line of source.split("\n")) yield { text: (at) => field(line, at) };
}

function* rows(source, path) {
  for (const record of rowsOf(source, separator(source, path))) {
    yield { start: record[0].start, text: (at) => record[Number(at.slice(1)) - 1]?.text };
  }
}

function* lines(source) {
  for (const line of source.split("\n")) {
    const value = line === "" ? undefined : JSON.parse(line);
    yield { text: (pointer) => pointed(value, pointer) };
  }
}

/** The lines of a result log in XML, each with the samples that it is in: a sample within one that counts is a part of it. */
function* tags(source) {
  let around = [];
  for (const line of source.split("\n")) {
    const tag = sampleTag(line);
    const record = { around, text: (at) => decoded(tag?.attributes.get(at.slice(1))) };
    yield record;
    if (tag && !tag.whole) around = [...around, record];
    if (/^\s*<\/(httpSample|sample)\s*>\s*$/.test(line)) around = around.slice(0, -1);
  }
}

/** The statistic of measurements, in the unit of the file; of a rate in measurements per second. */
export function statistic({ values, times }, { statistic: name, time }, unit) {
  if (name === "count") return values.length;
  const total = values.reduce((sum, value) => sum + value, 0);
  if (name === "sum") return total;
  if (name === "rate" && time.from !== undefined) return values.length / width(time);
  if (values.length === 0) throw new Error(`there is no measurement that \`${name}\` could be of`);
  if (name === "mean") return total / values.length;
  if (name === "rate") return values.length / span(values, times, time, unit);
  return percentile(values, name);
}

/** `min`, `max`, or a percentile by nearest rank. */
export function percentile(values, name) {
  const sorted = Float64Array.from(values).sort();
  const percent = { min: 0, max: 100 }[name] ?? Number(name.slice(1));
  const rank = Math.max(1, Math.ceil((Math.round(percent * 1e6) * sorted.length) / 1e8));
  return sorted[rank - 1];
}

/** Seconds from the beginning to the end of a part of the time. */
const width = ({ from, until, unit }) => Number(nanoseconds(until, unit) - nanoseconds(from, unit)) / 1e9;

/** Seconds from the start of the first to the end of the last; times are of starts or of ends. They are counted from
 *  the first of them, since seconds since 1970 leave too few digits for a test of a moment. */
function span(values, times, { unit, at, more }, ofValues) {
  const since = (time, part, of) => (Number(time[part]) - Number(times[0][part])) * scale(of);
  const added = (time) => (more ? since(time, 1, more.unit) : 0);
  const seconds = times.map((time) => (unit === "" ? instant(time[0]) : since(time, 0, unit)) + added(time));
  const took = values.map((value) => value * scale(ofValues));
  const starts = seconds.map((time, index) => (at === "start" ? time : time - took[index]));
  const ends = seconds.map((time, index) => (at === "start" ? time + took[index] : time));
  const least = starts.reduce((a, b) => Math.min(a, b));
  return ends.reduce((a, b) => Math.max(a, b)) - least;
}

/** Seconds since 2020 of a time in words, with all the digits of its second. */
function instant(text) {
  const fraction = /\.(\d+)/.exec(text);
  const whole = Date.parse(fraction ? text.replace(fraction[0], "") : text) / 1000 - 1577836800;
  return whole + (fraction ? Number(`0.${fraction[1]}`) : 0);
}

/** What is wrong with an input that is a statistic of measurements; empty when nothing is. */
export function sampleProblem(source, input) {
  const { samples } = input;
  const found = measurements(source, samples, input.evidence);
  if (found.values.length !== samples.count) return `is of ${found.values.length} measurements, not ${samples.count}`;
  const exact = statistic(found, samples, samples.unit);
  const off = Math.abs(exact - input.value) / Math.abs(exact || 1);
  const agrees = samples.within ? off <= samples.within : near(exact, input.value) || (samples.statistic === "rate" && off < 1e-6);
  if (!agrees) return `${samples.statistic} is ${exact}, not ${input.value}`;
  if (input.raw === undefined && found.line !== input.line) return `begins on line ${found.line}, not ${input.line}`;
  return "";
}
