// Evidence files and the lists of their hashes.

import { sha256 } from "./site.mjs";

/** Checks that lists, files and sources agree; `fail(path, what)`. Gives the hashes by `data/…`. */
export function checkEvidence(site, fail) {
  const sums = readSums(site, fail);
  const listed = readList(site, fail);
  const hashes = new Map();
  for (const path of site.evidence()) {
    const name = path.slice("evidence/".length);
    const hash = sha256(site.bytes(path));
    hashes.set(`data/${name}`, hash);
    if (sums.get(name) !== hash) fail(path, sums.has(name) ? "differs from its hash in SHA256SUMS" : "is not in SHA256SUMS");
    if (listed.get(`data/${name}`) !== hash) fail(path, "is not in benchbook.json with its hash");
    const original = site.original(`data/${name}`);
    if (original === null) fail(path, `has no source \`data/${name}\``);
    else if (original && sha256(original) !== hash) fail(path, `differs from its source \`data/${name}\``);
    if (!site.has(`${path}.html`)) fail(path, "has no page that shows it");
  }
  for (const name of sums.keys()) if (!site.has(`evidence/${name}`)) fail("evidence/SHA256SUMS", `lists \`${name}\`, which is missing`);
  for (const name of listed.keys()) if (!hashes.has(name)) fail("benchbook.json", `lists \`${name}\`, which is missing`);
  return hashes;
}

/** `SHA256SUMS` as `sha256sum --check` reads it, below `evidence/`. */
function readSums(site, fail) {
  const sums = new Map();
  if (!site.has("evidence/SHA256SUMS")) {
    fail("evidence/SHA256SUMS", "is missing");
    return sums;
  }
  for (const line of site.bytes("evidence/SHA256SUMS").toString("utf8").split("\n").filter(Boolean)) {
    const match = /^([0-9a-f]{64}) [ *](.+)$/.exec(line);
    if (match) sums.set(match[2], match[1]);
    else fail("evidence/SHA256SUMS", `cannot be read: \`${line}\``);
  }
  return sums;
}

/** The hashes that `benchbook.json` gives, by `data/…`. */
function readList(site, fail) {
  if (!site.has("benchbook.json")) {
    fail("benchbook.json", "is missing");
    return new Map();
  }
  const { evidence = [] } = site.json("benchbook.json");
  return new Map(evidence.map((entry) => [entry.path ?? entry.evidence ?? entry.file, entry.sha256]));
}
