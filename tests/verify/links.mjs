// Every link of every page leads somewhere, and no page loads anything from another host.

const LOADS = {
  script: ["src"], img: ["src", "srcset"], iframe: ["src"], source: ["src", "srcset"], video: ["src", "poster"],
  audio: ["src"], track: ["src"], embed: ["src"], object: ["data"], input: ["src"],
  image: ["href", "xlink:href"], use: ["href", "xlink:href"],
};
const LEADS = { a: ["href", "xlink:href"], area: ["href"], form: ["action"] };
// A `link` with one of these names a page, and loads nothing.
const NAMING = new Set(["canonical", "alternate", "license", "me", "author", "next", "prev", "search", "help"]);
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Checks all pages and style sheets; `fail(page, what)`. Gives the number of links followed. */
export function checkLinks(site, fail) {
  let count = 0;
  for (const path of site.files) {
    if (path.endsWith(".css")) checkStyle(site.bytes(path).toString("utf8"), (what) => fail(path, what));
    if (!site.isPage(path) && !path.endsWith(".svg")) continue;
    if (path.startsWith("evidence/") && path.endsWith(".svg")) continue;
    count += checkDocument(site, path, (what) => fail(path, what));
  }
  return count;
}

function checkDocument(site, path, fail) {
  const document = site.document(path);
  let count = 0;
  for (const part of document.parts) {
    if (!part.open) continue;
    checkStyle(part.attrs.get("style") ?? "", fail);
    for (const { address, loads } of addresses(part)) {
      count += 1;
      const problem = ABSOLUTE.test(address) ? absoluteProblem(address, loads) : relativeProblem(site, path, address);
      if (problem) fail(problem);
    }
  }
  for (const style of document.styles) checkStyle(style, fail);
  return count;
}

function addresses({ open, attrs }) {
  if (open === "link") {
    const named = (attrs.get("rel") ?? "").split(/\s+/).some((rel) => NAMING.has(rel));
    return [{ address: attrs.get("href") ?? "", loads: !named }];
  }
  const of = (table, loads) =>
    (table[open] ?? [])
      .filter((name) => attrs.has(name))
      .flatMap((name) => (name === "srcset" ? attrs.get(name).split(",").map((each) => each.trim().split(/\s/)[0]) : [attrs.get(name)]))
      .map((address) => ({ address: address.trim(), loads }));
  return [...of(LOADS, true), ...of(LEADS, false)];
}

function absoluteProblem(address, loads) {
  if (/^javascript:/i.test(address)) return `\`${address}\` is a script, not a link`;
  return loads && !/^(?:data|blob):/i.test(address) ? `loads \`${address}\` from another host` : "";
}

function relativeProblem(site, from, href) {
  if (href === "" || href === "#") return "";
  // The page for what is not found is shown at any address of the host, so it leads from the top.
  const top = from === "404.html" ? topOf(site) : "";
  if (top && href.startsWith(top)) return relativeProblem(site, "index.html", href.slice(top.length) || "index.html");
  if (href.startsWith("/")) return `the link \`${href}\` is not relative`;
  const { path, fragment } = site.target(from, href);
  if (!site.has(path)) {
    const folder = [...site.files].some((file) => path === "." || path === "./" || file.startsWith(`${path.replace(/\/$/, "")}/`));
    return folder
      ? `the link \`${href}\` leads to a folder, which shows no page when opened from disk`
      : `the link \`${href}\` leads to no file`;
  }
  if (fragment === "" || fragment === "top" || fragment.startsWith(":~:")) return "";
  if (!/\.(?:html|svg)$/.test(path)) return `the link \`${href}\` names a place in a file that has none`;
  return site.document(path).ids.has(fragment) ? "" : `the link \`${href}\` leads to no anchor`;
}

/** The path of the address at which the site says that it is published; "" when it does not say. */
function topOf(site) {
  const base = site.json("benchbook.json").base_url;
  return base ? new URL(base).pathname : "";
}

function checkStyle(style, fail) {
  for (const [, address] of style.matchAll(/(?:url\(|@import)\s*["']?([^"')\s;]+)/gi)) {
    if (ABSOLUTE.test(address) && !/^data:/i.test(address)) fail(`a style loads \`${address}\` from another host`);
  }
}
