#!/usr/bin/env node
// Verifies a built site from its own files, without any of Benchbook's code:
//
//   node tests/verify/verify.mjs [public] [--data data]
//
// Every figure leads to its evidence, every number is what stands there, every value follows from
// its inputs by its formula, every text prints its value, and every link leads somewhere.

import { existsSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { checkEvidence } from "./evidence.mjs";
import { checkPage } from "./figures.mjs";
import { checkLinks } from "./links.mjs";
import { Site } from "./site.mjs";

/** Verifies the site in the folder `root`: `{pages, failures, links, evidence}`. */
export function verify(root, data) {
  const site = new Site(root, data);
  const failures = [];
  const fail = (page, id, what) => failures.push({ page, id, what });
  const hashes = checkEvidence(site, (path, what) => fail(path, "", what));
  const folders = [...site.files].filter((path) => posix.basename(path) === "figures.json").map((path) => posix.dirname(path));
  const pages = folders
    .map((folder) => (folder === "." ? "" : folder))
    .filter((folder) => !folder.startsWith("evidence/"))
    .map((folder) => ({ page: folder || "(start)", ...checkPage(site, folder, hashes, (id, what) => fail(folder || "(start)", id, what)) }));
  for (const path of site.files) {
    if (!site.isPage(path) || site.has(posix.join(posix.dirname(path), "figures.json"))) continue;
    if (site.document(path).figures.length > 0) fail(path, "", "shows figures, and has no figures.json");
  }
  const links = checkLinks(site, (path, what) => fail(path, "", what));
  return { pages, failures, links, evidence: hashes.size };
}

/** The report for people, in lines. */
export function report({ pages, failures, links, evidence }) {
  const lines = pages.map(({ page, figures, links: shown, inputs }) => `${page}: ${figures} figures, shown ${shown} times, ${inputs} inputs`);
  for (const { page, id, what } of failures) lines.push(`FAILED ${page}${id && ` ${id}`}: ${what}`);
  const figures = pages.reduce((total, page) => total + page.figures, 0);
  lines.push(`${pages.length} pages, ${figures} figures, ${evidence} evidence files, ${links} links: ${failures.length || "no"} failures`);
  return lines;
}

function main(args) {
  const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
  const option = args.indexOf("--data");
  const data = option < 0 ? join(top, "data") : args.splice(option, 2)[1];
  const root = args[0] ?? join(top, "public");
  if (!existsSync(root)) {
    process.stderr.write(`there is no site in \`${root}\`; build one first\n`);
    return 2;
  }
  const result = verify(root, data);
  process.stdout.write(`${report(result).join("\n")}\n`);
  if (result.pages.length === 0) process.stderr.write("no page has figures: nothing was verified\n");
  return result.failures.length > 0 || result.pages.length === 0 ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
