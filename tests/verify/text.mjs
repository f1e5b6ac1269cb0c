// Whether what is printed agrees with a value, at the precision in which it is printed.

import { scale } from "./formula.mjs";

const SPACE = "[\\s\\u00a0\\u2009\\u202f]*";
const DIGITS = /(?<![\p{L}\d.,_/])\d+(?:[,.'\u00a0\u2009\u202f]\d+)*(?:[eE][+-]?\d+)?/gu;
const MULTIPLIERS = { k: 1e3, K: 1e3, M: 1e6, thousand: 1e3, million: 1e6, billion: 1e9 };
const UNITS = "ns|µs|μs|us|ms|s|min|h|[KMGT]iB|[kKMGT]?B|k?req|Mreq";
const COMMA_DIGITS = /(?<![\p{L}\d.,_/])(?:\d{1,3}(?: \d{3}(?!\d))+(?:,\d+)?|\d+(?:[,.'\u00a0\u2009\u202f]\d+)*)(?:[eE][+-]?\d+)?/gu;
const AFTER = new RegExp(
  `^${SPACE}(k|K|M|thousand|million|billion)?(?![\\p{L}])${SPACE}(%|per ?cent(?!\\p{L})|pp(?!\\p{L})|percentage points?(?!\\p{L})|times(?!\\p{L})|[×x](?!\\p{L})|(?:${UNITS})(?:/s)?(?![\\p{L}/]))?`,
  "u",
);
const ATTACHED = new RegExp(`^([kM])(req|req/s)(?![\\p{L}/])`, "u");
const ABOUT = /(?:[~≈∼]|\b(?:about|around|near|nearly|roughly|approximately|almost|circa))\s*$/iu;
const BOUNDS = [
  ["almost", /\b(?:almost|nearly)\s*$/iu],
  ["<=", /(?:≤|\b(?:at most|up to|(?:no|not) more than))\s*$/iu],
  [">=", /(?:≥|\b(?:at least|(?:no|not) (?:less|fewer) than))\s*$/iu],
  ["<", /(?:<|\b(?:less than|fewer than|lower than|under|below))\s*$/iu],
  [">", /(?:>|\b(?:more than|over|above))\s*$/iu],
];
const DIRECTION = /^\s+(?:(lower|less|fewer|below)|(higher|more|above|greater)|(faster|slower))(?!\p{L})/iu;
const RANGE = /^\s*(?:[-–—…→]|to|and)\s*[~≈]?\s*$/u;
const SIGN = /(?:^|[\s(~≈\u00a0<>])([-−+±])\s?$/u;
const WORDS = { no: 0, none: 0, half: 0.5, twice: 2, double: 2, thrice: 3 };
const SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const LARGE = { thousand: 1e3, million: 1e6, billion: 1e9 };
/** A whole number in words: tens with ones, hundreds, thousands; an ordinal is none. */
const COUNT = new RegExp(
  `(?<![\\p{L}])(?:${[...SMALL, ...TENS].join("|")})(?![\\p{L}])(?:(?:[ \\u00a0-](?:and )?)(?:${[...SMALL, ...TENS, "hundred", ...Object.keys(LARGE)].join("|")})(?![\\p{L}]))*(?!-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))`,
  "giu",
);

/** The value of a number in words; `NaN` when the words make none. */
function counted(words) {
  let [total, group] = [0, 0];
  for (const word of words.toLowerCase().split(/[ \u00a0-]+/u)) {
    if (word === "and") continue;
    if (SMALL.includes(word)) group += SMALL.indexOf(word);
    else if (TENS.includes(word)) group += 20 + 10 * TENS.indexOf(word);
    else if (word === "hundred") group *= 100;
    else if (LARGE[word]) [total, group] = [total + group * LARGE[word], 0];
    else return NaN;
  }
  return total + group;
}

/** The kind of bound that the words before a number make of it; empty for none. */
const boundOf = (before) => BOUNDS.find(([, pattern]) => pattern.test(before))?.[0] ?? "";

/** Which way the word after a percentage says that a difference goes; undefined for no such word. */
function directionOf(after) {
  const match = DIRECTION.exec(after);
  return match && (match[1] ? "down" : match[2] ? "up" : "either");
}

/** The magnitude of digits with separators, and how many decimals are written. */
function magnitude(digits, decimalComma) {
  const [, body, exponent] = /^(.*?)(?:[eE]([+-]?\d+))?$/u.exec(digits);
  let plain = body.replace(/['\u00a0\u2009\u202f]/gu, "");
  plain = plain.replaceAll(" ", "");
  plain = decimalComma ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", "");
  const decimals = (plain.split(".")[1] ?? "").length - Number(exponent ?? 0);
  return { value: Number(plain) * 10 ** Number(exponent ?? 0), decimals, plain };
}

/** The unit written behind a number: its factor, and its scale or none. */
function unitAfter(rest) {
  const attached = ATTACHED.exec(rest.trimStart());
  if (attached) return { factor: MULTIPLIERS[attached[1]], unit: 1, length: rest.length - rest.trimStart().length + attached[0].length };
  const match = AFTER.exec(rest);
  const word = match?.[2];
  const unit = word === undefined ? undefined : /^p(?:er|p$)/u.test(word) ? 0.01 : word === "times" ? 1 : scale(word);
  const points = /^(?:pp$|percentage)/u.test(word ?? "");
  return { factor: MULTIPLIERS[match?.[1]] ?? 1, unit, points, length: match?.[1] || word ? match[0].length : 0 };
}

/**
 * The numbers of a text as `{value, step, unit, bound, ranged}`: `step` is the place of the last digit
 * that counts, `unit` a scale or undefined, `ranged` whether the next number ends a range begun here.
 */
export function numbers(text, decimalComma = false) {
  const found = [];
  let end = 0;
  for (const match of text.matchAll(decimalComma ? COMMA_DIGITS : DIGITS)) {
    const between = text.slice(end, match.index);
    const last = found.at(-1);
    if (last && RANGE.test(between)) last.ranged = true;
    const sign = last?.ranged ? undefined : SIGN.exec(between)?.[1];
    const before = sign ? between.slice(0, between.lastIndexOf(sign)) : between;
    const { value, decimals, plain } = magnitude(match[0], decimalComma);
    const { factor, unit, points, length } = unitAfter(text.slice(match.index + match[0].length));
    const after = match.index + match[0].length + length;
    const direction = unit === 0.01 ? directionOf(text.slice(after)) : undefined;
    const about = ABOUT.test(before) || (last?.ranged && last.about);
    const zeros = about && !plain.includes(".") ? /[1-9](0*)$/.exec(plain)?.[1].length ?? 0 : 0;
    const bound = boundOf(before);
    const signed = sign === "-" || sign === "−" ? -value : value;
    found.push({ value: signed * factor, step: 10 ** (zeros - decimals) * factor, unit, bound, about, points, direction, ranged: false });
    end = after;
  }
  found.forEach((number, index) => {
    if (number.ranged && number.unit === undefined) number.unit = found[index + 1]?.unit;
  });
  return found.length > 0 ? found : words(text);
}

function words(text) {
  const lower = text.toLowerCase();
  const other = [...lower.matchAll(/\p{L}+/gu)]
    .filter((match) => Object.hasOwn(WORDS, match[0]))
    .filter((match) => match[0] !== "no" || !/^\s+(?:more|less|fewer|longer|one)\b/u.test(lower.slice(match.index + 2)))
    .map((match) => ({ at: match.index, length: match[0].length, value: WORDS[match[0]] }));
  const counts = [...lower.matchAll(COUNT)].map((match) => ({ at: match.index, length: match[0].length, value: counted(match[0]) }));
  return [...other, ...counts].sort((a, b) => a.at - b.at).map(({ at, length, value }) => {
    const { unit } = unitAfter(text.slice(at + length));
    const before = text.slice(0, at);
    const zeros = ABOUT.test(before) ? /[1-9](0*)$/.exec(String(value))?.[1].length ?? 0 : 0;
    // "None" is none at all, and "half" is no less exact than 0.5.
    const step = value === 0 ? 0 : value < 1 ? 0.1 : 10 ** zeros;
    return { value, step, unit, bound: boundOf(before), ranged: false };
  });
}

/** Whether `value`, in base units, prints as `number`; a half may be rounded either way. */
function agrees(number, value, unit) {
  const factor = number.unit ?? unit;
  const printed = number.value * factor;
  if (number.direction && value < 0) return false;
  if (number.bound === "<") return value < printed;
  if (number.bound === ">") return value > printed;
  const same = Math.abs(value - printed) <= Math.abs(printed) * 1e-12;
  if (number.bound === "<=") return value < printed || same;
  if (number.bound === ">=") return value > printed || same;
  if (number.bound === "almost" && value > printed && !same) return false;
  return Math.abs(value - printed) <= slack(number, unit);
}

/** Half the last digit, and a hair for binary fractions. */
function slack(number, unit) {
  const factor = number.unit ?? unit;
  return (number.step / 2) * factor * (1 + 1e-9) + Math.abs(number.value * factor) * 1e-12;
}

/** Whether `value` lies in the printed range, whose ends may have been rounded. */
function within(low, high, value, unit) {
  return (
    value >= low.value * (low.unit ?? unit) - slack(low, unit) &&
    value <= high.value * (high.unit ?? unit) + slack(high, unit)
  );
}

/** Printed numbers as groups: a single number, or the two ends of a range. */
function groups(found) {
  const result = [];
  for (let index = 0; index < found.length; index += 1) {
    result.push(found[index].ranged ? [found[index], found[++index]] : [found[index]]);
  }
  return result;
}

/**
 * Why `text` does not agree with `value` (a number or a list of numbers, in `unit`); empty when it
 * does. `ends` says that the list is a least and a greatest value, which a printed range must both hit;
 * `goes` which way a relative difference counts, `shares` whether it is one of shares.
 */
export function disagreement(text, value, unit, { decimalComma = false, ends = false, goes, shares } = {}) {
  const values = [value].flat().map((each) => each * scale(unit));
  const found = numbers(text, decimalComma);
  const by = scale(unit);
  if (found.length === 0) return `the text \`${text}\` holds no number, the value is ${value}`;
  const no = `the text \`${text}\` does not print ${JSON.stringify(value)}${unit && ` ${unit}`}`;
  if (shares === false && found.some((number) => number.points)) return `${no}: it is no difference of shares`;
  if (shares && found.some((number) => number.direction && !number.points)) return `${no}: it is in percentage points`;
  const opposite = { up: "down", down: "up" }[goes];
  if (opposite && found.some((number) => number.direction === opposite && !number.points)) return `${no}: it goes ${goes}`;
  const pairwise = values.length > 1 && found.length === values.length && (ends || !found[0].ranged);
  if (pairwise) return found.every((number, index) => agrees(number, values[index], by)) ? "" : no;
  const fits = ([low, high]) => values.every((each) => (high ? within(low, high, each, by) : agrees(low, each, by)));
  return groups(found).every(fits) ? "" : no;
}

/** The number that a piece of source text states, in `unit`; `NaN` when it states none. `decimal` stands before decimals where the text does not tell. */
export function parseRaw(raw, unit, decimal) {
  if (decimal !== undefined) return decimal === "," && /^[-\u2212]?\d+,\d+$/u.test(raw) ? Number(raw.replace("\u2212", "-").replace(",", ".")) : NaN;
  // A comma that no group of three digits follows stands before decimals.
  const english = raw.trim().replace(/^([-+\u2212]?\d+(?:[ \u00a0\u202f]\d{3})*),(\d{1,2}|\d{4,})$/u, "$1.$2");
  const plain = english.replaceAll(",", "").replace(/(?<=\d)[ \u00a0\u2009\u202f](?=\d{3})/gu, "").replace("\u2212", "-").replace(/^\+/, "");
  if (plain !== "" && Number.isFinite(Number(plain))) return Number(plain);
  const word = WORDS[plain.toLowerCase()] ?? counted(plain);
  if (!Number.isNaN(word)) return word;
  const multiplied = /^(-?[\d.]+(?:e[+-]?\d+)?)\s*([kKM])$/i.exec(plain);
  if (multiplied) return Number(multiplied[1]) * (MULTIPLIERS[multiplied[2]] ?? NaN);
  const parts = [...plain.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/gu)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== plain) return NaN;
  const seconds = parts.reduce((total, [, amount, of]) => total + Number(amount) * scale(of === "m" ? "min" : of), 0);
  return seconds / scale(unit);
}
