// Follows every link of a published site from its first page: what it leads to is there, has the right media type, and
// an anchor is an id of the page. Evidence arrives byte for byte as its SHA-256 says.
//
//   node tests/publish/crawl.mjs http://127.0.0.1:8459/team/bench/

import { createHash } from 'node:crypto';

const root = new URL(process.argv[2]);
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
  const found = text.matchAll(/\s(?:href|src|xlink:href)=(?:"([^"]*)"|([^\s>]+))/g);
  return [...found].map((match) => (match[1] ?? match[2]).replaceAll('&amp;', '&').replaceAll('&#x2F;', '/'));
}

function checkType(url, type) {
  const extension = url.pathname.endsWith('/') ? 'html' : url.pathname.split('.').pop();
  counts[`${extension} ${type}`] = (counts[`${extension} ${type}`] ?? 0) + 1;
  const expected = types[extension];
  const fits = expected instanceof RegExp ? expected.test(type) : type.startsWith(expected ?? '');
  if (!fits) faults.push(`${url}: ${type}`);
}

async function get(address) {
  const url = new URL(address);
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) return { missing: answer.status };
  const type = answer.headers.get('content-type') ?? 'none';
  checkType(url, type);
  const page = type.startsWith('text/html') ? bytes.toString() : '';
  return { bytes, ids: ids(page), links: links(page), final: answer.url };
}

const queue = [[root.href, 'the start']];
while (queue.length > 0) {
  const [address, from] = queue.pop();
  const url = new URL(address);
  const anchor = decodeURIComponent(url.hash.slice(1));
  url.hash = '';
  if (!url.href.startsWith(root.href)) {
    if (url.host === root.host) faults.push(`${from}: ${address} is outside of the site`);
    continue;
  }
  if (!seen.has(url.href)) {
    const file = await get(url.href);
    seen.set(url.href, file);
    if (file.missing) faults.push(`${from}: ${address}: status ${file.missing}`);
    for (const link of file.links ?? []) {
      if (!/^(mailto|data|javascript):/.test(link)) queue.push([new URL(link, file.final).href, url.href]);
    }
  }
  const file = seen.get(url.href);
  if (anchor && file.ids?.size && !file.ids.has(anchor)) faults.push(`${from}: ${address}: no such id`);
}

const sums = (await get(new URL('evidence/SHA256SUMS', root).href)).bytes.toString().trim().split('\n');
for (const line of sums) {
  const [expected, path] = line.split(/\s[ *]/);
  const { bytes } = await get(new URL(`evidence/${path.split('/').map(encodeURIComponent).join('/')}`, root).href);
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== expected) faults.push(`evidence/${path}: other bytes`);
}

const missing = await fetch(new URL('no/such/page', root));
const text = await missing.text();
if (missing.status !== 404 || !text.includes('<html')) faults.push(`a page that is missing: status ${missing.status}`);
const broken = [];
for (const link of links(text)) {
  // A site with a `base_url` links from here to where it is really published.
  const url = new URL(link, missing.url);
  if (url.host === root.host && !link.startsWith('#') && !(await fetch(url)).ok) broken.push(link);
}

for (const [kind, count] of Object.entries(counts).sort()) console.log(`${String(count).padStart(5)}  ${kind}`);
console.log(`${seen.size} addresses, ${sums.length} evidence files`);
// Known: relative links of this page lead nowhere from an address in a folder.
if (broken.length > 0) console.log(`note: 404.html, shown for no/such/page, links to ${broken.join(', ')}`);
for (const fault of faults) console.log(`fault: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
