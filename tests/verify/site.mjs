// A built site on disk: its files, its documents read once, and where its links lead.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";

import { read } from "./html.mjs";

/** Paths of a site are relative to its root, with `/`. */
export class Site {
  /** `root` is the built site, `data` the folder the evidence was taken from. */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.files = new Set(walk(root, ""));
    this.documents = new Map();
  }

  has(path) {
    return this.files.has(path);
  }

  bytes(path) {
    return readFileSync(join(this.root, path));
  }

  json(path) {
    return JSON.parse(this.bytes(path).toString("utf8"));
  }

  /** The parsed document of an HTML or SVG file. */
  document(path) {
    if (!this.documents.has(path)) this.documents.set(path, read(this.bytes(path).toString("utf8")));
    return this.documents.get(path);
  }

  /** Whether the file is an HTML page of the site, and not evidence that happens to be HTML. */
  isPage(path) {
    return path.endsWith(".html") && (!path.startsWith("evidence/") || this.isViewer(path));
  }

  /** Whether the file, below `evidence/`, was made to show evidence. */
  isViewer(path) {
    return path.endsWith(".html") && (path.endsWith("/index.html") || this.has(path.slice(0, -".html".length)));
  }

  /** The evidence files, as they are in the site. */
  evidence() {
    return [...this.files].filter(
      (path) => path.startsWith("evidence/") && path !== "evidence/SHA256SUMS" && !this.isViewer(path),
    );
  }

  /** The file of the source `data/…`, or undefined where the sources are not at hand. */
  original(evidence) {
    if (!this.data || !existsSync(this.data)) return undefined;
    const path = join(this.data, evidence.slice("data/".length));
    return existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null;
  }

  /** Where `href` on the page `from` leads: `{path, fragment}`. */
  target(from, href) {
    const [address, fragment = ""] = href.split("#", 2);
    const path = unescape(address.split("?", 1)[0]);
    const resolved = path === "" ? from : posix.normalize(posix.join(posix.dirname(from), path));
    return { path: resolved, fragment: unescape(fragment) };
  }
}

/** The SHA-256 of bytes, in hexadecimal. */
export function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A part of an address without its percent-escapes; as it is when they are malformed. */
function unescape(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function walk(root, below) {
  return readdirSync(join(root, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(below, entry.name);
      return entry.isDirectory() ? walk(root, path) : [path];
    });
}
