"""Writes expected.json: statistics of given numbers by SciPy and NumPy, for tests/statistics.rs.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 scipy==1.17.1
    venv/bin/python tests/statistics/expected.py > tests/statistics/expected.json

The bootstrap intervals need the library's own random numbers: the generator is written here a second
time, on Python's whole numbers, and scipy.stats.bootstrap gives the same ends by numbers of its own.
"""

import json

import numpy
import scipy
from scipy import stats

RANDOM = numpy.random.default_rng(20260813)
SHARES = [0.0, 0.05, 0.25, 0.5, 0.9, 0.99, 1.0]
TRIMS = [0.1, 0.2, 0.25, 0.4]


def lists():
    """Numbers of many counts and shapes: spread, skewed, whole with ties, constant, wide."""
    for count in [1, 2, 3, 5, 6, 7, 8, 12, 31, 84, 500]:
        yield RANDOM.normal(1000, 50, count)
        yield RANDOM.lognormal(0, 1.5, count)
    for count in [6, 7, 25, 100]:
        yield RANDOM.integers(1, 6, count).astype(float)
    yield numpy.full(9, 3.25)
    yield numpy.array([1e-9, 1.0, 1e9, 1e12, 2.5, 1e-3, 7.0])
    yield numpy.array([-5.0, 3.0, -2.0, 0.0, 8.5, -1.25, 4.0, 4.0])


def order_interval(numbers):
    """The innermost order statistics whose binomial coverage is 95 % or more."""
    count = len(numbers)
    covers = [k for k in range(1, count // 2 + 1) if 1 - 2 * stats.binom.cdf(k - 1, count, 0.5) >= 0.95]
    if not covers:
        return None
    place = covers[-1]
    ordered = numpy.sort(numbers)
    coverage = 1 - 2 * stats.binom.cdf(place - 1, count, 0.5)
    return {"low": ordered[place - 1], "high": ordered[-place], "place": place, "coverage": coverage}


def split_mix(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) % 2**64
        yield mixed ^ (mixed >> 31)


def xoshiro(seed):
    def rotated(word, by):
        return (word << by | word >> (32 - by)) % 2**32

    outputs = split_mix(seed)
    state = [half for output in (next(outputs), next(outputs)) for half in (output % 2**32, output >> 32)]
    while True:
        yield rotated(state[1] * 5 % 2**32, 7) * 9 % 2**32
        shifted = (state[1] << 9) % 2**32
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotated(state[3], 11)


def bootstrap_interval(numbers):
    if len(numbers) < 6:
        return None
    ordered, draw = numpy.sort(numbers), xoshiro(1)
    count = len(ordered)
    drawn = numpy.array([[next(draw) * count >> 32 for _ in range(count)] for _ in range(10_000)])
    medians = numpy.median(ordered[drawn], axis=1)
    return list(numpy.quantile(medians, [0.025, 0.975]))


def scipy_bootstrap(numbers):
    result = stats.bootstrap((numbers,), numpy.median, n_resamples=10_000, method="percentile", rng=7)
    return list(result.confidence_interval)


def trimmed(numbers, share):
    cut = int(share * len(numbers) + 1e-9)
    return stats.trim_mean(numbers, share) if 0 < cut and 2 * cut < len(numbers) else None


def of_one(numbers):
    interval = bootstrap_interval(numbers) if len(numbers) < 200 else None
    return {
        "numbers": list(numbers),
        "sum": numpy.sum(numbers),
        "mean": numpy.mean(numbers),
        "median": numpy.median(numbers),
        "smallest": numpy.min(numbers),
        "largest": numpy.max(numbers),
        "geometric_mean": stats.gmean(numbers) if numpy.all(numbers > 0) else None,
        "standard_deviation": numpy.std(numbers, ddof=1) if len(numbers) > 1 else None,
        "median_absolute_deviation": stats.median_abs_deviation(numbers, scale=1),
        "interquartile_range": stats.iqr(numbers),
        "quantiles": [[share, numpy.quantile(numbers, share, method="linear")] for share in SHARES],
        "trimmed_means": [[share, trimmed(numbers, share)] for share in TRIMS],
        "median_interval": order_interval(numbers),
        "bootstrap": interval,
    }


def of_two(first, second, method):
    result = stats.mannwhitneyu(first, second, alternative="two-sided", method=method, use_continuity=True)
    return {
        "first": list(first),
        "second": list(second),
        "exact": method == "exact",
        "u": result.statistic,
        "p": result.pvalue,
        "effect": result.statistic / (len(first) * len(second)),
    }


def samples():
    for one, other, shift in [(1, 1, 0), (2, 3, 9), (5, 5, 1), (7, 7, 0.5), (7, 7, 5), (10, 4, 1), (30, 20, 0.3), (50, 50, 0.8)]:
        yield of_two(RANDOM.normal(0, 1, one), RANDOM.normal(shift, 1, other), "exact")
    for one, other, shift in [(60, 60, 0), (90, 30, 0.4), (200, 150, 1)]:
        yield of_two(RANDOM.normal(0, 1, one), RANDOM.normal(shift, 1, other), "asymptotic")
    for one, other, shift in [(6, 6, 1), (8, 20, 0), (40, 40, 2)]:
        first, second = RANDOM.integers(0, 5, one), RANDOM.integers(shift, 5 + shift, other)
        yield of_two(first.astype(float), second.astype(float), "asymptotic")


ones = [of_one(numbers) for numbers in lists()]
for case in ones:
    # With few values the ends are single values, so other random numbers give the same ones.
    if len(case["numbers"]) == 7:
        assert numpy.allclose(case["bootstrap"], scipy_bootstrap(numpy.array(case["numbers"]))), case
print("{")
print(f'"numpy": "{numpy.__version__}", "scipy": "{scipy.__version__}",')
for name, cases in [("lists", ones), ("samples", list(samples()))]:
    print(f'"{name}": [')
    print(",\n".join(json.dumps(case) for case in cases))
    print("]," if name == "lists" else "]\n}")
