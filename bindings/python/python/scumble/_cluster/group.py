"""One block of rows on a worker: grouped by our microaggregation, its means published."""

from __future__ import annotations

from typing import Any, List, Optional, Set, Tuple

from .names import BLOCK, KEY, LINKED, LOSS, PLACE, WORKER
from .places import Places, scaled

#: The effort of a refined block: makes up for borders of blocks that nobody repairs (bench/spark/run).
EFFORT = 0.1
#: Distances that are held at once.
_CELLS = 4_000_000


def microaggregated(
    table: Any, names: List[str], k: int, places: Places, whole: Set[str],
    method: str, effort: Optional[float], seed: int, linkage: bool, worker: str,
) -> Any:
    """The block with the means of its groups in these columns, its rows in an order that only what is released decides."""
    import numpy
    import pyarrow

    # Ties are broken by what rows hold, so that partitions do not matter.
    table = in_order(table, names)
    rows = numpy.column_stack([numpy.asarray(table.column(name), dtype=numpy.float64) for name in names])
    mean, scale = places.mean, places.scale
    own = (rows - mean) / scale
    of, sizes = classes(own)
    if len(sizes) > 1 or len(own) < k:
        of, sizes = _grouped(own, k, method, effort, seed)
    published = own.copy()
    for at, name in enumerate(names):
        means = numpy.bincount(of, weights=rows[:, at], minlength=len(sizes)) / sizes
        if name in whole:
            means = numpy.rint(means)
        values = means[of]
        kind = table.schema.field(name).type if name in whole else pyarrow.float64()
        table = table.set_column(table.schema.get_field_index(name), name, pyarrow.array(values).cast(kind))
        published[:, at] = (values - mean[at]) / scale[at]
    loss = ((own - published) ** 2).sum(axis=1)
    linked = linked_in_block(own, published, of, sizes) if linkage else numpy.zeros(len(rows))
    table = table.append_column(WORKER, pyarrow.array([worker] * len(rows)))
    table = table.append_column(LOSS, pyarrow.array(loss))
    # The order of the originals would tell more than the means do.
    return released_order(table.append_column(LINKED, pyarrow.array(linked)))


def _grouped(rows: Any, k: int, method: str, effort: Optional[float], seed: int) -> Tuple[Any, Any]:
    """The group of each row by our microaggregation, and the size of each group."""
    import numpy
    import pyarrow

    from .. import _scumble
    from .._options import to_json

    _scumble.set_threads(1)
    # Columns weigh the same over all blocks: they are scaled already.
    given = pyarrow.table([pyarrow.array(column) for column in rows.T], names=[f"x{at}" for at in range(rows.shape[1])])
    kinds = {name: {"role": "quasi", "kind": "number", "round": "none"} for name in given.column_names}
    options = {"columns": kinds, "k": k, "method": method, "effort": effort, "standardize": False, "seed": seed}
    if method != "v-mdav":
        options["blocks"] = "no"
    masked = _scumble.mask(given, to_json({key: value for key, value in options.items() if value is not None}), None, None)
    return classes(numpy.column_stack([numpy.asarray(column) for column in pyarrow.table(masked.table()).columns]))


def in_order(table: Any, names: List[str]) -> Any:
    """Rows by these columns, then by all others: rows that are still equal are the same."""
    return table.take(_order(table, [*names, *(name for name in table.column_names if name not in names)])).combine_chunks()


def released_order(table: Any) -> Any:
    """Rows in an order that columns of ours, which are not released, have no part in."""
    ours = (BLOCK, WORKER, LOSS, LINKED, KEY, PLACE)
    return table.take(_order(table, [name for name in table.column_names if name not in ours])).combine_chunks()


def _order(table: Any, names: List[str]) -> Any:
    """The places of rows by these columns, one after the other."""
    import pyarrow
    import pyarrow.compute

    columns = [table.column(name) for name in names]
    columns = [column if _is_sorted(column.type) else pyarrow.array([repr(cell) for cell in column.to_pylist()], pyarrow.string()) for column in columns]
    # Names of our own: pyarrow reads those of a sort by a syntax in which dots mean something.
    own = [f"c{at}" for at in range(len(columns))]
    return pyarrow.compute.sort_indices(pyarrow.table(columns, names=own), sort_keys=[(name, "ascending") for name in own])


def _is_sorted(kind: Any) -> bool:
    """Whether a column of that type can be sorted by."""
    from pyarrow import types

    known = (types.is_boolean, types.is_integer, types.is_floating, types.is_decimal, types.is_string, types.is_large_string, types.is_temporal)
    return any(of(kind) for of in known) and not types.is_duration(kind) and not types.is_interval(kind)


def links(table: Any, names: List[str], masked: List[str], places: Places) -> float:
    """How many rows of a block are expected to be linked rightly with their masked columns."""
    before, after = (scaled(table, of, places.mean, places.scale) for of in (names, masked))
    return float(linked_in_block(before, after, *classes(after)).sum())


def classes(rows: Any) -> Tuple[Any, Any]:
    """The class of each row among equal ones, and the size of each class."""
    import numpy

    distinct, of = numpy.unique(rows, axis=0, return_inverse=True)
    of = of.reshape(-1)
    return of, numpy.bincount(of, minlength=len(distinct))


def linked_in_block(rows: Any, published: Any, of: Any, sizes: Any) -> Any:
    """For each row the chance that its own masked record is taken, of those nearest to it."""
    import numpy

    _, first = numpy.unique(of, return_index=True)
    centres = published[first]
    lengths = (centres**2).sum(axis=1)
    share = numpy.zeros(len(rows))
    step = max(1, _CELLS // len(centres))
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        distance = lengths[None, :] - 2.0 * part @ centres.T
        nearest = distance.min(axis=1)
        own = of[start : start + step]
        tied = distance <= nearest[:, None] + 1e-12
        chance = 1.0 / (tied * sizes[None, :]).sum(axis=1)
        share[start : start + step] = numpy.where(tied[numpy.arange(len(part)), own], chance, 0.0)
    return share
