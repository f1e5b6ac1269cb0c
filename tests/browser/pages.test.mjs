// Each kind of page: accessible, quiet, and within the width of a phone.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { overflow, picture, REPORT, SITE, start, VIEWS } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { figures } = JSON.parse(readFileSync(join(SITE, REPORT, "figures.json"), "utf8"));
const [cited] = figures.find((figure) => figure.inputs.length > 0).inputs;
const PAGES = {
  start: "index.html",
  report: `${REPORT}/index.html`,
  evidence: `${cited.evidence.replace("data/", "evidence/")}.html`,
  "evidence-index": "evidence/index.html",
};
let site;

before(async () => {
  site = await start();
});
after(() => site?.close());

/** What axe finds wrong, one line a rule. */
async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run());
  return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

for (const [name, path] of Object.entries(PAGES)) {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(`${name} is accessible and quiet: ${view}`, async () => {
      assert.ok(existsSync(join(SITE, path)), `${path} is missing`);
      const { page, troubles, close } = await site.open(path, options);
      await picture(page, `page-${name}-${view}`);
      assert.deepEqual(await violations(page), []);
      assert.equal(await overflow(page), 0, "the page scrolls sideways");
      assert.deepEqual(troubles, []);
      await close();
    });
  }
}

test("dark and light differ", async () => {
  const colour = async (options) => {
    const { page, close } = await site.open(PAGES.report, options);
    const found = await page.evaluate(() => {
      const backgrounds = [document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor);
      return backgrounds.find((each) => each !== "rgba(0, 0, 0, 0)");
    });
    await close();
    return found;
  };
  assert.notEqual(await colour(VIEWS.light), await colour(VIEWS.dark));
});

test("on paper figures have references, and the evidence they are from is listed", async () => {
  const { page, close } = await site.open(PAGES.report, VIEWS.light);
  assert.equal(await page.isVisible(".printed"), false);
  await page.emulateMedia({ media: "print" });
  const after = (selector) => page.evaluate((each) => getComputedStyle(document.querySelector(each), "::after").content, selector);
  assert.match(await after("main p a.fig:not(.partly, .contradicted, .uncheckable)"), /\[.*\]/s);
  const listed = await page.innerText(".printed");
  const files = new Set(figures.flatMap((figure) => figure.inputs.map((input) => input.evidence)));
  for (const file of files) assert.ok(listed.includes(file), `${file} is not listed`);
  await close();
});

test("the site works from a folder opened from disk", async () => {
  const { page, troubles, close } = await site.open(PAGES.start, VIEWS.light);
  await page.goto(pathToFileURL(join(SITE, PAGES.report)).href);
  await page.locator('table a.fig[href*=".html#L"]').first().click();
  assert.match(page.url(), /^file:.*\.html#L\d+$/);
  assert.equal(await page.locator(":target").count(), 1);
  assert.deepEqual(troubles.filter((trouble) => !trouble.startsWith("elsewhere: file:")), []);
  await close();
});

test("no page asked for a file that is not there", () => {
  assert.deepEqual(site.missing, []);
});
