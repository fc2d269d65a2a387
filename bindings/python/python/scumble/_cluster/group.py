"""One block of rows on a worker: grouped by our microaggregation, its means published."""

from __future__ import annotations

from typing import Any, List, Optional, Set, Tuple

from .names import LINKED, LOSS, ORDER, WORKER
from .places import Places, scaled

#: The effort of a refined block: makes up for borders of blocks that nobody repairs (bench/spark/run).
EFFORT = 0.1


def microaggregated(
    table: Any, names: List[str], k: int, places: Places, whole: Set[str],
    method: str, effort: Optional[float], seed: int, linkage: bool, worker: str,
) -> Any:
    """The block with the means of its groups in these columns, its rows in an order of their own."""
    import numpy
    import pyarrow

    from .. import _scumble
    from .._options import to_json

    _scumble.set_threads(1)
    table = in_order(table, names)
    rows = numpy.column_stack([numpy.asarray(table.column(name), dtype=numpy.float64) for name in names])
    mean, scale = places.mean, places.scale
    own = (rows - mean) / scale
    # Columns weigh the same over all blocks: they are scaled already.
    given = pyarrow.table([pyarrow.array(column) for column in own.T], names=[f"x{at}" for at in range(len(names))])
    kinds = {name: {"role": "quasi", "kind": "number", "round": "none"} for name in given.column_names}
    options = {"columns": kinds, "k": k, "method": method, "effort": effort, "standardize": False, "seed": seed}
    if method != "v-mdav":
        options["blocks"] = "no"
    masked = _scumble.mask(given, to_json({key: value for key, value in options.items() if value is not None}), None, None)
    centroids = pyarrow.table(masked.table())
    made = numpy.column_stack([numpy.asarray(column) for column in centroids.columns])
    of, sizes = classes(made)
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
    return table.append_column(LINKED, pyarrow.array(linked))


def in_order(table: Any, names: List[str]) -> Any:
    """Rows by the masked columns, then by all others: rows that are still equal are the same."""
    import pyarrow
    import pyarrow.compute

    keys = [(name, "ascending") for name in names]
    kept = table
    for name in table.column_names:
        if name in names:
            continue
        if not _is_sorted(table.schema.field(name).type):
            texts = pyarrow.array([repr(value) for value in table.column(name).to_pylist()])
            kept = kept.append_column(ORDER + name, texts)
            keys.append((ORDER + name, "ascending"))
        else:
            keys.append((name, "ascending"))
    order = pyarrow.compute.sort_indices(kept, sort_keys=keys)
    return table.take(order).combine_chunks()


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
    for start in range(0, len(rows), 2048):
        part = rows[start : start + 2048]
        distance = lengths[None, :] - 2.0 * part @ centres.T
        nearest = distance.min(axis=1)
        own = of[start : start + 2048]
        tied = distance <= nearest[:, None] + 1e-12
        chance = 1.0 / (tied * sizes[None, :]).sum(axis=1)
        share[start : start + 2048] = numpy.where(tied[numpy.arange(len(part)), own], chance, 0.0)
    return share
