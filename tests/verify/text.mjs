// Whether what is printed agrees with a value, at the precision in which it is printed.

import { scale } from "./formula.mjs";

const SPACE = "[\\s\\u00a0\\u2009\\u202f]*";
const DIGITS = /(?<![\p{L}\d.,_/])\d+(?:[,.'\u00a0\u2009\u202f]\d+)*(?:[eE][+-]?\d+)?/gu;
const MULTIPLIERS = { k: 1e3, K: 1e3, M: 1e6, thousand: 1e3, million: 1e6, billion: 1e9 };
const UNITS = "ns|µs|μs|us|ms|s|min|h|[KMGT]iB|[kKMGT]?B|k?req|Mreq";
const AFTER = new RegExp(
  `^${SPACE}(k|K|M|thousand|million|billion)?(?![\\p{L}])${SPACE}(%|per ?cent(?!\\p{L})|[×x](?!\\p{L})|(?:${UNITS})(?:/s)?(?![\\p{L}/]))?`,
  "u",
);
const ATTACHED = new RegExp(`^([kM])(req|req/s)(?![\\p{L}/])`, "u");
const ABOUT = /(?:[~≈∼]|\b(?:about|around|near|nearly|roughly|approximately|almost|circa))\s*$/iu;
const LESS = /(?:<|\b(?:less than|fewer than|under|below))\s*$/iu;
const MORE = /(?:>|\b(?:more than|over|above))\s*$/iu;
const RANGE = /^\s*(?:[-–—…→]|to|and)\s*[~≈]?\s*$/u;
const SIGN = /(?:^|[\s(~≈\u00a0<>])([-−+±])\s?$/u;
const WORDS = {
  zero: 0, no: 0, none: 0, half: 0.5, one: 1, two: 2, twice: 2, double: 2, three: 3, thrice: 3, four: 4, five: 5,
  six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
};

/** The magnitude of digits with separators, and how many decimals are written. */
function magnitude(digits, decimalComma) {
  const [, body, exponent] = /^(.*?)(?:[eE]([+-]?\d+))?$/u.exec(digits);
  let plain = body.replace(/['\u00a0\u2009\u202f]/gu, "");
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
  const unit = word === undefined ? undefined : word.startsWith("per") ? 0.01 : scale(word);
  return { factor: MULTIPLIERS[match?.[1]] ?? 1, unit, length: match?.[1] || word ? match[0].length : 0 };
}

/**
 * The numbers of a text as `{value, step, unit, bound, ranged}`: `step` is the place of the last digit
 * that counts, `unit` a scale or undefined, `ranged` whether the next number ends a range begun here.
 */
export function numbers(text, decimalComma = false) {
  const found = [];
  let end = 0;
  for (const match of text.matchAll(DIGITS)) {
    const between = text.slice(end, match.index);
    const last = found.at(-1);
    if (last && RANGE.test(between)) last.ranged = true;
    const sign = last?.ranged ? undefined : SIGN.exec(between)?.[1];
    const before = sign ? between.slice(0, between.lastIndexOf(sign)) : between;
    const { value, decimals, plain } = magnitude(match[0], decimalComma);
    const { factor, unit, length } = unitAfter(text.slice(match.index + match[0].length));
    const about = ABOUT.test(before) || (last?.ranged && last.about);
    const zeros = about && !plain.includes(".") ? /[1-9](0*)$/.exec(plain)?.[1].length ?? 0 : 0;
    const bound = LESS.test(before) ? "<" : MORE.test(before) ? ">" : "";
    const signed = sign === "-" || sign === "−" ? -value : value;
    found.push({ value: signed * factor, step: 10 ** (zeros - decimals) * factor, unit, bound, about, ranged: false });
    end = match.index + match[0].length + length;
  }
  found.forEach((number, index) => {
    if (number.ranged && number.unit === undefined) number.unit = found[index + 1]?.unit;
  });
  return found.length > 0 ? found : words(text);
}

function words(text) {
  return [...text.toLowerCase().matchAll(/\p{L}+/gu)]
    .filter((match) => Object.hasOwn(WORDS, match[0]))
    .map((match) => {
      const before = text.slice(0, match.index);
      const bound = LESS.test(before) ? "<" : MORE.test(before) ? ">" : "";
      return { value: WORDS[match[0]], step: 1, unit: undefined, bound, ranged: false };
    });
}

/** Whether `value`, in base units, prints as `number`; a half may be rounded either way. */
function agrees(number, value, unit) {
  const factor = number.unit ?? unit;
  const printed = number.value * factor;
  if (number.bound === "<") return value < printed;
  if (number.bound === ">") return value > printed;
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
 * does. `ends` says that the list is a least and a greatest value, which a printed range must both hit.
 */
export function disagreement(text, value, unit, { decimalComma = false, ends = false } = {}) {
  const values = [value].flat().map((each) => each * scale(unit));
  const found = numbers(text, decimalComma);
  const by = scale(unit);
  if (found.length === 0) return `the text \`${text}\` holds no number, the value is ${value}`;
  const no = `the text \`${text}\` does not print ${JSON.stringify(value)}${unit && ` ${unit}`}`;
  const pairwise = values.length > 1 && found.length === values.length && (ends || !found[0].ranged);
  if (pairwise) return found.every((number, index) => agrees(number, values[index], by)) ? "" : no;
  const fits = ([low, high]) => values.every((each) => (high ? within(low, high, each, by) : agrees(low, each, by)));
  return groups(found).every(fits) ? "" : no;
}

/** The number that a piece of source text states, in `unit`; `NaN` when it states none. */
export function parseRaw(raw, unit) {
  const plain = raw.trim().replaceAll(",", "").replace("\u2212", "-").replace(/^\+/, "");
  if (plain !== "" && Number.isFinite(Number(plain))) return Number(plain);
  const word = WORDS[plain.toLowerCase()];
  if (word !== undefined) return word;
  const multiplied = /^(-?[\d.]+(?:e[+-]?\d+)?)\s*([kKM])$/i.exec(plain);
  if (multiplied) return Number(multiplied[1]) * (MULTIPLIERS[multiplied[2]] ?? NaN);
  const parts = [...plain.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/gu)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== plain) return NaN;
  const seconds = parts.reduce((total, [, amount, of]) => total + Number(amount) * scale(of === "m" ? "min" : of), 0);
  return seconds / scale(unit);
}
