// A reader follows figures of a report to their evidence and back.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { overflow, picture, REPORT, SITE, start, VIEWS } from "./browser.mjs";

const PAGE = `${REPORT}/index.html`;
const { figures } = JSON.parse(readFileSync(join(SITE, REPORT, "figures.json"), "utf8"));
const entry = (id) => figures.find((figure) => figure.id === id);
let site;

before(async () => {
  site = await start();
});
after(() => site?.close());

/** The id and address of the first figure in a table that leads straight to its evidence. */
async function firstDirect(page) {
  const link = page.locator('table a.fig[href*=".html#L"]').first();
  return { link, id: await link.getAttribute("data-fig") };
}

/** The colours behind the element that the address names, and behind another line of its file. */
function backgrounds(page) {
  return page.evaluate(() => {
    const target = document.querySelector(":target");
    const other = [...document.querySelectorAll("[id^=L]")].find((line) => /^L\d+$/.test(line.id) && line !== target);
    const behind = (element) => {
      const style = (each) => (({ backgroundColor, boxShadow, outlineStyle }) => `${backgroundColor} ${boxShadow} ${outlineStyle}`)(getComputedStyle(each));
      return `${style(element)} / ${style(element.parentElement)}`;
    };
    return { target: target && behind(target), other: other && behind(other) };
  });
}

async function inView(page, selector) {
  return page.locator(selector).first().evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
}

async function walkThere(page, view) {
  const { link, id } = await firstDirect(page);
  const [input] = entry(id).inputs;
  await link.click();
  await page.waitForURL(/#L\d+$/);
  assert.ok(page.url().endsWith(`${input.evidence.replace("data/", "evidence/")}.html#L${input.line}`), page.url());
  const line = page.locator(":target");
  assert.equal(await line.getAttribute("id"), `L${input.line}`);
  const shown = await line.evaluate((element) => `${element.textContent} ${element.textContent.trim() === element.id.slice(1) ? element.parentElement.textContent : ""}`);
  assert.ok(shown.includes(input.raw), `line ${input.line} shows ${shown}, not ${input.raw}`);
  assert.ok(await inView(page, ":target"), "the line is not in view");
  const { target, other } = await backgrounds(page);
  if (other) assert.notEqual(target, other, "the line is not highlighted");
  await picture(page, `evidence-${view}`);
  return id;
}

async function walkBack(page, id) {
  const addresses = await page.locator("main a[href], body a[href]").evaluateAll((links) => links.map((link) => link.href));
  const report = new URL(PAGE, site.base).href;
  const there = [...new Set(addresses)].filter((address) => address.startsWith(`${report}#`));
  assert.ok(there.length > 0, "the evidence page does not lead back to the report");
  const anchors = await figureAnchors(id);
  const back = there.find((address) => anchors.includes(decodeURIComponent(address.split("#")[1])));
  assert.ok(back, `none of ${there.length} back-links leads to the figure ${id}`);
  await page.locator("a[href]").evaluateAll((links, address) => links.find((link) => link.href === address).setAttribute("data-back", ""), back);
  await page.locator("[data-back]").click();
  await page.waitForURL(back);
  const arrived = await page.evaluate((figure) => {
    const target = document.querySelector(":target");
    const selector = `[data-fig="${CSS.escape(figure)}"]`;
    return target !== null && (target.matches(selector) || target.querySelector(selector) !== null);
  }, id);
  assert.ok(arrived, "the back-link does not lead to the figure");
  assert.ok(await inView(page, ":target"), "the figure is not in view");
}

/** The ids on the report by which a link can lead to the figure: its own, or of what holds it. */
async function figureAnchors(id) {
  const { page, close } = await site.open(PAGE, VIEWS.light);
  const ids = await page.locator(`[data-fig="${id}"]`).evaluateAll((links) =>
    links.flatMap((link) => {
      const found = [];
      for (let each = link; each; each = each.parentElement) if (each.id) found.push(each.id);
      return found.slice(0, 2);
    }),
  );
  await close();
  return ids;
}

for (const [view, options] of Object.entries(VIEWS)) {
  test(`a figure leads to its line of evidence and back: ${view}`, async () => {
    const { page, troubles, close } = await site.open(PAGE, options);
    await picture(page, `report-${view}`);
    await picture(page, `report-${view}-whole`, true);
    assert.equal(await overflow(page), 0, "the report scrolls sideways");
    const id = await walkThere(page, view);
    assert.equal(await overflow(page), 0, "the evidence page scrolls sideways");
    await walkBack(page, id);
    assert.deepEqual(troubles, []);
    await close();
  });
}

test("a derived figure leads to its lineage, whose inputs lead to evidence", async () => {
  const { page, troubles, close } = await site.open(PAGE, VIEWS.light);
  const link = page.locator('main a.fig[href^="#"]:not(svg a)').first();
  const { inputs } = entry(await link.getAttribute("data-fig"));
  await link.click();
  const lineage = page.locator(":target");
  assert.ok(await lineage.isVisible(), "the lineage entry is hidden");
  const links = await lineage.locator('a[href*=".html#L"]').evaluateAll((each) => each.map((input) => input.getAttribute("href")));
  assert.ok(links.length >= new Set(inputs.map(({ evidence, line }) => `${evidence}#${line}`)).size, `${links.length} links for ${inputs.length} inputs`);
  await picture(page, "lineage");
  await lineage.locator('a[href*=".html#L"]').first().click();
  await page.waitForURL(/#L\d+$/);
  assert.ok((await page.locator(":target").count()) === 1, "the input leads to no line");
  assert.deepEqual(troubles, []);
  await close();
});

test("every mark of every picture is a link that can be reached by keyboard", async () => {
  const { page, close } = await site.open(PAGE, VIEWS.light);
  const marks = page.locator("svg a[data-fig]");
  assert.ok((await marks.count()) > 0, "the report has no picture with marks");
  await marks.first().focus();
  assert.ok(await marks.first().evaluate((mark) => mark === document.activeElement), "a mark cannot be focused");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#/);
  await close();
});

test("the report is complete without JavaScript", async () => {
  const contents = async (javaScriptEnabled) => {
    const { page, close } = await site.open(PAGE, { ...VIEWS.light, javaScriptEnabled });
    const count = (selector) => page.locator(selector).count();
    const found = { figures: await count("a.fig"), tables: await count("main table"), rows: await count("main tr"), pictures: await count("main svg a") };
    const text = (await page.locator("main").innerText()).replace(/\s+/g, " ");
    if (!javaScriptEnabled) await walkThere(page, "no-script");
    await close();
    return { found, text };
  };
  const [without, withScript] = [await contents(false), await contents(true)];
  assert.deepEqual(without.found, withScript.found);
  for (const { id, text } of figures.filter((figure) => figure.kind !== "mark")) {
    assert.ok(without.text.includes(text.replace(/\s+/g, " ")), `${id}, \`${text}\`, is not to be read without JavaScript`);
  }
});
