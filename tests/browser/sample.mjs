// The site whose pages are compared with approved pictures: of fixed content, put together from folders of the tests.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { top } from "./browser.mjs";
import { PROGRAM } from "./preview.mjs";

const TESTS = join(top, "tests");

/** Folders of the tests, and where they are in the site; what comes later stands over what comes before. */
const PARTS = [
  ["sites/charts/site/data", "data"],
  ["sites/compare/hyperfine", "data/recorded/hyperfine"],
  ["sites/compare/wrk", "data/recorded/wrk"],
  ["browser/site", "."],
];

/** Builds the site below `folder`, with a comparison of two outputs as `comparison.html` and the same site in the theme `compact` as
 * `compact/`, and gives the folder of its pages. */
export function sample(folder) {
  if (!existsSync(PROGRAM)) throw new Error(`\`${PROGRAM}\` is missing; run \`cargo build --release\`, or set BENCHBOOK_PROGRAM`);
  const site = join(folder, "site");
  const pages = join(folder, "public");
  for (const old of [site, pages]) rmSync(old, { recursive: true, force: true });
  PARTS.forEach(([from, to]) => cpSync(join(TESTS, from), join(site, to), { recursive: true }));
  const run = (...words) => execFileSync(PROGRAM, words, { cwd: site, stdio: ["ignore", "pipe", "pipe"] });
  const sides = ["before", "slower"].map((side) => join("data/recorded/hyperfine", `${side}.json`));
  mkdirSync(join(site, "static"));
  writeFileSync(join(site, "static/comparison.html"), run("compare", "--format", "html", ...sides));
  run("build", "--self-contained", "--out", pages);
  run("build", "--theme", "compact", "--out", join(pages, "compact"));
  return pages;
}
