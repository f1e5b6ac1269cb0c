// Decodes an HdrHistogram interval log to the text that its figures are cited from.

import zlib from "node:zlib";

/** The cookie at the beginning of a histogram, without the bits that tell how wide counts are. */
const cookie = (bytes) => (bytes.length < 4 ? 0 : (bytes.readUInt32BE(0) & ~0xf0) >>> 0);

/** Compressed histograms of the versions 0, 1 and 2. */
const COMPRESSED = [0x1c849309, 0x1c849302, 0x1c849304];

/** The decoded text, or nothing when the bytes are no log with compressed histograms. */
export function decodedLog(bytes) {
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (!/^(#\[|"StartTimestamp",)/.test(text)) return undefined;
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const intervals = lines.filter((line) => line.trim() && !/^[#"]/.test(line));
  const first = intervals[0]?.split(",").at(-1) ?? "";
  if (!COMPRESSED.includes(cookie(Buffer.from(first.slice(0, 6), "base64")))) return undefined;
  const sums = new Map();
  for (const line of intervals) add(line, sums);
  const comments = lines.filter((line) => line.startsWith("#")).map((line) => line.trimEnd() + "\n");
  const head = "#[Decoded from an HdrHistogram interval log: the histograms of a tag are added up]\n";
  const order = (a, b) => Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0]));
  return head + comments.join("") + [...sums].sort(order).map(section).join("");
}

function add(line, sums) {
  const cells = line.trimEnd().split(",");
  const tag = cells[0].startsWith("Tag=") ? cells.shift().slice(4) : "";
  const packed = Buffer.from(cells[3], "base64");
  const data = zlib.inflateSync(packed.subarray(8, 8 + packed.readUInt32BE(4)));
  const is0 = cookie(data) === 0x1c849308;
  const digits = data.readUInt32BE(is0 ? 4 : 12);
  const unit = BigInt(data.readBigUInt64BE(is0 ? 8 : 16).toString(2).length - 1);
  const sum = sums.get(tag) ?? { intervals: 0, digits, unit, counts: new Map() };
  sums.set(tag, sum);
  sum.intervals += 1;
  const counts = is0 ? data.subarray(32) : data.subarray(40, 40 + data.readUInt32BE(4));
  const read = cookie(data) === 0x1c849303 ? variable(counts) : fixed(counts, (data[3] >> 4) & 0xe);
  for (const [index, count] of read) sum.counts.set(index, (sum.counts.get(index) ?? 0n) + count);
}

/** Version 2: counts of variable lengths; a negative one is so many empty buckets. */
function* variable(bytes) {
  let index = 0;
  for (let at = 0; at < bytes.length; ) {
    let value = 0n;
    for (let place = 0n; ; place += 1n) {
      const byte = BigInt(bytes[at++]);
      value |= (place === 8n ? byte : byte & 127n) << (7n * place);
      if (place === 8n || byte < 128n) break;
    }
    const count = value & 1n ? -(value + 1n) / 2n : value / 2n;
    if (count > 0n) yield [index, count];
    index += count < 0n ? Number(-count) : 1;
  }
}

/** Versions 0 and 1: counts of 2, 4 or 8 bytes. */
function* fixed(bytes, width) {
  for (let at = 0; at + width <= bytes.length; at += width) {
    const count = BigInt("0x" + bytes.subarray(at, at + width).toString("hex"));
    if (count > 0n) yield [at / width, count];
  }
}

function section([tag, { intervals, digits, unit, counts }]) {
  const half = 2 ** (Math.ceil(Math.log2(2 * 10 ** digits)) - 1);
  let [total, middles, rows] = [0n, 0n, ""];
  for (const [index, count] of [...counts].sort((a, b) => a[0] - b[0])) {
    const bucket = Math.max(Math.floor(index / half) - 1, 0);
    const shift = unit + BigInt(bucket);
    const low = BigInt(index < half ? index : (index % half) + half) << shift;
    const size = 1n << shift;
    total += count;
    middles += (low + size / 2n) * count;
    rows += `${low},${low + size - 1n},${count},${total}\n`;
  }
  const mean = total ? `Mean = ${Number(middles) / Number(total)}, ` : "";
  const title = `#[Intervals = ${intervals}, Significant digits = ${digits}${tag ? `, Tag = ${tag}` : ""}]`;
  return `${title}\nFrom,To,Count,TotalCount\n${rows}#[${mean}Total count = ${total}]\n`;
}
