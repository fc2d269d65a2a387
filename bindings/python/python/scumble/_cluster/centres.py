"""Blocks of rows that are alike: centres learnt on a sample, by arithmetic whose order does not depend on partitions."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy

from ..errors import PromiseError

#: Rows of the sample for each block, and all of them at most.
PER_BLOCK = 400
MOST = 200_000
_ROUNDS = 12


def nearest(rows: Any, centres: Any) -> Any:
    """The number of the nearest centre of each row; of equal ones the first."""
    out = numpy.empty(len(rows), dtype=numpy.int32)
    for start in range(0, len(rows), 4096):
        part = rows[start : start + 4096]
        # Column by column: the product of two matrices may round by how many rows there are, and so by partitions.
        squares = numpy.zeros((len(part), len(centres)))
        for column, of in zip(part.T, centres.T):
            difference = column[:, None] - of[None, :]
            squares += difference * difference
        out[start : start + 4096] = squares.argmin(axis=1)
    return out


def learnt(sample: Any, blocks: int, seed: int) -> Any:
    """Centres of k-means, from rows far from each other on."""
    if blocks <= 1 or len(sample) <= blocks:
        return sample[:1] if blocks <= 1 else numpy.unique(sample, axis=0)[:blocks]
    random = numpy.random.default_rng(seed)
    centres = [sample[random.integers(len(sample))]]
    squares = ((sample - centres[0]) ** 2).sum(axis=1)
    for _ in range(blocks - 1):
        total = squares.sum()
        if total <= 0:
            break
        at = min(int(numpy.searchsorted(numpy.cumsum(squares), random.random() * total)), len(sample) - 1)
        centres.append(sample[at])
        squares = numpy.minimum(squares, ((sample - sample[at]) ** 2).sum(axis=1))
    made = numpy.array(centres)
    for _ in range(_ROUNDS):
        of = nearest(sample, made)
        counts = numpy.bincount(of, minlength=len(made))
        sums = numpy.stack([numpy.bincount(of, weights=column, minlength=len(made)) for column in sample.T], axis=1)
        moved = numpy.where(counts[:, None] > 0, sums / numpy.maximum(counts, 1)[:, None], made)
        if numpy.array_equal(moved, made):
            break
        made = moved
    return made


def split(centres: Any, counts: Dict[int, int], sample: Any, rows: int, seed: int) -> Tuple[Any, bool]:
    """Centres in which every block of more than twice the rows has several; whether any was split."""
    of = nearest(sample, centres)
    made: List[Any] = []
    changed = False
    for block, centre in enumerate(centres):
        parts = round(counts.get(block, 0) / rows)
        own = sample[of == block]
        # Rows that are all equal are one group whatever is done.
        parts = min(parts, len(numpy.unique(own, axis=0)))
        if counts.get(block, 0) > 2 * rows and parts > 1:
            made.extend(learnt(own, parts, seed + 1 + block))
            changed = True
        else:
            made.append(centre)
    return numpy.array(made), changed


def joined(counts: Dict[Tuple[Any, int], int], centres: Any, k: int, least: int) -> Dict[Tuple[Any, int], int]:
    """For each stratum and block the block that it goes to: one with too few rows joins the nearest of its stratum, the smallest first."""
    to: Dict[Tuple[Any, int], int] = {}
    strata: Dict[Any, Dict[int, int]] = {}
    for (stratum, block), count in counts.items():
        strata.setdefault(stratum, {})[block] = count
    for number, stratum in enumerate(sorted(strata, key=lambda value: (value is not None, str(value)))):
        sizes = dict(strata[stratum])
        if sum(sizes.values()) < k:
            raise PromiseError(f"a stratum has fewer than {k} records", help="leave out that stratum, or join it with another")
        goes = {block: block for block in sizes}
        while len(sizes) > 1:
            small = min(sizes, key=lambda block: (sizes[block], block))
            if sizes[small] >= least:
                break
            others = sorted(block for block in sizes if block != small)
            distance = ((centres[others] - centres[small]) ** 2).sum(axis=1)
            host = others[int(distance.argmin())]
            sizes[host] += sizes.pop(small)
            goes = {block: host if now == small else now for block, now in goes.items()}
        for block, host in goes.items():
            to[(stratum, block)] = number * len(centres) + host
    return to
