// Each kind of page as it looks: light and dark, from a phone to a wide screen, and on paper, beside approved pictures.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { PNG } from "pngjs";

import { approvedPicture, compare, difference, outlived } from "./approved.mjs";
import { start, top } from "./browser.mjs";
import { drawnWith, FAMILIES, withFonts } from "./fonts.mjs";
import { sample } from "./sample.mjs";

const PAGES = {
  start: "index.html",
  report: "reports/servers/index.html",
  // Sessions, in a report that stands alone.
  alone: "reports/recorded/self-contained.html",
  "right-to-left": "ar/servers/index.html",
  release: "releases/servers/2.0/index.html",
  releases: "releases/servers/index.html",
  documentation: "guide/index.html",
  corrections: "corrections/index.html",
  "evidence-index": "evidence/index.html",
  "evidence-table": "evidence/servers/runs.csv.html",
  "evidence-json": "evidence/recorded/hyperfine/again.json.html",
  "evidence-text": "evidence/recorded/wrk/again/text-r1.txt.html",
  comparison: "comparison.html",
  missing: "404.html",
};

/** A chart is drawn alike whatever the width: for these one is enough. */
const CHARTS = { "gallery-values": "gallery/index.html", "gallery-samples": "samples/index.html", frame: "reports/servers/chart-1.html" };
/** Pages of the same site in the theme `compact`, each at the widths at which it differs. */
const COMPACT = {
  "compact-report": { path: "compact/reports/servers/index.html", widths: [390, 1440] },
  "compact-alone": { path: "compact/reports/recorded/self-contained.html", widths: [1440] },
  "compact-start": { path: "compact/index.html", widths: [820] },
};
/** What is opened on a page; of these the picture is of what is in view. */
const OPENED = { search: { path: PAGES.start, act: search }, card: { path: PAGES.report, act: card } };
const WIDTHS = [390, 820, 1440];
const MIDDLE = WIDTHS[1];
/** The width between the margins of A4, in pixels. */
const PAPER = 670;
const SCALE = 0.7;
/** Of long lists so many entries are enough. */
const LISTS = [
  [".lineage ol > li", 2], [".inputs > li", 2], [".body > .corrections > li", 2], [".cited-by ul > li", 3], [".printed ol > li", 3], [".files tbody tr", 4], [".enclosed > div", 3], [".source .line", 12],
];

const SCHEMES = ["light", "dark"];

const folder = join(top, "target/approved");
const skip = process.platform === "linux" ? false : "elsewhere Chromium asks no fontconfig for its fonts";
const root = skip ? undefined : sample(folder);
const names = new Set(["report-paper"]);
let site;

before(async () => {
  if (!skip) site = await start({ root, ...withFonts(folder) });
});
after(() => site?.close());

async function search(page) {
  await page.keyboard.press("/");
  await page.locator(".search[open] input[type=search]").fill("red");
  await page.locator(".search li").first().waitFor();
}

async function card(page) {
  await page.locator("main p a.fig").first().hover();
  await page.locator(".card").waitFor();
}

/** Shortens long lists, and takes out what every release of Benchbook changes. */
function settle(lists) {
  for (const [entries, most] of lists) {
    for (const entry of document.querySelectorAll(`${entries}:nth-child(n + ${most + 1})`)) {
      if (entry.nextSibling?.nodeType === Node.TEXT_NODE) entry.nextSibling.remove();
      entry.remove();
    }
  }
  const version = document.querySelector(".foot p:last-child");
  if (version) version.textContent = version.textContent.replace(/\d+\.\d+\.\d+\S*/, "0.0.0");
}

/** Opens a page as pictures are taken of it. */
async function open(path, width, options = {}) {
  const opened = await site.open(path, { deviceScaleFactor: SCALE, viewport: { width, height: 900 }, colorScheme: "light", ...options });
  await opened.page.evaluate(settle, LISTS);
  return opened;
}

/** A picture of a page under these media. */
async function shot(page, media, fullPage = true) {
  await page.emulateMedia(media);
  return page.screenshot({ fullPage, animations: "disabled" });
}

/** A test of the pictures of a page, light and dark; `act` does what is to be done on it before. */
function looksAsApproved(name, path, width, options, act) {
  SCHEMES.forEach((scheme) => names.add(`${name}-${width}-${scheme}`));
  test(`${name} looks as approved: ${width} pixels`, { skip }, async () => {
    const { page, close } = await open(path, width, options);
    await act?.(page);
    const wrong = [];
    for (const colorScheme of SCHEMES) wrong.push(compare(`${name}-${width}-${colorScheme}`, await shot(page, { colorScheme }, !act)));
    assert.deepEqual(wrong.filter(Boolean), []);
    await close();
  });
}

test("pages are drawn with the fonts of these packages alone", { skip }, async () => {
  const { page, close } = await open(PAGES.report, MIDDLE);
  const fonts = await drawnWith(page);
  assert.ok(fonts.length > 1 && fonts.every((font) => FAMILIES.test(font)), `${fonts}`);
  await close();
});

for (const width of WIDTHS) {
  for (const [name, path] of Object.entries(width === MIDDLE ? { ...PAGES, ...CHARTS } : PAGES)) {
    looksAsApproved(name, path, width);
  }
  for (const [name, { path, widths }] of Object.entries(COMPACT)) {
    if (widths.includes(width)) looksAsApproved(name, path, width);
  }
  for (const [name, { path, act }] of Object.entries(OPENED)) {
    looksAsApproved(name, path, width, { viewport: { width, height: 600 } }, act);
  }
}

test("a report looks as approved on paper", { skip }, async () => {
  const { page, close } = await open(PAGES.report, PAPER);
  assert.equal(compare("report-paper", await shot(page, { media: "print" })), undefined);
  await close();
});

test("every approved picture is of a page", () => {
  assert.deepEqual(outlived(names), []);
});

// That a change is found: each of these is added to the style sheet as it is served, and the picture must not pass.

const CHANGES = {
  "nothing": { style: "/* nothing */", isFound: false },
  "a box that moved by two pixels": { style: ".disclosure > div { padding-inline-start: 2px; }", isFound: true },
  "a shade of grey": { style: ":root { --soft: #626a77; }", isFound: true },
  "a shade of blue": { style: ":root { --accent: #0a58d0; }", isFound: true },
  "a mark that is hidden": { style: ".missing::before { visibility: hidden; }", isFound: true },
  "a label that is cut off": { style: ".chart .name { clip-path: inset(0 4px 0 0); }", isFound: true },
};

/** Adds to the style sheet of the site as it is served. */
async function restyle(page, style) {
  await page.route("**/assets/benchbook.css", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n${style}\n` });
  });
}

for (const [change, { style, isFound }] of Object.entries(CHANGES)) {
  test(`${isFound ? "found" : "not found"}: ${change}`, { skip }, async () => {
    const { page, close } = await open(CHARTS["gallery-values"], MIDDLE, { prepare: (opened) => restyle(opened, style) });
    const found = difference(PNG.sync.read(await shot(page, { colorScheme: "light" })), approvedPicture(`gallery-values-${MIDDLE}-light`));
    assert.equal(found !== undefined, isFound, found?.words);
    await close();
  });
}

test("what machines may draw differently is not found", () => {
  for (const scheme of SCHEMES) {
    const approved = approvedPicture(`gallery-values-${MIDDLE}-${scheme}`);
    const other = new PNG({ width: approved.width, height: approved.height });
    approved.data.forEach((value, at) => { other.data[at] = at % 4 === 3 ? value : Math.min(255, Math.max(0, value + at % 3 - 1)); });
    assert.equal(difference(other, approved), undefined, scheme);
  }
});
