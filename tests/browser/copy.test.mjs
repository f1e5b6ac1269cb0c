// What is copied from a report: a table as Markdown, the way to it, and nothing offered without the script.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { REPORT, start, VIEWS } from "./browser.mjs";

let site;

before(async () => {
  site = await start();
});
after(() => site?.close());

test("a table is copied as Markdown, and the way to it", async () => {
  const { page, troubles, close } = await site.open(`${REPORT}/index.html`, { ...VIEWS.light, permissions: ["clipboard-read", "clipboard-write"] });
  const copied = async (name) => {
    const button = page.locator("#table-1 .tools button", { hasText: name });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("#table-1 .tools button", { hasText: "Copied" }).first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const lines = (await copied("Copy as Markdown")).trimEnd().split("\n");
  const rows = await page.locator("#table-1 tbody tr").count();
  assert.equal(lines.length, rows + 2);
  assert.match(lines[1], /^\| (---:? \| )*---:? \|$/);
  const bars = new Set(lines.map((line) => line.replaceAll("\\|", "").split("|").length));
  assert.equal(bars.size, 1, "each line has as many cells");
  assert.equal(await copied("Copy link"), `${site.base}${REPORT}/index.html#table-1`);
  assert.deepEqual(troubles, []);
  await close();
});

test("without the script nothing is offered that would not work", async () => {
  const { page, close } = await site.open(`${REPORT}/index.html`, { ...VIEWS.light, javaScriptEnabled: false });
  assert.equal(await page.locator("button, input").count(), 0);
  await close();
});

test("a report that stands alone loads nothing and leads to its lines", async (t) => {
  const { page, troubles, close } = await site.open(`${REPORT}/self-contained.html`, VIEWS.dark);
  if ((await page.locator("#figures-json").count()) === 0) {
    await close();
    t.skip("the site was built without --self-contained");
    return;
  }
  await page.locator("table a.fig[href^='#evidence-']").first().click();
  assert.match(page.url(), /#evidence-\d+-L\d+$/);
  assert.equal(await page.locator(":target").count(), 1);
  assert.deepEqual(troubles, []);
  await close();
});
