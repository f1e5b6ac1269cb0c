// Search: loaded when it is opened, used with the keyboard alone, from a server and from a disk, in any script.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { overflow, picture, REPORT, SITE, start, VIEWS } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { figures } = JSON.parse(readFileSync(join(SITE, REPORT, "figures.json"), "utf8"));
const cited = figures.find(({ kind, statistic }) => kind === "value" && statistic);
let site;

before(async () => {
  site = await start();
});
after(() => site?.close());

const results = (page) => page.locator(".search li a");

async function search(page, text) {
  await page.locator(".search [type=search]").fill(text);
  await page.waitForFunction(() => !/^(…)?$/.test(document.querySelector(".search .state").textContent));
}

for (const [view, options] of Object.entries(VIEWS)) {
  test(`a figure is found and followed with the keyboard alone: ${view}`, async () => {
    const { page, troubles, close } = await site.open("index.html", options);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const ofSearch = () => asked.filter((path) => path.includes("search"));
    await page.keyboard.press("a");
    assert.deepEqual(ofSearch(), [], "nothing is loaded before it is opened");
    await page.keyboard.press("/");
    await page.locator(".search[open] [type=search]:focus").waitFor();
    await search(page, `${cited.statistic} ${cited.text}`);
    assert.ok(ofSearch().some((path) => path.endsWith("/assets/search/figures-1.js")));
    await picture(page, `search-${view}`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    assert.equal(await overflow(page), 0);
    const shown = await results(page).first().textContent();
    assert.ok(shown.includes(cited.text) && shown.includes(cited.statistic), shown);
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.locator(".search li:first-child a:focus").count(), 1);
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.locator(".search [type=search]:focus").count(), 1);
    await Promise.all([page.waitForURL(/#f\d+$/), page.keyboard.press("Enter")]);
    assert.equal(await page.locator(".fig:target").count(), 1);
    assert.ok((await page.locator(".fig:target").textContent()).includes(cited.text));
    assert.deepEqual(troubles, []);
    await close();
  });
}

test("Escape closes it, and the focus is where it was", async () => {
  const { page, close } = await site.open(`${REPORT}/index.html`, VIEWS.light);
  await page.locator(".find button").focus();
  await page.keyboard.press("Enter");
  await page.locator(".search[open] [type=search]:focus").waitFor();
  await search(page, "no such words here");
  assert.equal(await page.locator(".search .state").textContent(), "Nothing found");
  assert.equal(await results(page).count(), 0);
  await page.keyboard.press("Escape");
  if (await page.locator(".search[open]").count()) await page.keyboard.press("Escape"); // The first may only empty the field.
  assert.equal(await page.locator(".search[open]").count(), 0);
  assert.equal(await page.locator(".find button:focus").count(), 1);
  await close();
});

test("a page that was opened from a disk finds the same", async () => {
  const { page, troubles, close } = await site.open("index.html", VIEWS.light);
  await page.goto(pathToFileURL(join(SITE, REPORT, "index.html")).href);
  await page.keyboard.press("/");
  await page.locator(".search[open]").waitFor();
  await search(page, `${cited.statistic} ${cited.text}`);
  assert.ok((await results(page).first().getAttribute("href")).includes(`${REPORT}/index.html#f`));
  assert.deepEqual(troubles.filter((trouble) => !trouble.startsWith("elsewhere: file:")), []);
  await close();
});

// Words that end, accents, thousands as languages set them apart, scripts without spaces, from the right.
const FOUND = [
  ["cafe", "Café im Überblick"], ["UBERB", "Café im Überblick"], ["strasse", "Straße"],
  ["レイテンシ", "書き込みレイテンシの比較"], ["比較", "書き込みレイテンシの比較"], ["延迟", "写入延迟与吞吐量"], ["지연", "쓰기지연시간"],
  ["قياس", "قِيَاس الأداء"], ["12345", "12.345 Anfragen"], ["12345", "12\u202f345 requêtes"], ["12345", "12,345 requests"], ["99.9", "p 99.9"],
];

test("words are found in every script", async () => {
  const { page, close } = await site.open("index.html", VIEWS.light);
  await page.keyboard.press("/");
  await page.locator(".search[open]").waitFor();
  await search(page, "figure");
  const added = [...new Set(FOUND.map(([, title]) => title))];
  await page.evaluate((titles) => {
    const pages = titles.map((title) => ({ href: "x.html", title, description: "", subjects: [], headings: [], captions: [] }));
    globalThis.benchbookSearch.pages({ pages, parts: 0, left_out: 0 });
  }, added);
  for (const [words, title] of FOUND) {
    await search(page, words);
    assert.ok((await page.locator(".search b").allTextContents()).includes(title), `${words}: ${title}`);
  }
  for (const [words, title] of [["berblick", "Café im Überblick"], ["2345", "12,345 requests"], ["9.9", "p 99.9"]]) {
    await search(page, words);
    assert.ok(!(await page.locator(".search b").allTextContents()).includes(title), `${words} is no beginning of ${title}`);
  }
  await close();
});

test("what is found is in the language of its page, what is said of it in that of the reader's", async () => {
  const { page, close } = await site.open("index.html", VIEWS.light);
  await page.keyboard.press("/");
  await page.locator(".search[open]").waitFor();
  await search(page, "figure");
  await page.evaluate(() => {
    const one = (title, language) => ({ href: "x.html", title, language, description: "", subjects: [], headings: [], captions: [] });
    globalThis.benchbookSearch.pages({ pages: [one("Okapi"), one("オカピ okapi", "ja")], parts: 0, left_out: 0, language: "de" });
    globalThis.benchbookSearch.figures({ words: ["p99", "Quagga", "estimated"], figures: [[0, "f1", "7 ms", [0, 1, 2]]] });
  });
  await search(page, "okapi");
  assert.deepEqual(await results(page).evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.lang])), [["Okapi", "de"], ["オカピ okapi", "ja"]]);
  await search(page, "quagga");
  const states = await page.locator(".search a .kind").evaluateAll((marks) => marks.map((mark) => [mark.textContent, mark.lang]));
  assert.deepEqual(states, [["estimated", "en"]]);
  await close();
});

test("a reader switches the key off, for good, and on again", async () => {
  const { page, troubles, close } = await site.open("index.html", VIEWS.light);
  const press = async () => {
    await page.keyboard.press("/");
    await page.waitForTimeout(300);
    return page.locator(".search[open]").count();
  };
  assert.equal(await page.locator(".find button[aria-keyshortcuts='/']").count(), 1);
  assert.equal(await press(), 1);
  await page.getByLabel("Open with the key /").uncheck();
  await page.keyboard.press("Escape");
  assert.equal(await press(), 0);
  await page.goto(`${site.base}${REPORT}/index.html`);
  assert.equal(await press(), 0, "on every page");
  assert.equal(await page.locator(".find button[aria-keyshortcuts]").count(), 0);
  await page.locator(".find button").click();
  await page.getByLabel("Open with the key /").check();
  await page.keyboard.press("Escape");
  assert.equal(await press(), 1);
  assert.deepEqual(troubles, []);
  await close();
});

test("where the site wants no key there is none, and nothing about one", async () => {
  const { page, close } = await site.open("index.html", { ...VIEWS.light, javaScriptEnabled: true });
  await page.route("**/index.html", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/\s*data-shortcut="?[^">]*"?/, "") });
  });
  await page.goto(`${site.base}index.html`);
  await page.keyboard.press("/");
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".search").count(), 0);
  await page.locator(".find button").click();
  await page.locator(".search[open]").waitFor();
  assert.equal(await page.locator(".search .shortcut").count(), 0);
  await close();
});

test("an index in parts is searched whole, and the best of all parts come first", async () => {
  const { page, troubles, close } = await site.open("index.html", VIEWS.light);
  const one = (title) => ({ href: "x.html", title, description: "", subjects: [], headings: [], captions: [] });
  const zebras = (from) => Array.from({ length: 30 }, (_, number) => one(`Of zebra ${from + number}`));
  const parts = {
    "pages.js": ["pages", { pages: zebras(0), more: 2, parts: 2, left_out: 3 }],
    "pages-2.js": ["pages", { pages: zebras(30) }],
    "pages-3.js": ["pages", { pages: [one("Elsewhere"), one("Zebra striped zebra")] }],
    "figures-1.js": ["figures", { words: ["p99", "Zebra", ""], figures: [[61, "f1", "7 ms", [0, 1, 2]], [61, "f2", "8 ms", [0, 2, 2]]] }],
    "figures-2.js": ["figures", { words: ["p50", "Elephant", ""], figures: [[0, "f9", "9 ms", [0, 1, 2]]] }],
  };
  const asked = [];
  await page.route("**/assets/search/*", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").pop();
    asked.push(name);
    const [method, index] = parts[name];
    return route.fulfill({ contentType: "text/javascript", body: `benchbookSearch.${method}(${JSON.stringify(index)});` });
  });
  await page.keyboard.press("/");
  await page.locator(".search[open]").waitFor();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(asked, ["pages.js"], "the rest is loaded when something is typed");
  await search(page, "zebra");
  assert.deepEqual(asked, Object.keys(parts), "one after the other, each once");
  assert.equal(await page.locator(".search .state").textContent(), "62 found. Pages of which not all is searched: 3.");
  assert.equal(await results(page).count(), 40);
  await search(page, "zebra striped");
  assert.deepEqual(await page.locator(".search b").allTextContents(), ["Zebra striped zebra", "7 ms"]);
  await search(page, "elephant");
  assert.equal(await results(page).first().getAttribute("href"), "x.html#f9");
  assert.deepEqual(troubles, []);
  await close();
});
