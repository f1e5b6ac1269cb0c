// Follows every link of a published site from its first page: what it leads to is there, has the right media type and
// the headers that `_headers` asks for, and an anchor is an id of the page. Evidence arrives byte for byte as its
// SHA-256 says. The page for what is not found has no broken link wherever it is shown.
//
//   node tests/publish/crawl.mjs http://127.0.0.1:8459/team/bench/
//   node tests/publish/crawl.mjs file:///srv/site/                    as a reader does who opens it from disk

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { headersOf, read } from './headers.mjs';

const root = new URL(process.argv[2]);
const onDisk = root.protocol === 'file:';
const types = {
  html: 'text/html', css: 'text/css', js: /javascript/, json: 'application/json', svg: 'image/svg+xml', png: 'image/png',
  xml: /xml/, txt: 'text/plain', csv: /text\/(csv|plain)|application\/octet-stream/,
};
const faults = [];
const seen = new Map();
const counts = {};

const ids = (html) => new Set([...html.matchAll(/\sid=(?:"([^"]*)"|([^\s>]+))/g)].map((match) => match[1] ?? match[2]));

function links(html) {
  // What stands in a script or a style is no link.
  const text = html.replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1');
  const tags = (text.match(/<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi) ?? []).join('');
  const found = tags.matchAll(/\s(?:href|src|xlink:href)=(?:"([^"]*)"|([^\s>]+))/g);
  return [...found].map((match) => (match[1] ?? match[2]).replaceAll('&amp;', '&').replaceAll('&#x2F;', '/'));
}

function checkType(url, type) {
  const extension = url.pathname.endsWith('/') ? 'html' : url.pathname.split('.').pop();
  counts[`${extension} ${type}`] = (counts[`${extension} ${type}`] ?? 0) + 1;
  const expected = types[extension];
  const fits = expected instanceof RegExp ? expected.test(type) : type.startsWith(expected ?? '');
  if (!fits) faults.push(`${url}: ${type}`);
}

function checkHeaders(url, answer) {
  for (const [name, value] of headersOf(rules, `/${url.pathname.slice(root.pathname.length)}`)) {
    if (answer.headers.get(name) !== value) faults.push(`${url}: ${name}: ${answer.headers.get(name)}`);
  }
}

/** What is at an address: a status, a media type, bytes, and the address in the end. */
async function load(url) {
  if (!onDisk) {
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.url === url.href) checkHeaders(url, answer);
    return { status: answer.status, type: answer.headers.get('content-type') ?? 'none', bytes, final: answer.url };
  }
  const type = /\.html$/.test(url.pathname) ? 'text/html' : 'unknown';
  try {
    return { status: 200, type, bytes: await readFile(url), final: url.href };
  } catch (error) {
    return { status: error.code };
  }
}

async function get(address) {
  const url = new URL(address);
  const { status, type, bytes, final } = await load(url);
  if (status !== 200) return { missing: status };
  if (!onDisk) checkType(url, type);
  const page = type.startsWith('text/html') ? bytes.toString() : '';
  return { bytes, ids: ids(page), links: links(page), final };
}

const withoutAnchor = (address) => address.split('#')[0];
const isInside = (address) => address.startsWith(root.href);

/** Gets what is not known yet, a few at a time. */
async function getAll(addresses) {
  const wanted = [...new Set(addresses)].filter((address) => !seen.has(address));
  for (let at = 0; at < wanted.length; at += 32) {
    const some = wanted.slice(at, at + 32);
    const files = await Promise.all(some.map(get));
    some.forEach((address, index) => seen.set(address, files[index]));
  }
  return wanted;
}

/** Follows links until all that can be reached was seen. */
async function crawl(start) {
  let met = [[start, 'the start']];
  while (met.length > 0) {
    const found = await getAll(met.map(([address]) => withoutAnchor(address)).filter(isInside));
    for (const [address, from] of met) {
      const url = new URL(address);
      if (!isInside(address)) {
        if (onDisk ? url.protocol === 'file:' : url.host === root.host) faults.push(`${from}: ${address} is outside of the site`);
        continue;
      }
      const file = seen.get(withoutAnchor(address));
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (file.missing) faults.push(`${from}: ${address}: ${file.missing}`);
      else if (anchor && file.ids.size && !file.ids.has(anchor)) faults.push(`${from}: ${address}: no such id`);
    }
    met = found.flatMap((address) => {
      const { links = [], final } = seen.get(address);
      const leading = links.filter((link) => !/^(mailto|data|javascript):/.test(link));
      return leading.map((link) => [new URL(link, final).href, address]);
    });
  }
}

/** Every link of the page for what is not found leads somewhere, at the top and in folders. */
async function checkNotFound(path) {
  const answer = await fetch(new URL(path, root));
  const text = await answer.text();
  if (answer.status !== 404 || !text.includes('<html')) faults.push(`${path} is missing: status ${answer.status}`);
  const found = links(text).filter((link) => !link.startsWith('#')).map((link) => new URL(link, answer.url));
  const inside = found.filter((url) => url.href.startsWith(root.href));
  if (inside.length < 5) faults.push(`${path}: ${inside.length} of ${found.length} links of 404.html lead into the site`);
  const own = found.filter((url) => url.host === root.host).map(({ href }) => href);
  await getAll(own);
  for (const address of own.filter((one) => seen.get(one).missing)) faults.push(`${path}: 404.html leads to ${address}`);
}

const rules = read(await readFile(onDisk ? new URL('_headers', root) : process.env.HEADERS, 'utf8'));
await crawl(onDisk ? new URL('index.html', root).href : root.href);
const framed = [...seen.keys()].filter((address) => /\/chart-\d+\.html$/.test(address));
if (framed.length === 0) faults.push('no chart is there to be framed');
for (const address of framed) {
  const policy = headersOf(rules, `/${address.slice(root.href.length)}`).get('Content-Security-Policy');
  if (!policy?.endsWith("; frame-ancestors *") || policy.includes(', ')) faults.push(`${address}: ${policy}`);
}

const { bytes: listed } = await get(new URL('evidence/SHA256SUMS', root).href);
const sums = listed.toString().trim().split('\n').map((line) => line.split(/\s[ *]/));
const evidence = (path) => new URL(`evidence/${path.split('/').map(encodeURIComponent).join('/')}`, root).href;
await getAll(sums.map(([, path]) => evidence(path)));
for (const [expected, path] of sums) {
  const { bytes } = seen.get(evidence(path));
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== expected) faults.push(`evidence/${path}: other bytes`);
}
if (!onDisk) for (const path of ['nothing', 'no/such/page', 'reports/no/such/page/']) await checkNotFound(path);

for (const [kind, count] of Object.entries(counts).sort()) console.log(`${String(count).padStart(5)}  ${kind}`);
console.log(`${root.protocol} ${seen.size} addresses, ${framed.length} frames, ${sums.length} evidence files`);
for (const fault of faults) console.log(`fault: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
