// Reads HTML and SVG far enough to find ids, links and figures, minified or not.

const TAG =
  /<!--[\s\S]*?-->|<![^>]*>|<\?[^>]*>|<\/([a-zA-Z][^\s>/]*)[^>]*>|<([a-zA-Z][^\s>/]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Elements that set the language of what stands in them and have end tags. */
const LANGUAGES = new Set("div section article aside blockquote figure details span".split(" "));
const NAMED = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", times: "×", ndash: "–", mdash: "—",
  minus: "−", micro: "µ", thinsp: "\u2009", asymp: "≈", middot: "·", hellip: "…", rarr: "→", plusmn: "±",
};

/** Text with its character references resolved. */
export function decode(text) {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));?/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return NAMED[name] ?? whole;
  });
}

function attributes(source) {
  const found = new Map();
  for (const [, name, double, single, bare] of source.matchAll(ATTRIBUTE)) {
    found.set(name.toLowerCase(), decode(double ?? single ?? bare ?? ""));
  }
  return found;
}

/**
 * The tags and texts of a document in order: `{open, attrs, closed}`, `{close}` or `{text}`.
 * `closed` marks a tag that has no end tag.
 */
function* parts(source) {
  let at = 0;
  TAG.lastIndex = 0;
  for (let match; (match = TAG.exec(source)); ) {
    if (match.index > at) yield { text: decode(source.slice(at, match.index)) };
    at = TAG.lastIndex;
    const [whole, close, open, rest] = match;
    if (close) yield { close: close.toLowerCase() };
    if (!open) continue;
    const name = open.toLowerCase();
    yield { open: name, attrs: attributes(rest), closed: VOID.has(name) || whole.endsWith("/>") };
    if (name === "script" || name === "style") {
      const end = source.toLowerCase().indexOf(`</${name}`, at);
      const stop = end < 0 ? source.length : end;
      yield { raw: name, text: source.slice(at, stop) };
      at = TAG.lastIndex = stop;
    }
  }
}

/**
 * A document: `lang`, `ids` (id → index in `parts`), `parts`, `styles` (texts of `<style>`), and
 * `figures` as `{id, href, text, svg}`, where `svg` tells whether it is a mark in a picture.
 */
export function read(source) {
  const document = { lang: "", ids: new Map(), parts: [...parts(source)], styles: [], figures: [] };
  let svg = 0;
  let figure = null;
  // The elements that are open, each with its language.
  const open = [];
  document.parts.forEach((part, index) => {
    if (part.raw) {
      if (part.raw === "style") document.styles.push(part.text);
      return;
    }
    if (part.text !== undefined && figure) figure.text += part.text;
    if (part.close === "svg") svg -= 1;
    if (part.close === "a") figure = null;
    if (LANGUAGES.has(part.close)) open.length = Math.max(open.findLastIndex((each) => each.name === part.close), 0);
    if (!part.open) return;
    const { attrs } = part;
    if (attrs.has("id") && !document.ids.has(attrs.get("id"))) document.ids.set(attrs.get("id"), index);
    if (part.open === "html") document.lang = attrs.get("lang") ?? "";
    if (part.open === "svg") svg += 1;
    if (LANGUAGES.has(part.open)) open.push({ name: part.open, lang: attrs.get("lang") ?? open.at(-1)?.lang ?? "" });
    if (part.open === "a" && attrs.has("data-fig")) {
      const classes = (attrs.get("class") ?? "").split(/\s+/);
      const href = attrs.get("href") ?? attrs.get("xlink:href") ?? "";
      figure = { id: attrs.get("data-fig"), href, text: "", svg: svg > 0, lang: open.at(-1)?.lang ?? "", classed: classes.includes("fig") };
      document.figures.push(figure);
    }
  });
  return document;
}

/**
 * The addresses linked from inside the element of that id. A minified page may leave out end tags,
 * so the element also ends where one of `others`, the ids of its kind, begins.
 */
export function linksWithin(document, id, others) {
  const start = document.ids.get(id);
  const first = document.parts[start];
  const found = [];
  let depth = 0;
  for (const part of document.parts.slice(start)) {
    if (part.open && part !== first && others.has(part.attrs.get("id"))) break;
    if (part.open === "a") found.push(part.attrs.get("href") ?? "");
    if (part.open === first.open && !part.closed) depth += 1;
    if (part.close === first.open && (depth -= 1) === 0) break;
  }
  return found;
}
