// How long it takes from a saved file to the reloaded page in headless Chromium, and whether the preview's memory grows.
//
//   cargo build --release && npm ci
//   node benches/preview.mjs                # a copy of this repository's own site
//   cargo bench --bench site -- write FOLDER 1000 && node benches/preview.mjs FOLDER
//
// Of each kind of file one is changed 7 times, with the page open that shows it; told are the median and the extremes.
// What a build waits for (100 ms without a further change) is part of the time.

import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";

import { chromium } from "playwright-core";

import { executable, top } from "../tests/browser/browser.mjs";
import { preview } from "../tests/browser/preview.mjs";

const ROUNDS = 7;
const EDITS = 300;

/** A copy of the site's folders, which may be changed. */
function copied(site) {
  const root = mkdtempSync(join(tmpdir(), "benchbook-preview-"));
  for (const name of ["benchbook.toml", "content", "data", "locales", "static", "templates"]) {
    if (existsSync(join(site, name))) cpSync(join(site, name), join(root, name), { recursive: true });
  }
  return root;
}

/** The outputs of a suite that are JSON or text. */
const outputs = (root, suite) =>
  readdirSync(join(root, "data", suite), { recursive: true }).filter((name) => /\.(json|txt)$/.test(name)).sort();

/** The first report below `content/` with a suite of raw outputs: its narrative, address and suite. */
function report(root) {
  const files = readdirSync(join(root, "content"), { recursive: true }).filter((name) => name.endsWith(".md")).sort();
  for (const name of files) {
    const frontMatter = readFileSync(join(root, "content", name), "utf8").split("+++")[1] ?? "";
    const suite = frontMatter.match(/^suite = "(.+)"$/m)?.[1];
    if (suite && outputs(root, suite).length > 0 && !basename(name).startsWith("_")) {
      return { narrative: join("content", name), address: name.replace(/(index)?\.md$/, "/"), suite };
    }
  }
  throw new Error("no report has raw outputs");
}

/** A file of evidence of a suite, which may change once its lock is gone. */
function evidence(root, suite) {
  const folder = join(root, "data", suite);
  rmSync(join(folder, "evidence.lock"), { force: true });
  return join("data", suite, outputs(root, suite)[0]);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const resident = (pid) => Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;

/** The milliseconds from a change to the page that was loaded anew because of it. */
async function reload(page, change) {
  const loaded = page.waitForEvent("load", { timeout: 60_000 });
  const begun = performance.now();
  change();
  await loaded;
  return performance.now() - begun;
}

const root = copied(process.argv[2] ?? top);
const { narrative, address, suite } = report(root);
const style = "static/assets/benchbook.css";
const template = "templates/parts/footer.html";
const kinds = {
  narrative: [narrative, (n) => `\nAnother paragraph, the ${n}th.\n`],
  evidence: [evidence(root, suite), () => "\n"],
  template: [template, (n) => `<!-- change ${n} -->\n`],
  style: [style, (n) => `\n/* change ${n} */\n`],
};
for (const name of [style, template]) {
  if (!existsSync(join(root, name))) cpSync(join(top, name), join(root, name), { recursive: true });
}
const { child, base } = preview(root);
const browser = await chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage();
  await page.goto((await base) + address);
  console.log(`${relative(process.cwd(), process.argv[2] ?? top) || "."}, page ${address}: from save to loaded page, ms`);
  for (const [kind, [name, text]] of Object.entries(kinds)) {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await reload(page, () => appendFileSync(join(root, name), text(round))));
    }
    const told = [median(times), Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0));
    console.log(`  ${kind.padEnd(18)} median ${told[0].padStart(5)}   (${told[1]}–${told[2]})`);
  }
  const original = readFileSync(join(root, narrative), "utf8");
  const memory = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    await reload(page, () => writeFileSync(join(root, narrative), `${original}\nEdit ${edit}.\n`));
    if (edit % (EDITS / 6) === EDITS / 6 - 1) memory.push(resident(child.pid));
  }
  console.log(`  resident memory over ${EDITS} builds: ${memory.map((size) => size.toFixed(0)).join(" ")} MB`);
} finally {
  await browser.close();
  child.removeAllListeners("exit");
  child.kill("SIGINT");
  rmSync(root, { recursive: true });
}
