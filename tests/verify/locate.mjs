// Resolves a locator in an evidence file to the source text it names, and the line it is on.

import { execFileSync } from "node:child_process";
import zlib from "node:zlib";

import { decodedLog } from "./interval-log.mjs";

/** The text of a file's bytes, unpacked when they are compressed: UTF-8 or UTF-16, without its byte order mark. */
export function text(bytes) {
  const log = decodedLog(Buffer.from(bytes));
  if (log) return log;
  const mark = Buffer.from(bytes.subarray(0, 2)).toString("hex");
  const encoding = { fffe: "utf-16le", feff: "utf-16be" }[mark] ?? "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(unpacked(Buffer.from(bytes)));
}

/** What gzip or zstd data unpack to; other bytes as they are. */
function unpacked(bytes) {
  if (bytes.subarray(0, 3).equals(Buffer.from([0x1f, 0x8b, 8]))) return zlib.gunzipSync(bytes);
  if (!bytes.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return bytes;
  // Node has zstd from 22.15 on.
  return zlib.zstdDecompressSync?.(bytes) ?? execFileSync("zstd", ["--decompress", "--stdout"], { input: bytes });
}

/**
 * What stands at `locator`: `{line, exact}` when it is one whole value, or `{line, within}` when the
 * number is part of a string, a cell or the rest of a line (`starts` when it must begin there). Of the difference of
 * two fields, `exact` is both with ` - ` between, and `value` the difference.
 */
export function resolve(source, locator, path) {
  let match;
  if (locator === "" || locator.startsWith("/")) return inJson(source, locator, 0, source.length);
  if ((match = /^L(\d+)(\/.*)$/s.exec(locator))) return inJsonOn(source, Number(match[1]), match[2]);
  if ((match = /^L(\d+):C(\d+)$/.exec(locator))) return inLine(source, Number(match[1]), Number(match[2]));
  if ((match = /^L(\d+):(F\d+-F\d+)$/.exec(locator))) return inFields(source, Number(match[1]), match[2]);
  if ((match = /^L(\d+)@([^@]+)$/.exec(locator))) return inTag(source, Number(match[1]), match[2]);
  if ((match = /^R(\d+):C(\d+)$/.exec(locator))) return inTable(source, Number(match[1]), Number(match[2]), path);
  throw new Error(`the locator \`${locator}\` is of no known kind`);
}

let last = { source: undefined };

/** Where the lines of a text end, and its rows: found once for many locators of the same text. */
function indexOf(source) {
  if (last.source === source) return last;
  last = { source, ends: [], tables: new Map() };
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) last.ends.push(at);
  return last;
}

/** The line, from 1, of a position in the text. */
export function lineOf(source, position) {
  const { ends } = indexOf(source);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] < position) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** Where line `number` begins and ends, its line break left out. */
function lineBounds(source, number) {
  const { ends } = indexOf(source);
  if (number > ends.length + 1) throw new Error(`there is no line ${number}`);
  return [number > 1 ? ends[number - 2] + 1 : 0, ends[number - 1] ?? source.length];
}

/** In the JSON value that begins a line, and may go on below it. */
function inJsonOn(source, line, pointer) {
  const [start, end] = lineBounds(source, line);
  if (skipSpace(source, start) >= end) throw new Error(`no value begins on line ${line}`);
  return inJson(source, pointer, start, source.length);
}

function inLine(source, line, column) {
  const [start, end] = lineBounds(source, line);
  const characters = [...source.slice(start, end)];
  if (column < 1 || column > characters.length) throw new Error(`line ${line} has no column ${column}`);
  return { line, within: characters.slice(column - 1).join(""), starts: true };
}

// --- Lines whose fields stand between tabs -----------------------------------------------------

/** What stands in a field of a line, `F4`; of `F5-F4` the difference of two, as text too. */
export function field(line, place) {
  const fields = line.replace(/\r$/, "").split("\t");
  const [of, less] = place.split("-").map((part) => fields[Number(part.slice(1)) - 1]);
  return place.includes("-") ? String(whole(of) - whole(less)) : of;
}

const whole = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : NaN);

function inFields(source, number, place) {
  const line = source.slice(...lineBounds(source, number));
  const [of, less] = place.split("-").map((part) => field(line, part));
  if (of === undefined || less === undefined) throw new Error(`line ${number} has no \`${place}\``);
  return { line: number, exact: `${of} - ${less}`, value: Number(field(line, place)) };
}

// --- XML --------------------------------------------------------------------------------------

const SAMPLE = /^\s*<(httpSample|sample)((?:\s+[^\s=<>"']+="[^"<]*")*)\s*(\/?)>\s*$/;

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The start tag of a sample that a line is: its attributes as they are written; undefined of another line. */
export function sampleTag(line) {
  const [, name, inner, end] = SAMPLE.exec(line) ?? [];
  if (name === undefined) return undefined;
  const attributes = new Map();
  for (const [, key, raw] of inner.matchAll(/([^\s=]+)="([^"]*)"/g)) if (!attributes.has(key)) attributes.set(key, raw);
  return { attributes, whole: end === "/" };
}

/** A raw attribute with its entities in place. */
export function decoded(raw) {
  return raw?.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (all, hex, decimal, name) =>
    name ? (ENTITIES[name] ?? all) : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)));
}

function inTag(source, line, name) {
  const raw = sampleTag(source.slice(...lineBounds(source, line)))?.attributes.get(name);
  if (raw === undefined) throw new Error(`line ${line} begins no sample with \`${name}\``);
  return { line, exact: raw };
}

// --- JSON -------------------------------------------------------------------------------------

function inJson(source, pointer, from, to) {
  let at = skipSpace(source, from);
  for (const key of pointer.split("/").slice(1)) {
    at = child(source, at, key.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  const end = endOfValue(source, at);
  if (end > to || end === at) throw new Error(`\`${pointer}\` leads past the end`);
  const line = lineOf(source, at);
  return source[at] === '"' ? { line, within: source.slice(at + 1, end - 1) } : { line, exact: source.slice(at, end) };
}

/** Where the member or element `key` of the value at `at` begins; the last one of equal keys counts. */
function child(source, at, key) {
  const object = source[at] === "{";
  if (!object && source[at] !== "[") throw new Error(`there is nothing below which \`${key}\` could be`);
  const close = object ? "}" : "]";
  let found = -1;
  let position = skipSpace(source, at + 1);
  for (let index = 0; source[position] !== close; index += 1) {
    let name = String(index);
    if (object) {
      const end = endOfString(source, position);
      name = JSON.parse(source.slice(position, end));
      position = skipSpace(source, skipSpace(source, end) + 1);
    }
    if (name === key) found = position;
    const end = skipSpace(source, endOfValue(source, position));
    if (source[end] !== "," && source[end] !== close) throw new Error("the JSON is malformed");
    position = source[end] === "," ? skipSpace(source, end + 1) : end;
  }
  if (found < 0) throw new Error(`there is no \`${key}\``);
  return found;
}

/** What a parsed value holds at a pointer, as text; undefined where there is nothing. */
export function pointed(value, pointer) {
  const keys = pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = keys.reduce((at, key) => (at !== null && typeof at === "object" ? at[key] : undefined), value);
  return found === undefined ? undefined : String(found);
}

function skipSpace(source, at) {
  while (/\s/.test(source[at] ?? "")) at += 1;
  return at;
}

function endOfString(source, at) {
  for (at += 1; source[at] !== '"'; at += source[at] === "\\" ? 2 : 1) {
    if (at >= source.length) throw new Error("a string does not end");
  }
  return at + 1;
}

function endOfValue(source, at) {
  if (source[at] === '"') return endOfString(source, at);
  if (source[at] !== "{" && source[at] !== "[") {
    while (at < source.length && !/[\s,\]}]/.test(source[at])) at += 1;
    return at;
  }
  for (let depth = 0; at < source.length; ) {
    const character = source[at];
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth -= 1;
    at = character === '"' ? endOfString(source, at) : at + 1;
    if (depth === 0) return at;
  }
  throw new Error("the JSON does not end");
}

// --- CSV and TSV ------------------------------------------------------------------------------

function inTable(source, row, column, path) {
  const record = rowsOf(source, separator(source, path))[row - 1];
  if (!record) throw new Error(`there is no row ${row}`);
  const cell = record[column - 1];
  if (!cell) throw new Error(`row ${row} has no column ${column}`);
  return { line: lineOf(source, cell.start), within: cell.text };
}

export function separator(source, path) {
  if (/\.tsv(\.gz|\.zst)?$/.test(path)) return "\t";
  const head = source.slice(0, lineBounds(source, 1)[1]);
  const count = (character) => head.split(character).length;
  return [",", "\t", ";", " "].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** The records of a table, each a list of `{start, text}`; empty lines are none. */
export function rowsOf(source, between) {
  const { tables } = indexOf(source);
  if (!tables.has(between)) tables.set(between, [...records(source, between)]);
  return tables.get(between);
}

function* records(source, between) {
  let record = [];
  for (let at = 0; at < source.length; ) {
    const start = at;
    let content = "";
    if (source[at] === '"') {
      for (at += 1; at < source.length && (source[at] !== '"' || source[at + 1] === '"'); at += 1) {
        if (source[at] === '"') at += 1;
        content += source[at];
      }
      at += 1;
    }
    while (at < source.length && source[at] !== between && source[at] !== "\n") content += source[at++];
    record.push({ start, text: content.replace(/\r$/, "") });
    if (source[at] === between && at + 1 < source.length) {
      at += 1;
      continue;
    }
    at += 1;
    if (record.length > 1 || record[0].text !== "") yield record;
    record = [];
  }
}
