"""How far the distribution of a class is from that of all, where values have an order."""

from __future__ import annotations

from typing import Any, Sequence

import numpy


class OrderedDistance:
    """The ordered distance from the distribution of all: the mean of |P − Q| over the values but the last, P and Q the sums of shares up to
    each. A class pays for its own values, not for all: between two of them P stays, and Q grows."""

    def __init__(self, shares: Sequence[float]) -> None:
        self._up_to = numpy.cumsum(shares)
        self._sums = numpy.concatenate([[0.0], numpy.cumsum(self._up_to)])

    def __call__(self, places: Any, shares: Any) -> float:
        """That of a class with these shares of the values at these places."""
        places, shares = numpy.asarray(places), numpy.asarray(shares, dtype=numpy.float64)
        order = numpy.argsort(places, kind="stable")
        count = len(self._up_to)
        # Before the first of its values P is 0, from each on it is what was summed up.
        starts = numpy.concatenate([[0], places[order]])
        ends = numpy.concatenate([places[order], [count]])
        level = numpy.concatenate([[0.0], numpy.cumsum(shares[order])])
        meet = numpy.clip(numpy.searchsorted(self._up_to, level), starts, ends)
        sums = self._sums
        below = level * (meet - starts) - (sums[meet] - sums[starts])
        above = (sums[ends] - sums[meet]) - level * (ends - meet)
        return float((below + above).sum() / (count - 1))
