"""Columns of numbers, microaggregated in blocks on the workers."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from ..errors import InputError, PromiseError
from . import blocks as cut

__all__ = ["MaskedFrame", "mask"]

_BLOCK, _WORKER, _LOSS, _LINKED = "__block", "__worker", "__loss", "__linked"
_EFFORT = 0.1
"""Makes up for borders of blocks that nobody repairs (bench/spark/run)."""


@dataclass
class MaskedFrame:
    """A masked frame that keeps its promise: `df` may be released."""

    df: Any
    """The masked frame. It is kept on the workers until :meth:`unpersist`."""
    report: Dict[str, Any]
    """Records, the smallest class over the whole result, blocks and their sizes, workers, the loss in percent, linkage."""
    _kept: Any

    def unpersist(self) -> None:
        """Lets go of what the workers keep; a later use of `df` masks again."""
        self._kept.unpersist()


def mask(
    df: Any,
    columns: Sequence[str],
    k: int,
    *,
    stratum: Optional[str] = None,
    block_rows: int = 20_000,
    method: str = "refined",
    effort: Optional[float] = None,
    seed: int = 42,
    linkage: bool = False,
) -> MaskedFrame:
    """Masks columns of numbers: every record equals at least k − 1 others on them, within its stratum if there is one.

    Rows are cut into blocks of about `block_rows` by k-means, learnt by the driver on a sample that a hash of the row chooses; small
    blocks join the nearest, large ones are split. Every block is microaggregated by a worker (`method`: refined, with an
    `effort` of 0.1 if none is given, mdav or v-mdav).
    Then k is checked over the whole result. With `linkage`, the share of records is measured that are nearest to their own
    masked values among those of their block. Other columns are as they were; drop identifiers before.
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    if method == "refined" and effort is None:
        effort = _EFFORT
    names, records = list(columns), df.count()
    _check(df, names, stratum, k, records)
    places = placed(df, names, stratum, k, records, block_rows, seed)
    scale = places[2]
    made = _masked(df, names, stratum, k, places, method, effort, seed, linkage)
    kept = made.persist(StorageLevel.MEMORY_AND_DISK)
    release = kept.drop(_BLOCK, _WORKER, _LOSS, _LINKED)
    classes = release.groupBy(*[F.col(f"`{name}`") for name in names]).count().agg(F.min("count"), F.count("count")).first()
    smallest = int(classes[0] or 0)
    if smallest < k:
        kept.unpersist()
        raise PromiseError(f"only {smallest} records are equal on the masked columns", help="this is a fault of the program: please report it")
    figures = kept.agg(F.count("*"), F.sum(_LOSS), F.sum(_LINKED), F.countDistinct(_BLOCK)).first()
    if int(figures[0]) != records:
        kept.unpersist()
        raise PromiseError(f"{figures[0]} of {records} records are in the result", help="this is a fault of the program: please report it")
    per_block = sorted(row["count"] for row in kept.groupBy(_BLOCK).count().collect())
    variation = df.agg(*[F.var_pop(f"`{name}`") for name in names]).first()
    all_squares = records * sum(float(value or 0.0) / s**2 for value, s in zip(variation, scale))
    report: Dict[str, Any] = {
        "records": records,
        "k": k,
        "smallest_over_all": smallest,
        "classes": int(classes[1]),
        "blocks": int(figures[3]),
        "smallest_block": per_block[0],
        "largest_block": per_block[-1],
        "workers": sorted(row[0] for row in kept.select(_WORKER).distinct().collect()),
        "sse_sst": 100.0 * float(figures[1]) / all_squares if all_squares > 0 else 0.0,
        "linked_in_blocks": 100.0 * float(figures[2]) / records if linkage else None,
    }
    return MaskedFrame(release, report, kept)


def placed(df: Any, names: List[str], stratum: Optional[str], k: int, records: int, block_rows: int, seed: int) -> Tuple[Any, Any, Any, Any]:
    """Where rows go: the centres of blocks, the mean and the scale of each column, and for each stratum and centre its block."""
    from pyspark.sql import functions as F

    # The row's own order: by its values, so that partitions do not matter.
    of_row = F.xxhash64(F.lit(seed), *[F.col(f"`{name}`") for name in df.columns])
    blocks = max(1, round(records / block_rows))
    wanted = min(cut.MOST, max(10_000, cut.PER_BLOCK * blocks))
    sample, mean, scale = _sample(df, names, of_row, records, wanted)
    centres = cut.learnt(sample, blocks, seed)
    counts = _counts(df, names, stratum, centres, mean, scale)
    for again in range(3):
        sizes: Dict[int, int] = {}
        for (_, block), count in counts.items():
            sizes[block] = sizes.get(block, 0) + count
        centres, changed = cut.split(centres, sizes, sample, block_rows, seed + 1000 * (again + 1))
        if not changed:
            break
        counts = _counts(df, names, stratum, centres, mean, scale)
    return centres, mean, scale, cut.joined(counts, centres, k, max(2 * k, block_rows // 10))


def in_blocks(df: Any, names: List[str], stratum: Optional[str], places: Any) -> Any:
    """The frame with the block of each row."""
    from pyspark.sql.types import IntegerType, StructType

    def assign(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        centres, mean, scale, to = places.value
        for batch in batches:
            of = cut.nearest(scaled(batch, names, mean, scale), centres)
            strata = batch.column(batch.schema.get_field_index(stratum)).cast(pyarrow.string()).to_pylist() if stratum else [None] * len(of)
            goes = [to[(own, int(block))] for own, block in zip(strata, of)]
            yield batch.append_column(_BLOCK, pyarrow.array(goes, pyarrow.int32()))

    return df.mapInArrow(assign, StructType(list(df.schema.fields)).add(_BLOCK, IntegerType())).groupBy(_BLOCK)


def _check(df: Any, names: List[str], stratum: Optional[str], k: int, records: int) -> None:
    from pyspark.sql import functions as F
    from pyspark.sql.types import NumericType

    fields = {field.name: field.dataType for field in df.schema.fields}
    if len(fields) != len(df.columns):
        raise InputError("two columns have one name")
    for name in names + ([stratum] if stratum is not None else []):
        if name not in fields:
            raise InputError(f"there is no column “{name}”", help=f"the columns are {', '.join(fields)}", column=name)
    if not names or len(set(names)) != len(names) or stratum in names:
        raise InputError("columns: name the columns to mask, each once, without the stratum")
    for name in names:
        if not isinstance(fields[name], NumericType):
            raise InputError(f"column “{name}”: numbers are expected, not {fields[name].simpleString()}", column=name)
    if k < 2 or records < k:
        raise InputError(f"k = {k} of {records} records", help="k is at least 2, and at most the number of records")
    gone = [F.sum((F.col(f"`{name}`").isNull() | F.isnan(F.col(f"`{name}`").cast("double"))).cast("long")) for name in names]
    for name, count in zip(names, df.agg(*gone).first()):
        if count:
            raise InputError(f"column “{name}”: {count} values are missing", help="leave out those records, or fill the values", column=name)


def _sample(df: Any, names: List[str], of_row: Any, records: int, wanted: int) -> Any:
    """The rows whose hash is least, scaled by their own mean and deviation, in an order of their own."""
    import numpy
    from pyspark.sql import functions as F

    numbers = [F.col(f"`{name}`").cast("double").alias(name) for name in names]
    place = F.pmod(of_row, F.lit(1 << 30))
    share = min(1.0, 1.2 * wanted / records)
    rows = df.select(*numbers, of_row.alias("__hash")).where(place < F.lit(int(share * (1 << 30))))
    chosen = rows.orderBy("__hash", *[f"`{name}`" for name in names]).limit(wanted).toPandas()
    sample = chosen[names].to_numpy(dtype=numpy.float64)
    if len(sample) < 2:
        sample = numpy.zeros((2, len(names))) if not len(sample) else numpy.repeat(sample, 2, axis=0)
    mean, deviation = sample.mean(axis=0), sample.std(axis=0)
    scale = numpy.where(deviation > 0, deviation, 1.0)
    return (sample - mean) / scale, mean, scale


def scaled(table: Any, names: List[str], mean: Any, scale: Any) -> Any:
    import numpy

    columns = [table.column(table.schema.get_field_index(name)).to_numpy(zero_copy_only=False) for name in names]
    return (numpy.column_stack([numpy.asarray(column, dtype=numpy.float64) for column in columns]) - mean) / scale


def _counts(df: Any, names: List[str], stratum: Optional[str], centres: Any, mean: Any, scale: Any) -> Any:
    """How many rows each block has in each stratum."""
    from pyspark.sql import functions as F

    own = df.select(*[F.col(f"`{name}`") for name in names], (F.col(f"`{stratum}`").cast("string") if stratum else F.lit(None).cast("string")).alias("__stratum"))

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            of = cut.nearest(scaled(batch, names, mean, scale), centres)
            yield pyarrow.RecordBatch.from_arrays([batch.column(batch.num_columns - 1), pyarrow.array(of)], names=["stratum", "block"])

    rows = own.mapInArrow(work, "stratum string, block int").groupBy("stratum", "block").count().collect()
    return {(row["stratum"], row["block"]): row["count"] for row in rows}


def _masked(
    df: Any, names: List[str], stratum: Optional[str], k: int, where: Any, method: str, effort: Optional[float], seed: int, linkage: bool,
) -> Any:
    """Every row in its block, and every block microaggregated."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import DoubleType, IntegerType, IntegralType, StringType, StructField, StructType

    whole = {field.name for field in df.schema.fields if field.name in names and isinstance(field.dataType, IntegralType)}
    # Means of whole numbers are rounded to whole numbers; others are double.
    published = [DoubleType() if field.name in names and field.name not in whole else field.dataType for field in df.schema.fields]
    schema = StructType([StructField(field.name, kind, field.nullable) for field, kind in zip(df.schema.fields, published)])
    result = StructType(list(schema.fields)).add(_BLOCK, IntegerType()).add(_WORKER, StringType()).add(_LOSS, DoubleType()).add(_LINKED, DoubleType())
    places = df.sparkSession.sparkContext.broadcast(where)

    def microaggregate(table: Any) -> Any:
        from .group import microaggregated

        _, mean, scale, _ = places.value
        worker = f"{socket.gethostname()}:{os.getppid()}"
        return microaggregated(table, names, k, mean, scale, whole, method, effort, seed, linkage, worker)

    return in_blocks(df, names, stratum, places).applyInArrow(microaggregate, result)
