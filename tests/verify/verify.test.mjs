// The verifier passes a sound site and finds each way in which a site can be wrong.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { verify } from "./verify.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const FIGURES = "public/reports/demo/figures.json";
const PAGE = "public/reports/demo/index.html";

/** Verifies a copy of the sound site after `edit`, which gets a function that replaces text once. */
function verifyEdited(edit) {
  const folder = mkdtempSync(join(tmpdir(), "benchbook-verify-"));
  try {
    cpSync(join(here, "good"), folder, { recursive: true });
    edit((path, from, to) => {
      const before = readFileSync(join(folder, path), "utf8");
      assert.ok(before.includes(from), `${path} no longer holds ${from}`);
      writeFileSync(join(folder, path), before.replace(from, to));
    }, folder);
    return verify(join(folder, "public"), join(folder, "data"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a sound site passes, and everything in it was looked at", () => {
  const result = verify(join(here, "good/public"), join(here, "good/data"));
  assert.deepEqual(result.failures, []);
  assert.deepEqual(result.pages, [{ page: "reports/demo", figures: 12, links: 14, inputs: 23 }]);
  assert.equal(result.evidence, 4);
});

test("the exit code says whether it passed", () => {
  const run = (root) => spawnSync(process.execPath, [join(here, "verify.mjs"), root, "--data", join(here, "good/data")]);
  assert.equal(run(join(here, "good/public")).status, 0);
  assert.equal(run(join(here, "good/public/evidence")).status, 1);
  assert.equal(run(join(here, "no-such-site")).status, 2);
});

// What is edited, and what the verifier must say about it.
const BAD = [
  ["a raw number that is not there", FIGURES, '"raw": "400.0"', '"raw": "400.1"', /f1: .*reads `400.0`, not `400.1`/],
  ["a raw number cut short", FIGURES, '"raw": "344.00"', '"raw": "344.0"', /f3: .*not `344.0`/],
  ["a raw number of another value", FIGURES, '"value": 12.345', '"value": 12.346', /f2: computes to 12.345/],
  ["a value that does not follow", FIGURES, '"value": 0.2,', '"value": 0.21,', /f6: computes to 0.19999.*, its value is 0.21/],
  ["an unknown pointer", FIGURES, "http_reqs/rate", "http_reqs/rates", /f1: .*there is no `rates`/],
  ["a wrong line", FIGURES, '"line": 3', '"line": 4', /f1: .*is on line 3, not 4/],
  ["a wrong column", FIGURES, "L2:C15", "L2:C14", /f3: .*reads ` 344.00us/],
  ["a wrong row", FIGURES, "R2:C3", "R3:C3", /f4: .*reads `1,300`/],
  ["a wrong hash", FIGURES, /"sha256": "\w{4}/.exec(readFileSync(join(here, "good", FIGURES), "utf8"))[0], '"sha256": "0000', /f1: .*hash is not/],
  ["a formula that leaves out an input", FIGURES, "median($0, $1, $2)", "median($0, $1)", /f4: its formula does not use input 2/],
  ["a derived figure without a formula", FIGURES, '"formula": "median($0, $1, $2)"', '"note": ""', /f4: has no formula/],
  ["a median passed off as a maximum", FIGURES, "median($0, $1, $2)", "max($0, $1, $2)", /f4: computes to 1300/],
  ["a false statement", FIGURES, "below($0, [", "above($0, [", /f7: the statement .* is not true/],
  ["a contradicted claim that agrees", FIGURES, '"claimed": "twice"', '"claimed": "1.25"', /f9: is called contradicted, and `1.25` agrees/],
  ["what the evidence gives, told wrongly", FIGURES, '"text": "1.25"', '"text": "1.26"', /f9: the text `1.26` does not print 1.25/],
  ["an unknown verdict", FIGURES, '"not checkable"', '"fine"', /f10: has the unknown verdict/],
  ["a text rounded wrongly", FIGURES, '"text": "1,200"', '"text": "1,201"', /f4: .*`1,201` does not print 1200/],
  ["a page that prints something else", PAGE, ">12.3<", ">12.4<", /f2: is shown as `12.4`/],
  ["a figure without an entry", FIGURES, '"id": "f1"', '"id": "f0"', /f1: has no entry/],
  ["an entry shown nowhere", FIGURES, '"id": "f1"', '"id": "f0"', /f0: .*shown nowhere/],
  ["a figure that leads to another line", PAGE, "summary.json.html#L6", "summary.json.html#L5", /f2: .*leads elsewhere/],
  ["a lineage entry that is missing", PAGE, 'id="how-f6"', 'id="how-f66"', /f6: .*leads to no lineage entry/],
  ["a lineage entry without an input", PAGE, "rounds.csv.html#L3", "rounds.csv.html#L2", /f4: its lineage does not link data\/demo\/rounds.csv, line 3/],
  ["a mark that leads nowhere", "public/reports/demo/chart-1.svg", "index.html#how-m2", "#how-m2", /m2: .*leads elsewhere|m2: .*leads to evidence/],
  ["an evidence page without the line", "public/evidence/demo/wrk.txt.html", 'id="L2"', 'id="X2"', /f3: .*no line 2/],
  ["edited evidence", "public/evidence/demo/wrk.txt", "500.00", "900.00", /wrk.txt: differs from its hash in SHA256SUMS/],
  ["evidence unlike its source", "data/demo/wrk.txt", "500.00", "900.00", /wrk.txt: differs from its source/],
  ["a hash list that leaves a file out", "public/evidence/SHA256SUMS", "demo/wrk.txt", "demo/wrk2.txt", /wrk.txt: is not in SHA256SUMS/],
  ["a hash missing from the index", "public/benchbook.json", "data/demo/wrk.txt", "data/demo/x.txt", /wrk.txt: is not in benchbook.json/],
  ["a broken link", "public/index.html", "evidence/index.html", "evidence/none.html", /index.html: .*leads to no file/],
  ["a link to a folder", "public/index.html", "evidence/index.html", "evidence/", /index.html: .*leads to a folder/],
  ["an absolute link", "public/index.html", '"evidence/index.html', '"/evidence/index.html', /index.html: .*not relative/],
  ["a broken anchor", "public/index.html", "evidence/index.html", "evidence/index.html#none", /index.html: .*leads to no anchor/],
  ["a script of another host", PAGE, "</main>", '</main><script src="//cdn.example/x.js"></script>', /loads `\/\/cdn.example\/x.js`/],
  ["a font of another host", "public/style.css", ":target", "@import 'https://fonts.example/x'; :target", /style.css: a style loads/],
  ["figures on a page without entries", "public/index.html", "<h1>", '<a class="fig" data-fig="x" href="#">1</a><h1>', /index.html: shows figures/],
];

for (const [name, path, from, to, expected] of BAD) {
  test(`it finds ${name}`, () => {
    const { failures } = verifyEdited((replace) => replace(path, from, to));
    const said = failures.map(({ page, id, what }) => `${page} ${id}: ${what}`.replace(" :", ":"));
    assert.ok(said.some((line) => expected.test(line)), `said only:\n${said.join("\n")}`);
  });
}

test("it finds an evidence page that leads back to no figure", () => {
  const { failures } = verifyEdited((replace) => {
    const links = ["f3", "f6", "f7", "f9", "chart-1"];
    for (const id of links) replace("public/evidence/demo/wrk.txt.html", `../../reports/demo/index.html#${id}`, "wrk.txt");
  });
  assert.ok(failures.some(({ id, what }) => id === "f3" && what.includes("does not lead back")));
});

test("minified pages read the same", () => {
  const { failures } = verifyEdited((replace, folder) => {
    const path = join(folder, PAGE);
    const minified = readFileSync(path, "utf8")
      .replace(/="([^"\s'=<>`]+)"/g, "=$1")
      .replace(/<\/(?:li|p|td|th|tr)>/g, "")
      .replace(/>\s+</g, "><");
    writeFileSync(path, minified);
  });
  assert.deepEqual(failures, []);
});
