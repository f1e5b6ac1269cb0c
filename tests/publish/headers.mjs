// The rules of `_headers`, which hosts of static sites read: an address with at most one `*`, and below it headers;
// `! Name` takes back what a rule before said.
//
//   node tests/publish/headers.mjs public/_headers /team/bench    as settings of nginx, for a site below that path

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The rules in their order: what addresses are like, and the headers to set (a text) or to take back (null). */
export function read(text) {
  const rules = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    if (!line.startsWith(' ')) {
      if (line.split('*').length > 2) throw new Error(`hosts read one * an address: ${line}`);
      const pattern = line.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*');
      rules.push({ pattern, headers: [] });
      continue;
    }
    const [, taken, name, value] = line.trim().match(/^(! )?([\w-]+)(?:: (.*))?$/);
    rules.at(-1).headers.push([name, taken ? null : value]);
  }
  return rules;
}

/** What the rules say of an address below the site. */
export function headersOf(rules, path) {
  const said = new Map();
  for (const { headers } of rules.filter(({ pattern }) => new RegExp(`^${pattern}$`).test(path))) {
    for (const [name, value] of headers) {
      if (value === null) said.delete(name);
      else said.set(name, said.has(name) ? `${said.get(name)}, ${value}` : value);
    }
  }
  return said;
}

/** Settings of nginx for one header: the value that the last rule gives, by address. */
function setting(rules, below, name) {
  const variable = `$header_${name.toLowerCase().replaceAll('-', '_')}`;
  const of = rules.filter(({ headers }) => headers.some(([one, value]) => one === name && value !== null)).reverse();
  const lines = of.map(({ pattern, headers }) => {
    const [, value] = headers.findLast(([one, text]) => one === name && text !== null);
    return `  "~^${below}${pattern}$" "${value}";`;
  });
  return { map: `map $request_uri ${variable} {\n${lines.join('\n')}\n}\n`, add: `add_header ${name} ${variable} always;\n` };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rules = read(readFileSync(process.argv[2], 'utf8'));
  const names = new Set(rules.flatMap(({ headers }) => headers.map(([name]) => name)));
  const settings = [...names].map((name) => setting(rules, process.argv[3], name));
  console.log(settings.map(({ map }) => map).join('') + settings.map(({ add }) => add).join(''));
}
