"""Columns of numbers, microaggregated in blocks on the workers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .._cluster.failure import told
from .._cluster.group import EFFORT, microaggregated
from .._cluster.names import BLOCK, LINKED, LOSS, WORKER
from .._cluster.places import Places, is_sample, placed, scaled, strata, weighed
from .._cluster.promise import MOST_WHOLE, check_blocks, check_cells, check_columns, check_k, reported
from ..errors import InputError
from .rows import declared, gathered, grouped, hashes, is_number, kinds, mapped, numbers, summed


@dataclass
class MaskedDataset:
    """A masked dataset that keeps its promise: `ds` may be released."""

    ds: Any
    """The masked dataset, as it was checked: it is in the object store."""
    report: Dict[str, Any]
    """Records, the smallest class over the whole result, blocks and their sizes, nodes, the loss in percent, linkage."""


def mask(
    ds: Any,
    columns: Sequence[str],
    k: int,
    *,
    stratum: Optional[str] = None,
    block_rows: int = 20_000,
    method: str = "refined",
    effort: Optional[float] = None,
    seed: int = 42,
    linkage: bool = False,
    publish: Union[str, Sequence[str]] = (),
    others: Optional[str] = None,
) -> MaskedDataset:
    """Masks columns of numbers: every record equals at least k − 1 others on them, within its stratum if there is one. Rows are cut
    into blocks, blocks microaggregated, and k checked over the whole result, as :func:`scumble.spark.mask` says. Columns to `publish` (and
    the stratum) come out as they are; all others must be decided on too (`others="drop"` or `"publish"`).
    """
    import pyarrow

    check_blocks(k, block_rows, seed, method, effort)
    if method == "refined" and effort is None:
        effort = EFFORT
    names, types = [columns] if isinstance(columns, str) else list(columns), kinds(ds)
    check_columns({name: str(kind) for name, kind in types.items()}, [name for name, kind in types.items() if is_number(kind)], names, stratum)
    if stratum is not None and (pyarrow.types.is_nested(types[stratum]) or pyarrow.types.is_binary(types[stratum])):
        raise InputError(f"column “{stratum}”: a stratum is a text, a number or a date, not {types[stratum]}", column=stratum)
    strata_of = [] if stratum is None else [stratum]
    ds = declared(ds, [*names, *strata_of], publish, others)
    records, cells, variances = seen(ds, names)
    check_k(k, records)
    check_cells(cells)
    with told():
        return _mask(ds, names, k, stratum, block_rows, method, effort, seed, linkage, records, variances)


def _mask(
    ds: Any, names: List[str], k: int, stratum: Optional[str], block_rows: int, method: str, effort: Optional[float], seed: int, linkage: bool,
    records: int, variances: Dict[str, float],
) -> MaskedDataset:
    import pyarrow

    types = kinds(ds)
    places = where(ds, names, stratum, k, records, block_rows, seed)
    whole = {name for name in names if pyarrow.types.is_integer(types[name])}

    def microaggregate(table: Any) -> Any:
        import ray

        return microaggregated(table, names, k, places, whole, method, effort, seed, linkage, ray.get_runtime_context().get_node_id())

    blocks = len(set(places.to.values()))
    rows = mapped(ds, lambda table: places.with_block(table, names, stratum))
    kept = grouped(rows, BLOCK, blocks, microaggregate).materialize()
    release = kept.drop_columns([BLOCK, WORKER, LOSS, LINKED])
    # A stratum is released too: k holds within it.
    by = [*names, *([] if stratum is None else [stratum])]
    classes = gathered(mapped(release.groupby(by, num_partitions=min(blocks, 200)).count(), _classes)).to_pylist()
    found = gathered(mapped(kept.select_columns([BLOCK, WORKER, LOSS, LINKED]), _figures)).to_pylist()
    report = reported(
        records=records,
        found=sum(row["count"] for row in found),
        k=k,
        smallest=min((row["smallest"] for row in classes), default=0),
        classes=sum(row["classes"] for row in classes),
        per_block=list(_by_block(found).values()),
        workers=sorted({row[WORKER] for row in found}),
        # Exact sums: parts come in any order.
        lost=math.fsum(row[LOSS] for row in found),
        linked=math.fsum(row[LINKED] for row in found) if linkage else None,
        variances=[variances[name] for name in names],
        scale=places.scale,
    )
    return MaskedDataset(release, report)


def seen(ds: Any, names: List[str]) -> Tuple[int, Dict[str, Tuple[int, int]], Dict[str, float]]:
    """How many records there are; of each column of numbers how many values are missing, how many are infinite or whole numbers that
    are rounded, and the variance of the others."""

    def work(table: Any) -> Any:
        import numpy
        import pyarrow

        figures: Dict[str, Any] = {"rows": [table.num_rows]}
        for at, name in enumerate(names):
            cells = numbers(table.column(name))
            there = ~numpy.isnan(cells)
            is_whole = pyarrow.types.is_integer(table.column(name).type)
            usable = numpy.abs(cells) <= MOST_WHOLE if is_whole else numpy.isfinite(cells)
            present = cells[usable]
            mean = present.mean() if len(present) else 0.0
            figures |= {f"missing{at}": [int((~there).sum())], f"beyond{at}": [int((there & ~usable).sum())]}
            figures |= {f"n{at}": [len(present)], f"mean{at}": [mean], f"squares{at}": [float(((present - mean) ** 2).sum())]}
        return pyarrow.table(figures)

    parts = gathered(mapped(ds.select_columns(names) if names else ds, work)).to_pylist()
    records = sum(part["rows"] for part in parts)
    found, variances = {}, {}
    for at, name in enumerate(names):
        count = sum(part[f"n{at}"] for part in parts)
        mean = math.fsum(part[f"n{at}"] * part[f"mean{at}"] for part in parts) / max(count, 1)
        squares = math.fsum(part[f"squares{at}"] + part[f"n{at}"] * (part[f"mean{at}"] - mean) ** 2 for part in parts)
        found[name] = (sum(part[f"missing{at}"] for part in parts), sum(part[f"beyond{at}"] for part in parts))
        variances[name] = squares / max(count, 1)
    return records, found, variances


def where(ds: Any, names: List[str], stratum: Optional[str], k: int, records: int, block_rows: int, seed: int) -> Places:
    """Where the rows of a dataset go."""

    def draw(wanted: int) -> Any:
        """The rows whose hash is least, in an order of their own."""
        import numpy

        share = min(1.0, 1.2 * wanted / records)

        def chosen(table: Any) -> Any:
            import pyarrow

            of_row = hashes(table, seed) >> numpy.uint64(1)
            least = of_row < numpy.uint64(int(share * (1 << 63)))
            rows = scaled(table, names, 0.0, 1.0)[least]
            return pyarrow.table([of_row[least], *rows.T], names=["hash", *(f"x{at}" for at in range(len(names)))])

        rows = gathered(mapped(ds, chosen))
        if is_sample(rows.num_rows, len(rows.column("hash").unique()), wanted, records):
            rows = rows.sort_by([(name, "ascending") for name in rows.column_names]).slice(0, wanted)
            return numpy.column_stack([column.to_numpy() for column in rows.columns[1:]])

        def counted(table: Any) -> Any:
            import pyarrow

            rows = scaled(table, names, 0.0, 1.0)
            own = pyarrow.table([hashes(table.select(names), seed), *rows.T], names=short)
            counts = own.group_by(short).aggregate([([], "count_all")]).rename_columns([*short, "count"])
            # Those of all blocks are among the first of each.
            return counts.sort_by([(name, "ascending") for name in short]).slice(0, wanted)

        # Where many rows are equal, they are drawn by how many they are.
        short = ["hash", *(f"x{at}" for at in range(len(names)))]
        found = sorted(summed(gathered(mapped(ds, counted)), short).items())[:wanted]
        return weighed(numpy.array([row[1:] for row, _ in found], dtype=numpy.float64), numpy.array([count for _, count in found]), wanted)

    def count(places: Places) -> Any:
        def work(table: Any) -> Any:
            import pyarrow

            own = pyarrow.table([pyarrow.array(strata(table, stratum), pyarrow.string()), places.nearest(table, names)], names=["stratum", "block"])
            return own.group_by(["stratum", "block"]).aggregate([([], "count_all")]).rename_columns(["stratum", "block", "count"])

        return summed(gathered(mapped(ds.select_columns([*names, *([stratum] if stratum else [])]), work)), ["stratum", "block"])

    return placed(draw, count, k, records, block_rows, seed)


def _classes(table: Any) -> Any:
    import pyarrow
    import pyarrow.compute

    sizes = table.column("count()")
    return pyarrow.table({"smallest": [pyarrow.compute.min(sizes).as_py()], "classes": [len(sizes)]})


def _figures(table: Any) -> Any:
    """Of each block the rows, who made them, what they lost and how many are linked."""
    made = table.group_by([BLOCK, WORKER]).aggregate([([], "count_all"), (LOSS, "sum"), (LINKED, "sum")])
    return made.rename_columns([BLOCK, WORKER, "count", LOSS, LINKED])


def _by_block(found: List[Dict[str, Any]]) -> Dict[int, int]:
    sizes: Dict[int, int] = {}
    for row in found:
        sizes[row[BLOCK]] = sizes.get(row[BLOCK], 0) + row["count"]
    return sizes
