// Statistics of single measurements, computed again from the evidence: what `samples` of an input says.
//
//   {"statistic": "p99", "over": "R2:C2..R901:C2", "count": 900, "unit": "ms", "where": {"C3": "Home"}, "without": {…}, "within": 0.001,
//    "time": {"place": "C1", "unit": "ms", "at": "start", "from": "1700000000100", "until": "1700000001100"}}
//
// Percentiles are by nearest rank. `within` is how far, as a share, a value may lie from the exact one. Of records that
// have a time, only those of `from` or later and before `until` are meant, where `time` has these.

import { near, scale } from "./formula.mjs";
import { lineOf, pointed, rowsOf, separator } from "./locate.mjs";

const END = /^(?:R(\d+):C(\d+)|L(\d+)(\/.*))$/s;

const files = new Map();

/** What was read of a file already: its records, and choices of measurements. */
function known(source, path) {
  if (files.get(path)?.source !== source) files.set(path, { source, choices: new Map() });
  return files.get(path);
}

/** The measurements, in the unit of the file, with the line of the first record: `{values, times, line}`. */
export function measurements(source, { over, where, without, time }, path) {
  const { choices } = known(source, path);
  const key = JSON.stringify([over, where, without, time]);
  if (!choices.has(key)) choices.set(key, chosen(source, { over, where, without, time }, path));
  return choices.get(key);
}

function chosen(source, { over, where = {}, without = {}, time }, path) {
  if (over.startsWith("/")) return ofBuckets(source, over);
  const ends = over.split("..").map((end) => END.exec(end) ?? []);
  if (ends.length !== 2 || ends.some((end) => end.length === 0)) throw new Error(`\`${over}\` is no range`);
  const table = ends[0][1] !== undefined;
  const [from, to] = ends.map((end) => Number(table ? end[1] : end[3]));
  const place = table ? `C${ends[0][2]}` : ends[0][4];
  const found = { values: [], times: [], line: 0 };
  const meant = during(time);
  const file = known(source, path);
  file.records ??= [...(table ? rows(source, path) : lines(source))];
  const first = file.records[from - 1];
  if (first) found.line = table ? lineOf(source, first.start) : from;
  for (const record of file.records.slice(from - 1, to)) {
    const holds = Object.entries(where).every(([at, text]) => isHeld(record.text(at), text));
    const left = Object.entries(without).some(([at, text]) => record.text(at)?.startsWith(text));
    if (!holds || left || !meant(record)) continue;
    const value = Number(record.text(place) || NaN);
    // What stands there in place of a number is no measurement, unless it is asked for.
    if (Number.isNaN(value) && !(place in where)) continue;
    found.values.push(value);
    if (time) found.times.push(record.text(time.place));
  }
  return found;
}

/** Whether a record is of the part of the time that is meant. */
function during(time) {
  if (time?.from === undefined) return () => true;
  const moment = (text) => nanoseconds(text, time.unit);
  const [from, until] = [time.from, time.until].map(moment);
  if (from === undefined || until === undefined) throw new Error(`\`${time.from}\` to \`${time.until}\` is no part of a time`);
  return (record) => {
    const at = moment(record.text(time.place));
    return at !== undefined && from <= at && at < until;
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

/** The measurements of a digest, each as the first of its bucket: `[upper, count, first]`. */
function ofBuckets(source, pointer) {
  const buckets = pointer.split("/").slice(1).reduce((value, key) => value[key], JSON.parse(source));
  return { values: buckets.flatMap(([, count, first]) => Array(count).fill(first)), times: [], line: 0 };
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
function span(values, times, { unit, at }, ofValues) {
  const seconds = times.map((time) => (unit === "" ? instant(time) : (Number(time) - Number(times[0])) * scale(unit)));
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
