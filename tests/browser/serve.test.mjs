// The preview in a browser: a change loads the page anew at its place, an error lies over it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { chromium } from "playwright-core";

import { executable, top } from "./browser.mjs";
import { PROGRAM, preview } from "./preview.mjs";

function site() {
  const root = mkdtempSync(join(tmpdir(), "benchbook-serve-"));
  mkdirSync(join(root, "content"));
  writeFileSync(join(root, "benchbook.toml"), 'title = "Example"\n');
  const write = (text) => writeFileSync(join(root, "content/page.md"), `+++\ntitle = "Page"\n+++\n\n${text}\n`);
  return { root, write };
}

const has = (program) => {
  try {
    execFileSync(program, ["serve", "--help"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

test("a preview follows its files", { skip: !existsSync(PROGRAM) || !has(PROGRAM) ? "no program with `serve`" : false }, async (t) => {
  const { root, write } = site();
  const long = Array.from({ length: 200 }, (_, n) => `Paragraph ${n}.`).join("\n\n");
  write(`First text.\n\n${long}`);
  const { child, base } = preview(root);
  const browser = await chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--disable-gpu"] });
  t.after(async () => {
    await browser.close();
    child.removeAllListeners("exit");
    child.kill("SIGINT");
    rmSync(root, { recursive: true });
  });
  const page = await browser.newPage();
  const refused = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.goto(`${await base}page/`);
  await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));

  write(`Second text.\n\n${long}`);
  await page.getByText("Second text.").waitFor();
  await page.waitForFunction(() => scrollY === 2000);

  write("Broken [link](gone.md).");
  const errors = page.locator("#benchbook-errors");
  await errors.waitFor();
  assert.match(await errors.locator("pre").textContent(), /^error\[BB501\].*\n --> content\/page\.md:5:8\n/);
  assert.equal(await errors.evaluate((element) => getComputedStyle(element).position), "fixed");
  assert.equal(await page.getByText("Second text.").count(), 1);
  await page.screenshot({ path: join(top, "target/screenshots/serve-errors.png") });
  await errors.getByRole("button").click();
  assert.equal(await errors.count(), 0);

  write("Third text.");
  await page.getByText("Third text.").waitFor();
  assert.deepEqual(refused, []);

  // The page for what is not found has its style at any depth.
  const missing = await page.goto(`${await base}a/b/c`);
  assert.equal(missing.status(), 404);
  const sheets = () => [...document.styleSheets].map((sheet) => new URL(sheet.href).pathname);
  assert.deepEqual(await page.evaluate(sheets), ["/assets/benchbook.css"]);
});
