// Statistics computed in another way than the library does: exact fractions of big integers in place of
// floating-point recurrences, sums in place of closed forms, integration in place of series.

const ascending = (list) => [...list].sort((a, b) => a - b);

/** Type 7 of Hyndman and Fan, on a list of any order. */
export function quantile(list, share) {
  if (!(share >= 0 && share <= 1)) throw new Error(`${share} is no share`);
  const sorted = ascending(list);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below * (1 - (place % 1)) + above * (place % 1);
}

/** Without the lowest and as many of the highest values: the whole part of count times share. */
export function trimmedMean(list, share) {
  const cut = Math.floor(list.length * share + 1e-9);
  if (cut < 1 || 2 * cut >= list.length) throw new Error(`nothing to trim, or nothing left, at ${share} of ${list.length}`);
  const left = ascending(list).slice(cut, -cut);
  return left.reduce((total, value) => total + value, 0) / left.length;
}

/** Two lists place by place. */
export function pairs(a, b) {
  if (a.length !== b.length) throw new Error(`${a.length} values are no pairs with ${b.length}`);
  return a.map((value, index) => [value, b[index]]);
}

/** The k-th smallest and k-th largest, for the largest k that covers the median in 95 % of samples or more. */
export function medianInterval(list) {
  const all = 2n ** BigInt(list.length);
  let coefficient = 1n;
  let below = 0n;
  let place = 0;
  for (let k = 1; 2 * k <= list.length; k += 1) {
    below += coefficient;
    // Outside on either side, and at most one twentieth of all.
    if (40n * below > all) break;
    place = k;
    coefficient = (coefficient * BigInt(list.length - k + 1)) / BigInt(k);
  }
  if (place === 0) throw new Error(`no interval of ${list.length} values reaches 95 %`);
  const sorted = ascending(list);
  return [sorted[place - 1], sorted[list.length - place]];
}

/** Four words of state from a seed: two outputs of SplitMix64, the lower half of each first. */
function seeded(seed) {
  const words = [];
  let state = seed;
  for (let output = 0; output < 2; output += 1) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    mixed ^= mixed >> 31n;
    words.push(Number(mixed & 0xffffffffn), Number(mixed >> 32n));
  }
  return words;
}

const rotated = (word, by) => ((word << by) | (word >>> (32 - by))) >>> 0;

/** xoshiro128**: a function that gives the next 32 bits. */
export function generator([a, b, c, d]) {
  return () => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return result;
  };
}

const known = new Map();

/** From 2.5 % to 97.5 % of the medians of 10,000 resamples of the sorted list; seed 1. */
export function bootstrap(list) {
  if (list.length < 6) throw new Error(`a bootstrap interval of ${list.length} values`);
  const sorted = ascending(list);
  const key = JSON.stringify(sorted);
  if (!known.has(key)) {
    const next = generator(seeded(1n));
    const medians = Array.from({ length: 10_000 }, () => {
      const drawn = sorted.map(() => sorted[Math.floor((next() * sorted.length) / 2 ** 32)]);
      return quantile(drawn, 0.5);
    });
    known.set(key, [quantile(medians, 0.025), quantile(medians, 0.975)]);
  }
  return known.get(key);
}

/** The U of the first list by the sum of its ranks, ties at their mean rank. */
export function u(a, b) {
  const all = ascending([...a, ...b]);
  const rank = (value) => (all.indexOf(value) + all.lastIndexOf(value)) / 2 + 1;
  const ranks = a.reduce((total, value) => total + rank(value), 0);
  return ranks - (a.length * (a.length + 1)) / 2;
}

/** In how many ways m and n values can be ranked so that U is at most `most`. */
function waysUpTo(m, n, most) {
  const memo = new Map();
  const ways = (m, n, u) => {
    if (u < 0 || u > m * n) return 0n;
    if (m === 0 || n === 0) return u === 0 ? 1n : 0n;
    const key = (m * 101 + n) * 10_001 + u;
    // The largest value belongs to one list or to the other.
    if (!memo.has(key)) memo.set(key, ways(m - 1, n, u - n) + ways(m, n - 1, u));
    return memo.get(key);
  };
  let total = 0n;
  for (let u = 0; u <= most; u += 1) total += ways(m, n, u);
  return total;
}

/** The exact two-sided p of lists without ties. */
export function exactP(a, b) {
  if (new Set([...a, ...b]).size < a.length + b.length) throw new Error("an exact p of values with ties");
  const all = a.length * b.length;
  const smaller = Math.min(u(a, b), all - u(a, b));
  let ways = 1n;
  for (let k = 1; k <= a.length; k += 1) ways = (ways * BigInt(b.length + k)) / BigInt(k);
  return Math.min(1, (2 * Number(waysUpTo(a.length, b.length, smaller))) / Number(ways));
}

/** Twice the upper tail of the normal distribution, by Simpson's rule on the density's own scale. */
function twoTails(z) {
  const steps = 20_000;
  const width = 14 / steps;
  const density = (x) => Math.exp((-x * x) / 2 - x * z);
  let total = density(0) + density(14);
  for (let step = 1; step < steps; step += 1) total += density(step * width) * (step % 2 ? 4 : 2);
  return (2 * Math.exp((-z * z) / 2) * total * width) / 3 / Math.sqrt(2 * Math.PI);
}

/** The two-sided p by the normal approximation, corrected for ties and continuity. */
export function normalP(a, b) {
  const all = [...a, ...b];
  const count = all.length;
  const sizes = [...new Set(all)].map((value) => all.filter((other) => other === value).length);
  const ties = sizes.reduce((total, size) => total + size ** 3 - size, 0);
  const product = a.length * b.length;
  const deviation = Math.sqrt((product / 12) * (count + 1 - ties / (count * (count - 1))));
  if (!(deviation > 0)) return 1;
  return Math.min(1, twoTails((Math.abs(u(a, b) - product / 2) - 0.5) / deviation));
}

/** Type 1 of Hyndman and Fan over values that occur so many times each. */
export function weightedQuantile(values, counts, share) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b]);
  let below = 0;
  for (const index of order) {
    below += counts[index];
    if (counts[index] > 0 && below >= share * total * (1 - 1e-12)) return values[index];
  }
  return NaN;
}
