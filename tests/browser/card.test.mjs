// The card of a figure: loaded when it is asked for, by mouse and by keyboard, from a server and from a disk.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { picture, REPORT, SITE, start, VIEWS } from "./browser.mjs";

const PAGE = `${REPORT}/index.html`;
const { figures } = JSON.parse(readFileSync(join(SITE, REPORT, "figures.json"), "utf8"));
let site;

before(async () => {
  site = await start();
});
after(() => site?.close());

/** A link in a table that leads straight to its evidence, with its entry in `figures.json`. */
async function direct(page) {
  const link = page.locator('table a.fig[href*=".html#L"]').first();
  const id = await link.getAttribute("data-fig");
  return { link, entry: figures.find((figure) => figure.id === id) };
}

/** Fails unless the card says what `figures.json` does. */
async function says(page, { text, statistic, expression, inputs: [input] }) {
  await page.locator("#figure-card").waitFor();
  const facts = await page.locator("#figure-card dd").allTextContents();
  const place = `${input.evidence.split("/").pop()}:${input.line} ${input.locator}`;
  assert.deepEqual(facts, [statistic, expression, input.raw, place]);
  assert.ok((await page.locator("#figure-card b").first().textContent()).includes(text.split("\u00a0")[0]));
}

const PLACES = { "a server": (base) => base + PAGE, "a disk": () => pathToFileURL(join(SITE, PAGE)).href };

for (const [place, address] of Object.entries(PLACES)) {
  test(`a card says what a figure is, by mouse and by keyboard, from ${place}`, async () => {
    const { page, troubles, close } = await site.open("index.html", VIEWS.light);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(address(site.base));
    await page.waitForLoadState("networkidle");
    const loaded = () => asked.filter((path) => /\/figures\.js(on)?$/.test(path)).map((path) => path.split("/").pop());
    assert.deepEqual(loaded(), [], "nothing is loaded before a card is asked for");

    const { link, entry } = await direct(page);
    await link.hover();
    await says(page, entry);
    await picture(page, `card-${place.replaceAll(" ", "-")}`);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#figure-card").count(), 0);

    // Away from the figure with the mouse, and to it with the keyboard alone.
    await page.mouse.move(0, 0);
    await link.evaluate((figure) => {
      const all = [...document.querySelectorAll("a[href], button, input, summary, [tabindex]")].filter((each) => each.offsetParent);
      all[all.indexOf(figure) - 1].focus();
    });
    await page.keyboard.press("Tab");
    assert.ok(await link.evaluate((figure) => figure === document.activeElement), "the figure has the focus");
    await says(page, entry);
    assert.equal(await link.getAttribute("aria-describedby"), "figure-card");
    assert.deepEqual(loaded(), ["figures.js"], "once, and nothing else");
    assert.deepEqual(troubles.filter((trouble) => !trouble.startsWith("elsewhere: file:")), []);
    await close();
  });
}

test("without JavaScript a page from a disk leads to all that its cards say", async () => {
  const { page, close } = await site.open("index.html", { ...VIEWS.light, javaScriptEnabled: false });
  await page.goto(pathToFileURL(join(SITE, PAGE)).href);
  const { link, entry } = await direct(page);
  await link.click();
  await page.waitForURL(/^file:.*#L\d+$/);
  assert.ok((await page.locator(":target").locator("xpath=..").innerText()).includes(entry.inputs[0].raw));
  await close();
});
