"""Where rows go: blocks of a table that no one machine holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy

from ..errors import PromiseError
from . import centres as cut
from .names import BLOCK


def scaled(table: Any, names: List[str], mean: Any, scale: Any) -> Any:
    """These columns side by side, less their means and by their scales."""
    columns = [table.column(table.schema.get_field_index(name)).to_numpy(zero_copy_only=False) for name in names]
    return (numpy.column_stack([numpy.asarray(column, dtype=numpy.float64) for column in columns]) - mean) / scale


@dataclass(frozen=True)
class Places:
    """Centres of blocks, the mean and the scale of each column, and for each stratum and centre its block."""

    centres: Any
    mean: Any
    scale: Any
    to: Dict[Tuple[Optional[str], int], int]

    def nearest(self, table: Any, names: List[str]) -> Any:
        """The nearest centre of each row."""
        return cut.nearest(scaled(table, names, self.mean, self.scale), self.centres)

    def with_block(self, table: Any, names: List[str], stratum: Optional[str]) -> Any:
        """Rows with their block."""
        import pyarrow

        of = self.nearest(table, names)
        blocks = [self.to.get((own, int(at))) for own, at in zip(strata(table, stratum), of)]
        if None in blocks:
            raise PromiseError("a row was not there when rows were counted", help="the data must not change between two passes")
        return table.append_column(BLOCK, pyarrow.array(blocks, pyarrow.int32()))


def strata(table: Any, stratum: Optional[str]) -> List[Optional[str]]:
    """The stratum of each row, as text."""
    import pyarrow

    if stratum is None:
        return [None] * table.num_rows
    return list(table.column(table.schema.get_field_index(stratum)).cast(pyarrow.string()).to_pylist())


def placed(
    draw: Callable[[int], Any], count: Callable[[Places], Dict[Tuple[Optional[str], int], int]], k: int, records: int, block_rows: int, seed: int
) -> Places:
    """Learns centres on rows that `draw` gives, in an order of their own, and has `count` say how many rows of each stratum are
    nearest to each centre: large blocks are split, small ones join the nearest."""
    blocks = max(1, round(records / block_rows))
    sample, mean, scale = _standard(draw(min(cut.MOST, max(10_000, cut.PER_BLOCK * blocks))))
    centres = cut.learnt(sample, blocks, seed)
    counts = count(Places(centres, mean, scale, {}))
    for again in range(3):
        sizes: Dict[int, int] = {}
        for (_, block), rows in counts.items():
            sizes[block] = sizes.get(block, 0) + rows
        centres, changed = cut.split(centres, sizes, sample, block_rows, seed + 1000 * (again + 1))
        if not changed:
            break
        counts = count(Places(centres, mean, scale, {}))
    return Places(centres, mean, scale, cut.joined(counts, centres, k, max(2 * k, block_rows // 10)))


def is_sample(rows: int, distinct: int, wanted: int, records: int) -> bool:
    """Whether rows that their hash chose stand for all. Equal rows have one hash, so that all of them are chosen, or none."""
    return records <= wanted or (rows >= wanted // 2 and distinct >= wanted // 10)


def weighed(rows: Any, counts: Any, wanted: int) -> Any:
    """Distinct rows, each as often as its share of so many."""
    return numpy.repeat(rows, numpy.maximum(1, numpy.rint(counts * (wanted / counts.sum())).astype(numpy.int64)), axis=0)


def _standard(rows: Any) -> Tuple[Any, Any, Any]:
    """Rows scaled by their own mean and deviation, and these."""
    if len(rows) < 2:
        rows = numpy.zeros((2, rows.shape[1])) if not len(rows) else numpy.repeat(rows, 2, axis=0)
    mean, deviation = rows.mean(axis=0), rows.std(axis=0)
    scale = numpy.where(deviation > 0, deviation, 1.0)
    return (rows - mean) / scale, mean, scale
