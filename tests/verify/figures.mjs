// The figures of a page: found, bound, located in their evidence, and computed again.

import { posix } from "node:path";

import { countBetween, evaluate, goes, inputsNamed, isOfShares, near, scale } from "./formula.mjs";
import { linksWithin } from "./html.mjs";
import { resolve, text as decode } from "./locate.mjs";
import { measurements, percentile, sampleProblem } from "./samples.mjs";
import { disagreement, parseRaw } from "./text.mjs";

const KINDS = new Set(["value", "derived", "claim", "mark"]);
const VERDICTS = new Set(["holds", "holds after rounding", "rests on estimates", "no evidence offered", "holds in part", "contradicted", "not checkable"]);
const DECIMAL_COMMA = /^(?:fr|de|es|it|pt|nl|da|sv|nb|nn|no|fi|pl|cs|sk|ru|uk|tr|el|hu|ro|id)\b/;

/** Checks the page in `folder`; `fail(id, what)`. Gives counts for the report. */
export function checkPage(site, folder, hashes, fail) {
  const page = posix.join(folder, "index.html");
  const counts = { figures: 0, links: 0, inputs: 0 };
  const { figures = [], page: name } = site.json(posix.join(folder, "figures.json"));
  if (posix.join("/", name ?? "", "/") !== posix.join("/", folder, "/")) fail("", `figures.json names the page \`${name}\``);
  if (!site.has(page)) {
    fail("", "index.html is missing");
    return counts;
  }
  const entries = new Map();
  for (const entry of figures) {
    if (entries.has(entry.id)) fail(entry.id, "is in figures.json twice");
    entries.set(entry.id, entry);
  }
  const anchors = anchorsOf(site, folder);
  for (const anchor of anchors) checkAnchor(site, page, entries.get(anchor.id), anchor, anchors, fail);
  const shown = new Set(anchors.map((anchor) => anchor.id));
  const ofPage = site.document(page).lang;
  const langs = new Map(anchors.map((anchor) => [anchor.id, anchor.lang || ofPage]));
  for (const [id, entry] of entries) {
    if (!shown.has(id)) fail(id, "is in figures.json and shown nowhere");
    checkEntry(site, page, entry, hashes, DECIMAL_COMMA.test(langs.get(id) ?? ofPage), (what) => fail(id, what));
    counts.inputs += entry.inputs?.length ?? 0;
  }
  return { ...counts, figures: entries.size, links: anchors.length };
}

/** All figures that the page and its pictures show, each with the file it stands in. */
function anchorsOf(site, folder) {
  const pictures = [...site.files].filter((path) => posix.dirname(path) === (folder || ".") && /^chart-\d+\.(svg|html)$/.test(posix.basename(path)));
  return [posix.join(folder, "index.html"), ...pictures].flatMap((file) =>
    site.document(file).figures.map((figure) => ({ ...figure, file })),
  );
}

/** A link of a figure: it has an entry, shows its text, and leads to its evidence or lineage. */
function checkAnchor(site, page, entry, anchor, anchors, fail) {
  const complain = (what) => fail(anchor.id, `${what} (${posix.basename(anchor.file)})`);
  if (!entry) return complain("has no entry in figures.json");
  if (!anchor.classed) complain("is not of class `fig`");
  const shown = squeeze(anchor.text);
  const own = squeeze(entry.text);
  // A mark may show less: nothing, or the number without its unit.
  const number = shown.replace(/[†≈‡]+$/, "");
  const less = own.startsWith(number) && !/^[.,]|\d/.test(own.slice(number.length));
  const same = shown === own || (anchor.svg && (shown === "" || shown.includes(own) || less));
  if (!same) complain(`is shown as \`${shown}\`, its entry says \`${entry.text}\``);
  const target = site.target(anchor.file, anchor.href);
  if (target.path !== page) return checkDirect(site, entry, target, anchor.href, complain);
  if (!site.document(page).ids.has(target.fragment)) return complain(`\`${anchor.href}\` leads to no lineage entry`);
  const lineages = new Set(anchors.map((each) => site.target(each.file, each.href)).filter((each) => each.path === page).map((each) => each.fragment));
  const links = linksWithin(site.document(page), target.fragment, lineages).map((href) => place(site.target(page, href)));
  for (const input of entry.inputs ?? []) {
    if (!links.includes(place(viewer(input)))) complain(`its lineage does not link ${input.evidence}, line ${input.line}`);
  }
}

/** A link straight to the evidence. */
function checkDirect(site, entry, target, href, complain) {
  if (entry.inputs?.length !== 1) return complain(`leads to evidence, and has ${entry.inputs?.length ?? 0} inputs`);
  if (place(target) !== place(viewer(entry.inputs[0]))) return complain(`\`${href}\` leads elsewhere than its input`);
  if (!site.has(target.path)) return complain(`\`${href}\` leads to no page`);
  if (!site.document(target.path).ids.has(target.fragment)) complain(`\`${href}\` leads to no line`);
}

/** The evidence page of an input, at its line. */
function viewer(input) {
  return { path: `evidence/${input.evidence.slice("data/".length)}.html`, fragment: `L${input.line}` };
}

const place = ({ path, fragment }) => `${path}#${fragment}`;

/** Text with all white space the same. */
const squeeze = (text) => text.replace(/[\s\u00a0\u2009\u202f]+/gu, " ").trim();

/** An entry of figures.json: its inputs are in the evidence, and its value follows from them. */
function checkEntry(site, page, entry, hashes, decimalComma, fail) {
  if (!KINDS.has(entry.kind)) fail(`is of the unknown kind \`${entry.kind}\``);
  const inputs = entry.inputs ?? [];
  const located = inputs.map((input) => checkInput(site, page, input, hashes, fail));
  const verdict = entry.verdict ?? "holds";
  if (!VERDICTS.has(verdict)) fail(`has the unknown verdict \`${verdict}\``);
  const unmeasured = inputs.some((input) => ["estimated", "claimed"].includes(input.provenance));
  if (unmeasured && verdict.startsWith("holds") && verdict !== "holds in part" && entry.kind === "claim") fail("rests on estimates, and does not say so");
  if (verdict === "rests on estimates" && !unmeasured) fail("is said to rest on estimates, and all of its inputs were measured");
  const claimed = inputs.some((input) => input.provenance === "claimed");
  if (verdict === "no evidence offered" && !claimed) fail("is said to have no evidence, and none of its inputs is a mere claim");
  if (verdict === "not checkable" || located.includes(false)) return;
  const formula = entry.formula ?? (inputs.length === 1 && entry.kind !== "derived" ? "$0" : "");
  if (formula === "") return fail("has no formula to compute it again");
  const named = inputsNamed(formula);
  inputs.forEach((input, index) => named.has(index) || fail(`its formula does not use input ${index}, ${input.locator}`));
  try {
    const pool = (percent, numbers) => {
      const lists = numbers.map((number) => inputs[number]).map(({ evidence, samples }) => {
        const { values } = measurements(source(site, evidence), samples, evidence);
        return values.map((value) => value * scale(samples.unit));
      });
      if (percent === undefined) return lists.flat();
      if (Array.isArray(percent)) return settledCount(lists.flat(), percent, entry);
      return settled(percentile(lists.flat(), `p${percent}`), entry);
    };
    const result = evaluate(formula, inputs.map((input) => input.value * scale(input.unit ?? "")), pool);
    checkResult(entry, verdict, result, formula, decimalComma, fail);
  } catch (error) {
    fail(error.message);
  }
}

function checkResult(entry, verdict, result, formula, decimalComma, fail) {
  const unit = entry.unit ?? "";
  if (!same(convert(result, unit), entry.value)) {
    fail(`computes to ${JSON.stringify(convert(result, unit))}, its value is ${JSON.stringify(entry.value)}`);
  }
  const ofShares = scale(unit) === 1 || unit === "%" ? isOfShares(formula) : false;
  const options = { decimalComma, ends: formula.startsWith("range("), goes: goes(formula), shares: ofShares };
  const given = printProblem(entry.text, result, unit, options);
  if (verdict === "rests on estimates" || verdict === "no evidence offered" || verdict.startsWith("holds") && verdict !== "holds in part") return given === "" || fail(given);
  // Of a claim that does not hold, `text` is what the evidence gives and `claimed` what the author wrote.
  const isStatement = typeof [result].flat()[0] === "boolean";
  if (!isStatement && given !== "") fail(given);
  const claimed = printProblem(entry.claimed ?? "", result, unit, options);
  if (verdict === "contradicted" && claimed === "") fail(`is called contradicted, and \`${entry.claimed}\` agrees with its evidence`);
  if (verdict === "holds in part") checkPart(entry, result, unit, options, fail);
}

/** A pooled percentile: of many measurements, what the figure says when it lies within 0.1 % of the exact one. */
function settled(exact, entry) {
  const told = entry.value * scale(entry.unit ?? "");
  return /within 0\.1 %/.test(entry.statistic) && Math.abs(told - exact) <= 0.001 * exact ? told : exact;
}

/** How many measurements lie between bounds; of many what the figure says, when bounds within 0.1 % of these give that. */
function settledCount(values, [low, high], entry) {
  if (!/within 0\.1 %/.test(entry.statistic)) return countBetween(values, low, high);
  const least = countBetween(values, low * 1.001, high * 0.999);
  const most = countBetween(values, low * 0.999, high * 1.001);
  return least <= entry.value && entry.value <= most ? entry.value : countBetween(values, low, high);
}

/** What holds in part must not hold as a whole; of several values at least one agrees. */
function checkPart(entry, result, unit, options, fail) {
  if (!Array.isArray(result)) return;
  const agreeing = result.filter((value) => printProblem(entry.claimed ?? "", value, unit, options) === "").length;
  if (agreeing === 0 || agreeing === result.length) fail(`is said to hold in part; ${agreeing} of ${result.length} values agree`);
}

/** Why the printed text does not state the result; empty when it does. */
function printProblem(text, result, unit, options) {
  const values = [result].flat();
  if (typeof values[0] !== "boolean") return disagreement(text, convert(result, unit), unit, options);
  return values.every(Boolean) ? "" : `the statement \`${text}\` is not true of its evidence`;
}

/** A result in base units, in `unit`. */
function convert(result, unit) {
  if (Array.isArray(result)) return result.map((each) => convert(each, unit));
  return typeof result === "number" ? result / scale(unit) : result;
}

function same(result, value) {
  if (Array.isArray(result)) {
    return Array.isArray(value) && result.length === value.length && result.every((each, index) => same(each, value[index]));
  }
  return typeof result === "number" ? typeof value === "number" && near(result, value) : result === value;
}

/** An input: the file, its hash, and the number at its place. Gives whether it can be computed with. */
function checkInput(site, page, input, hashes, fail) {
  const where = `${input.evidence} ${input.locator}`;
  const hash = hashes.get(input.evidence);
  if (!hash) return fail(`${where}: the evidence is not in the site`), false;
  if (hash !== input.sha256) fail(`${where}: the hash is not that of the file`);
  if (!linksBack(site, page, input)) fail(`${where}: its evidence page does not lead back to the page, or has no line ${input.line}`);
  if (input.samples) {
    try {
      const problem = sampleProblem(source(site, input.evidence), input);
      if (problem !== "") fail(`${where}: ${problem}`);
    } catch (error) {
      fail(`${where}: ${error.message}`);
    }
    if (input.raw === undefined) return typeof input.value === "number";
  }
  let found;
  try {
    found = resolve(source(site, input.evidence), input.locator, input.evidence);
    if (found.line !== input.line) fail(`${where}: is on line ${found.line}, not ${input.line}`);
    if (!holds(found, input.raw)) fail(`${where}: reads \`${(found.exact ?? found.within).slice(0, 40)}\`, not \`${input.raw}\``);
  } catch (error) {
    fail(`${where}: ${error.message}`);
  }
  const parsed = found?.value ?? parseRaw(input.raw, input.unit ?? "", input.decimal);
  if (!near(parsed, input.value)) fail(`${where}: \`${input.raw}\` is ${parsed}, not ${input.value}`);
  return typeof input.value === "number";
}

function holds({ exact, within, starts }, raw) {
  if (raw === "") return false;
  if (exact !== undefined) return exact === raw;
  // No digit more on either side: `13.1` is not what `13.16` says.
  const literal = raw.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`${starts ? "^" : "(?<![\\d.])"}${literal}(?!\\d|\\.\\d)`).test(within);
}

const sources = new WeakMap();

/** The text of an evidence file, read once. */
function source(site, evidence) {
  if (!sources.has(site)) sources.set(site, new Map());
  const texts = sources.get(site);
  if (!texts.has(evidence)) texts.set(evidence, decode(site.bytes(evidence.replace(/^data\//, "evidence/"))));
  return texts.get(evidence);
}

const backs = new WeakMap();

/** Whether the evidence page of an input has its line, and a link to a figure on the page. */
function linksBack(site, page, input) {
  const { path, fragment } = viewer(input);
  if (!site.has(path)) return false;
  const document = site.document(path);
  if (!backs.has(document)) {
    const hrefs = document.parts.filter((part) => part.open === "a").map((part) => part.attrs.get("href") ?? "");
    backs.set(document, new Set(hrefs.map((href) => site.target(path, href)).filter((to) => to.fragment).map((to) => to.path)));
  }
  return document.ids.has(fragment) && backs.get(document).has(page);
}
