// Pictures compared with those that somebody has looked at and approved.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

import { PICTURES, top } from "./browser.mjs";

const APPROVED = join(top, "tests/browser/approved");
const BLESS = "BENCHBOOK_BLESS=1 node --test tests/browser/approved.test.mjs";
const isAsked = process.env.BENCHBOOK_BLESS !== undefined;

/** What may differ: each pixel by this share of the way from black to white, more where shapes have soft edges, and so many
    pixels at will of each square of this side. */
const TOLERANCE = { threshold: 0.02, windowSize: 16, pixels: 4 };

/** A picture on a sheet of another size; what it does not cover is of a colour that no page has. */
function onSheet(picture, width, height) {
  if (picture.width === width && picture.height === height) return picture;
  const sheet = new PNG({ width, height });
  for (let at = 0; at < sheet.data.length; at += 4) sheet.data.set([255, 0, 255, 255], at);
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, 0, 0);
  return sheet;
}

/** How two pictures differ, in words, with a picture of it; nothing when they are alike. */
export function difference(actual, approved) {
  const [width, height] = ["width", "height"].map((side) => Math.max(actual[side], approved[side]));
  const [one, other] = [actual, approved].map((picture) => onSheet(picture, width, height).data);
  const { pixels, ...options } = TOLERANCE;
  const found = pixelmatch(one, other, null, width, height, options);
  const [is, was] = [actual, approved].map((picture) => `${picture.width} × ${picture.height}`);
  if (is === was && found <= pixels) return undefined;
  const shown = new PNG({ width, height });
  pixelmatch(one, other, shown.data, width, height, options);
  const words = is === was ? `${found} pixels of a square of ${options.windowSize} × ${options.windowSize} differ` : `it is ${is} pixels in place of ${was}`;
  return { words, shown };
}

const encode = (picture) => PNG.sync.write(picture, { colorType: 2, inputHasAlpha: true, filterType: 0, deflateLevel: 9, deflateStrategy: 0 });

const fileOf = (name) => join(APPROVED, `${name}.png`);

/** The approved picture of that name, if there is one. */
export function approvedPicture(name) {
  return existsSync(fileOf(name)) ? PNG.sync.read(readFileSync(fileOf(name))) : undefined;
}

/** What is wrong with a picture, or nothing; when that is asked for it is approved instead. */
export function compare(name, bytes) {
  const actual = PNG.sync.read(bytes);
  const approved = approvedPicture(name);
  const found = approved ? difference(actual, approved) : { words: "it was never approved" };
  if (!found) return undefined;
  if (isAsked) {
    mkdirSync(APPROVED, { recursive: true });
    writeFileSync(fileOf(name), encode(actual));
    return undefined;
  }
  const kept = Object.entries({ actual, approved, difference: found.shown }).filter(([, picture]) => picture);
  mkdirSync(PICTURES, { recursive: true });
  kept.forEach(([kind, picture]) => writeFileSync(join(PICTURES, `${name}.${kind}.png`), encode(picture)));
  return `${name}: ${found.words}; see target/screenshots/${name}.{${kept.map(([kind]) => kind)}}.png, and if that is how it should be: ${BLESS}`;
}

/** Approved pictures of pages that there are no more; when that is asked for they are taken away. */
export function outlived(names) {
  const found = readdirSync(APPROVED).map((file) => file.replace(/\.png$/, "")).filter((name) => !names.has(name));
  if (isAsked) found.splice(0).forEach((name) => rmSync(fileOf(name)));
  return found;
}
