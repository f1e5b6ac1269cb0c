// Units, and the arithmetic of a figure over its inputs. Statistics that need more than a line are in
// statistics.mjs.
//
//   expr := number | $n | name(expr, …) | (expr op expr) | [expr, …]      op := + - * /
//
// All arithmetic is in base units (second, byte, count). A result is a number, a list of numbers
// (`range` gives the least and the greatest), or a boolean.

import * as statistics from "./statistics.mjs";

const SCALES = {
  "": 1, "×": 1, x: 1, "%": 0.01,
  ps: 1e-12, ns: 1e-9, "µs": 1e-6, "μs": 1e-6, us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600,
  B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15,
  KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4, PiB: 1024 ** 5,
  "kreq": 1e3, "Mreq": 1e6,
};

// What is counted with a prefix before its name: `Mitem/s`. A bit is an eighth of a byte.
const PREFIXES = { "": 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };
const COUNTED = /^([kKMGTP]?)(items?|elem(?:ent)?s?|chars?|cycles?|ops?|(bits?))$/;

/** How many base units one of `unit` is; a unit that is not known is a count. */
export function scale(unit) {
  if (unit in SCALES) return SCALES[unit];
  const counted = COUNTED.exec(unit);
  if (counted) return PREFIXES[counted[1]] * (counted[3] ? 1 / 8 : 1);
  const slash = unit.lastIndexOf("/");
  if (slash >= 0) return scale(unit.slice(0, slash) || "") / scale(unit.slice(slash + 1));
  const dot = unit.indexOf("·");
  return dot < 0 ? 1 : scale(unit.slice(0, dot)) * scale(unit.slice(dot + 1));
}

/** Whether two numbers are the same but for the rounding of floating-point arithmetic. */
export function near(a, b) {
  return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) || Math.abs(a - b) < 1e-300;
}

const sum = (list) => list.reduce((total, value) => total + value, 0);
const mean = (list) => sum(list) / list.length;

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Of a sample: divided by one less than the count. */
function stddev(list) {
  const centre = mean(list);
  return Math.sqrt(sum(list.map((value) => (value - centre) ** 2)) / (list.length - 1));
}

const OVER_LISTS = {
  median,
  mean,
  sum,
  stddev,
  min: (list) => list.reduce((a, b) => Math.min(a, b)),
  max: (list) => list.reduce((a, b) => Math.max(a, b)),
  count: (list) => list.length,
  range: (list) => [OVER_LISTS.min(list), OVER_LISTS.max(list)],
  geomean: (list) => Math.exp(mean(list.map(Math.log))),
  all: (list) => list.every((value) => value === true),
  mad: (list) => median(list.map((value) => Math.abs(value - median(list)))),
  iqr: (list) => statistics.quantile(list, 0.75) - statistics.quantile(list, 0.25),
  ci95_low: (list) => statistics.medianInterval(list)[0],
  ci95_high: (list) => statistics.medianInterval(list)[1],
  bootstrap_low: (list) => statistics.bootstrap(list)[0],
  bootstrap_high: (list) => statistics.bootstrap(list)[1],
};

/** How many values are at or above a bound and below another; one that differs from a bound by rounding only is at it. */
export function countBetween(values, low, high) {
  const reaches = (value, bound) => value >= bound || bound - value <= 1e-12 * Math.max(Math.abs(value), Math.abs(bound));
  return values.filter((value) => reaches(value, low) && !reaches(value, high)).length;
}

/** Functions whose arguments keep their places; a list is one argument. */
const BY_PLACE = {
  quantile: statistics.quantile,
  trimmed_mean: statistics.trimmedMean,
  weighted_quantile: statistics.weightedQuantile,
  count_between: (list, low, high) => countBetween([list].flat(), low, high),
  paired: (a, b) => a / b,
  pairs_above: (a, b) => statistics.pairs(a, b).filter(([one, other]) => one > other).length,
  pairs_below: (a, b) => statistics.pairs(a, b).filter(([one, other]) => one < other).length,
  mann_whitney_u: statistics.u,
  effect_size: (a, b) => statistics.u(a, b) / (a.length * b.length),
  mann_whitney_exact: statistics.exactP,
  mann_whitney_normal: statistics.normalP,
  within: (a, b, far) => Math.abs(a - b) <= Math.abs(far) + 1e-9 * Math.abs(far) + 1e-12 * Math.max(Math.abs(a), Math.abs(b)),
};

const COMPARISONS = {
  above: (a, b) => a > b && !near(a, b),
  below: (a, b) => a < b && !near(a, b),
  equals: near,
};

const OPERATORS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/** Applies `operator` to two values; with a list on either side, to each of its elements. */
function broadcast(operator, a, b) {
  if (Array.isArray(a)) return a.map((each, index) => broadcast(operator, each, Array.isArray(b) ? b[index] : b));
  return Array.isArray(b) ? b.map((each) => operator(a, each)) : operator(a, b);
}

/** The places of a list's values in ascending order. */
const order = (list) => list.map((_, index) => index).sort((a, b) => list[a] - list[b]);

function call(name, values) {
  if (name === "same_order") return order(values[0]).every((place, index) => place === order(values[1])[index]);
  if (name in COMPARISONS) {
    if (values.length !== 2) throw new Error(`\`${name}\` compares two values`);
    const [left, right] = values.map((value) => [value].flat());
    return left.every((a) => right.every((b) => COMPARISONS[name](a, b)));
  }
  if (name in BY_PLACE) {
    const wanted = BY_PLACE[name].length;
    if (values.length !== wanted) throw new Error(`\`${name}\` takes ${wanted} arguments, not ${values.length}`);
    return BY_PLACE[name](...values.map((value) => (Array.isArray(value) ? value.flat(Infinity) : value)));
  }
  if (!(name in OVER_LISTS)) throw new Error(`the formula calls \`${name}\`, which is no function`);
  const list = values.flat(Infinity);
  if (list.length === 0 && name !== "count" && name !== "sum") throw new Error(`\`${name}\` of nothing`);
  return OVER_LISTS[name](list);
}

/** The two sides of `(left op right)`; undefined for anything else. */
function sides(formula) {
  if (!formula.startsWith("(") || !formula.endsWith(")")) return undefined;
  let depth = 0;
  for (let at = 0; at < formula.length; at += 1) {
    if (formula[at] === "(" || formula[at] === "[") depth += 1;
    if (formula[at] === ")" || formula[at] === "]") depth -= 1;
    const operator = / ([-+*/]) /y;
    operator.lastIndex = at;
    const match = depth === 1 && operator.exec(formula);
    if (match) return { left: formula.slice(1, at), operator: match[1], right: formula.slice(at + 3, -1) };
  }
  return undefined;
}

/** The parts of a list `[a, b]`; of anything else the whole. */
function parts(formula) {
  if (!formula.startsWith("[")) return [formula];
  const found = [""];
  let depth = 0;
  for (const character of formula.slice(1, -1)) {
    if ("([".includes(character)) depth += 1;
    if (")]".includes(character)) depth -= 1;
    if (character === "," && depth === 0) found.push("");
    else found[found.length - 1] += character;
  }
  return found.map((part) => part.trim());
}

const isNumber = (formula) => /^[\d.]+$/.test(formula);

function direction(formula) {
  const whole = sides(formula);
  if (whole?.operator === "-" && whole.left === "0") return { up: "down", down: "up" }[direction(whole.right)];
  if (whole?.operator === "-" && isNumber(whole.left) && sides(whole.right)?.operator === "/") return "down";
  if (whole?.operator === "-" && isNumber(whole.right) && sides(whole.left)?.operator === "/") return "up";
  const difference = whole?.operator === "/" ? sides(whole.left) : undefined;
  if (difference?.operator !== "-") return undefined;
  return difference.right === whole.right ? "up" : difference.left === whole.right ? "down" : undefined;
}

/** Whether a relative difference is above 0 for what is higher (`up`) or lower (`down`); undefined when it is none. */
export function goes(formula) {
  const all = new Set(parts(formula).map(direction));
  return all.size === 1 ? [...all][0] : undefined;
}

/** Whether a formula takes one share from another, neither side a plain number. */
export function isOfShares(formula) {
  return parts(formula).every((part) => {
    const called = /^[a-z_]+\((.*)\)$/s.exec(part);
    if (called) return isOfShares(`[${called[1]}]`);
    const whole = sides(part);
    if (whole?.operator === "-" && whole.left === "0") return isOfShares(whole.right);
    return whole?.operator === "-" && whole.left.includes("$") && whole.right.includes("$");
  });
}

/** Evaluates a formula; `inputs` are in base units, `pool(percent, numbers)` gives what `pooled` stands for,
 *  `pool([low, high], numbers)` what `pooled_between` does, and `pool(undefined, [number])` the list that `samples` does. */
export function evaluate(formula, inputs, pool) {
  const tokens = formula.match(/\d+\.?\d*(?:[eE][+-]?\d+)?|\$\d+|[a-z_]\w*|[-+*/()[\],]|\S/g) ?? [];
  let at = 0;
  const take = (token) => tokens[at] === token && (at += 1) > 0;
  const expect = (token) => {
    if (!take(token)) throw new Error(`the formula \`${formula}\` wants \`${token}\` before \`${tokens[at] ?? "its end"}\``);
  };
  const list = (close) => {
    const values = [];
    while (!take(close)) {
      if (values.length > 0) expect(",");
      values.push(terms());
    }
    return values;
  };
  // `pooled(99, $0, $1)` is of the measurements that the inputs are of, and not of their values.
  const pooled = (bounds) => {
    const leading = [Number(tokens[at++])];
    if (bounds) {
      expect(",");
      leading.push(Number(tokens[at++]));
    }
    if (leading.some(Number.isNaN)) throw new Error("`pooled` without a number");
    const numbers = [];
    while (!take(")")) {
      expect(",");
      numbers.push(Number(/^\$(\d+)$/.exec(tokens[at++] ?? "")?.[1] ?? NaN));
    }
    if (!pool || numbers.length === 0 || numbers.some((number) => !(number < inputs.length))) throw new Error("`pooled` of nothing");
    return pool(bounds ? leading : leading[0], numbers);
  };
  // `samples($0)` is the list of the measurements that the input is of.
  const sampled = () => {
    const number = Number(/^\$(\d+)$/.exec(tokens[at++] ?? "")?.[1] ?? NaN);
    expect(")");
    if (!pool || !(number < inputs.length)) throw new Error("`samples` of nothing");
    return pool(undefined, [number]);
  };
  const primary = () => {
    const token = tokens[at++] ?? "";
    if (/^\d/.test(token)) return Number(token);
    if (token === "-") return broadcast(OPERATORS["-"], 0, primary());
    if (token === "[") return list("]");
    if (token.startsWith("$")) {
      const input = inputs[Number(token.slice(1))];
      if (input === undefined) throw new Error(`the formula names \`${token}\`, which is no input`);
      return input;
    }
    if (token === "(") {
      const value = terms();
      expect(")");
      return value;
    }
    if (!/^[a-z_]/.test(token)) throw new Error(`the formula \`${formula}\` cannot hold \`${token}\` there`);
    expect("(");
    if (token === "pooled" || token === "pooled_between") return pooled(token !== "pooled");
    if (token === "samples") return sampled();
    return call(token, list(")"));
  };
  const chain = (next, operators) => () => {
    let value = next();
    while (operators.includes(tokens[at])) value = broadcast(OPERATORS[tokens[at++]], value, next());
    return value;
  };
  const terms = chain(chain(primary, ["*", "/"]), ["+", "-"]);
  const value = terms();
  if (at < tokens.length) throw new Error(`the formula \`${formula}\` goes on after its end`);
  return value;
}

/** The inputs that a formula names, by number. */
export function inputsNamed(formula) {
  return new Set([...formula.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
}
