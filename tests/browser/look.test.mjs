// How pages look, in numbers: what a first view weighs, texts of charts in their places, the layout of tables.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { SITE, start, VIEWS } from "./browser.mjs";

const GALLERIES = readdirSync(SITE).filter((name) => name.startsWith("gallery") && existsSync(join(SITE, name, "index.html")));
const REPORTS = readdirSync(join(SITE, "reports")).filter((name) => existsSync(join(SITE, "reports", name, "index.html")));

/** The most that the first view of a report may weigh, compressed. */
const MOST = 60 * 1024;

/** How far a text may reach over the edge of its picture or into another text, in pixels: what rounding does. */
const SLACK = { across: 1, down: 3.5 };

let site;

before(async () => {
  site = await start();
});
after(() => site?.close());

test("there are reports and a gallery to look at", () => {
  assert.ok(REPORTS.length > 0 && GALLERIES.length > 0, `${REPORTS} ${GALLERIES}`);
});

for (const name of REPORTS) {
  test(`the first view of ${name} weighs less than 60 KiB`, async () => {
    const { page, close } = await site.open(`reports/${name}/index.html`, {});
    await page.waitForLoadState("networkidle");
    const loaded = await page.evaluate(() => [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
    assert.ok(loaded.length >= 3, loaded.join(" "));
    const bodies = await Promise.all(loaded.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
    const weight = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    assert.ok(weight < MOST, `${weight} bytes: ${loaded.join(" ")}`);
    await close();
  });
}

/** Texts of charts that leave their picture or lie on each other. */
function collisions(slack) {
  const found = [];
  const box = (text) => ({ text: text.textContent, at: text.getBoundingClientRect() });
  for (const svg of document.querySelectorAll("figure.chart .scroll > svg")) {
    const frame = svg.getBoundingClientRect();
    const where = svg.closest("figure").id;
    const texts = [...svg.querySelectorAll("text")].map(box).filter(({ at }) => at.width > 0);
    for (const [index, { text, at }] of texts.entries()) {
      const out = Math.max(frame.left - at.left, at.right - frame.right) > slack.across
        || Math.max(frame.top - at.top, at.bottom - frame.bottom) > slack.down;
      if (out) found.push(`${where}: "${text}" leaves the picture`);
      for (const other of texts.slice(0, index)) {
        const across = Math.min(at.right, other.at.right) - Math.max(at.left, other.at.left);
        const down = Math.min(at.bottom, other.at.bottom) - Math.max(at.top, other.at.top);
        if (across > slack.across && down > slack.down) found.push(`${where}: "${text}" lies on "${other.text}"`);
      }
    }
  }
  return { pictures: document.querySelectorAll("figure.chart .scroll > svg").length, found };
}

for (const path of [...GALLERIES, ...REPORTS.map((name) => `reports/${name}`)]) {
  test(`no text of a chart hides another or leaves its picture: ${path}`, async () => {
    const { page, close } = await site.open(`${path}/index.html`, { viewport: { width: 1280, height: 900 } });
    const { pictures, found } = await page.evaluate(collisions, SLACK);
    assert.ok(pictures > 0 || path.startsWith("reports/"), "a gallery has charts");
    assert.deepEqual(found, []);
    await close();
  });
}

for (const [view, options] of Object.entries(VIEWS)) {
  test(`the button of the search moves nothing when it comes: ${view}`, async () => {
    const height = async (javaScriptEnabled) => {
      const { page, close } = await site.open(`reports/${REPORTS[0]}/index.html`, { ...options, javaScriptEnabled });
      if (javaScriptEnabled) await page.locator(".find button").waitFor();
      const box = await page.locator("header.top").boundingBox();
      await close();
      return box.height;
    };
    assert.equal(await height(true), await height(false));
  });
}

test("in a table that is read from the right, ones stand below ones and marks hide no digit", async () => {
  const { page, close } = await site.open(`reports/${REPORTS.includes("kruda") ? "kruda" : REPORTS[0]}/index.html`, {});
  await page.evaluate(() => { document.documentElement.dir = "rtl"; });
  const columns = await page.locator("figure.table").first().evaluate((figure) => {
    const ends = new Map();
    for (const row of figure.querySelector("table").tBodies[0].rows) {
      [...row.cells].reverse().forEach((cell, column) => {
        const link = cell.querySelector(":scope > a.fig:only-of-type");
        if (!link || cell.tagName !== "TD") return;
        const digits = document.createRange();
        digits.selectNodeContents(link);
        ends.set(column, [...(ends.get(column) ?? []), Math.round(digits.getBoundingClientRect().right)]);
      });
    }
    return [...ends.values()];
  });
  assert.ok(columns.some((ends) => ends.length > 1), "there is a column of numbers");
  for (const ends of columns) assert.ok(Math.max(...ends) - Math.min(...ends) <= 1, `${ends}`);
  const mark = await page.evaluate(() => getComputedStyle(document.querySelector("figure td .fig.transcribed"), "::after").direction);
  assert.equal(mark, "ltr", "the mark hangs to the right of its number");
  await close();
});
