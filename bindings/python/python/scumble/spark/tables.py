"""Columns of numbers, microaggregated in blocks on the workers."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Union

from .._cluster.failure import told
from .._cluster.group import EFFORT
from .._cluster.names import BLOCK, COUNT, LINKED, LOSS, PLACE, WORKER
from .._cluster.places import Places, is_sample, placed, strata, weighed
from .._cluster.promise import check_blocks, check_cells, check_columns, check_k, reported
from ..errors import InputError
from .frames import broadcast, cells, check_frame, check_hashed, col, declared, mapped, mapped_groups, unusable

__all__ = ["MaskedFrame", "mask"]


@dataclass
class MaskedFrame:
    """A masked frame that keeps its promise: `df` may be released."""

    df: Any
    """The masked frame. It is kept on the workers until :meth:`unpersist`."""
    report: Dict[str, Any]
    """Records, the smallest class over the whole result, blocks and their sizes, workers, the loss in percent, linkage."""
    _kept: Any

    def unpersist(self) -> None:
        """Lets go of what the workers keep, and of `df`: what Spark would make again is not checked."""
        self._kept.unpersist()
        self.df = None


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
    publish: Union[str, Sequence[str]] = (),
    others: Optional[str] = None,
) -> MaskedFrame:
    """Masks columns of numbers: every record equals at least k − 1 others on them, within its stratum if there is one. Columns to
    `publish` (and the stratum) come out as they are; all others must be decided on too (`others="drop"` or `"publish"`).

    Rows are cut into blocks of about `block_rows` by k-means, learnt by the driver on a sample that a hash of the row chooses; small
    blocks join the nearest, large ones are split. Every block is microaggregated by a worker (`method`: refined, with an
    `effort` of 0.1 if none is given, mdav or v-mdav).
    Then k is checked over the whole result. With `linkage`, the share of records is measured that are nearest to their own
    masked values among those of their block.
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    check_blocks(k, block_rows, seed, method, effort)
    if method == "refined" and effort is None:
        effort = EFFORT
    names = [columns] if isinstance(columns, str) else list(columns)
    strata = [] if stratum is None else [stratum]
    _check_columns(df, names, stratum)
    df = declared(df, [*names, *strata], publish, others)
    check_hashed(df)
    records = df.count()
    check_k(k, records)
    check_cells(cells(names, df.agg(*unusable(df, names)).first()))
    with told():
        places = where(df, names, stratum, k, records, block_rows, seed)
        kept = _masked(df, names, stratum, k, places, method, effort, seed, linkage).persist(StorageLevel.MEMORY_AND_DISK)
        try:
            release = kept.drop(BLOCK, WORKER, LOSS, LINKED)
            # A stratum is released too: k holds within it.
            sizes = release.groupBy(*[col(name) for name in [*names, *strata]]).agg(F.count(F.lit(1)).alias(COUNT))
            classes = sizes.agg(F.min(COUNT), F.count(COUNT)).first()
            figures = kept.agg(F.count(F.lit(1)), F.sum(LOSS), F.sum(LINKED)).first()
            report = reported(
                records=records,
                found=int(figures[0]),
                k=k,
                smallest=int(classes[0] or 0),
                classes=int(classes[1]),
                per_block=[row[COUNT] for row in kept.groupBy(BLOCK).agg(F.count(F.lit(1)).alias(COUNT)).collect()],
                workers=[row[0] for row in kept.select(WORKER).distinct().collect()],
                lost=float(figures[1] or 0.0),
                linked=float(figures[2] or 0.0) if linkage else None,
                variances=df.agg(*[F.var_pop(col(name)) for name in names]).first(),
                scale=places.scale,
            )
        except BaseException:
            kept.unpersist()
            raise
    return MaskedFrame(release, report, kept)


def where(df: Any, names: List[str], stratum: Optional[str], k: int, records: int, block_rows: int, seed: int) -> Places:
    """Where the rows of a frame go."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import IntegerType, StringType, StructType

    # The row's own order: by its values, so that partitions do not matter.
    of_row = F.xxhash64(F.lit(seed), *[col(name) for name in df.columns])
    numbers = df.select(*[col(name).cast("double").alias(f"x{at}") for at, name in enumerate(names)], of_row.alias(PLACE))
    own = [f"x{at}" for at in range(len(names))]

    def draw(wanted: int) -> Any:
        """The rows whose hash is least, in an order of their own."""
        import numpy

        share = min(1.0, 1.2 * wanted / records)
        rows = numbers.where(F.pmod(F.col(PLACE), F.lit(1 << 30)) < F.lit(int(share * (1 << 30))))
        chosen = rows.orderBy(PLACE, *own).limit(wanted).toPandas()
        if is_sample(len(chosen), chosen[PLACE].nunique(), wanted, records):
            return chosen[own].to_numpy(dtype=numpy.float64)
        # Where many rows are equal, they are drawn by how many they are.
        counted = numbers.groupBy(*own).agg(F.count(F.lit(1)).alias(COUNT))
        distinct = counted.orderBy(F.xxhash64(F.lit(seed), *own), *own).limit(wanted).toPandas()
        return weighed(distinct[own].to_numpy(dtype=numpy.float64), distinct[COUNT].to_numpy(), wanted)

    def count(places: Places) -> Any:
        rows = df.select(*[col(name) for name in [*names, *([stratum] if stratum else [])]])

        def work(batches: Iterator[Any]) -> Iterator[Any]:
            import pyarrow

            for batch in batches:
                columns = [pyarrow.array(strata(batch, stratum), pyarrow.string()), pyarrow.array(places.nearest(batch, names))]
                yield pyarrow.RecordBatch.from_arrays(columns, names=["stratum", "block"])

        schema = StructType().add("stratum", StringType()).add("block", IntegerType())
        found = mapped(rows, work, schema).groupBy("stratum", "block").count().collect()
        return {(row["stratum"], row["block"]): row["count"] for row in found}

    return placed(draw, count, k, records, block_rows, seed)


def in_blocks(df: Any, names: List[str], stratum: Optional[str], places: Any) -> Any:
    """The frame with the block of each row."""
    from pyspark.sql.types import IntegerType, StructType

    def assign(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield places.value.with_block(batch, names, stratum)

    return mapped(df, assign, StructType(list(df.schema.fields)).add(BLOCK, IntegerType()))


def _check_columns(df: Any, names: List[str], stratum: Optional[str]) -> None:
    from pyspark.sql.types import ArrayType, BinaryType, MapType, NumericType, StructType

    check_frame(df)
    kinds = {field.name: field.dataType.simpleString() for field in df.schema.fields}
    check_columns(kinds, [field.name for field in df.schema.fields if isinstance(field.dataType, NumericType)], names, stratum)
    if stratum is not None and isinstance({field.name: field.dataType for field in df.schema.fields}[stratum], (ArrayType, BinaryType, MapType, StructType)):
        raise InputError(f"column “{stratum}”: a stratum is a text, a number or a date, not {kinds[stratum]}", column=stratum)


def _masked(
    df: Any, names: List[str], stratum: Optional[str], k: int, of: Places, method: str, effort: Optional[float], seed: int, linkage: bool,
) -> Any:
    """Every row in its block, and every block microaggregated."""
    from pyspark.sql.types import DoubleType, IntegerType, IntegralType, StringType, StructField, StructType

    whole = {field.name for field in df.schema.fields if field.name in names and isinstance(field.dataType, IntegralType)}
    # Means of whole numbers are rounded to whole numbers; others are double.
    published = [DoubleType() if field.name in names and field.name not in whole else field.dataType for field in df.schema.fields]
    schema = StructType([StructField(field.name, kind, field.nullable) for field, kind in zip(df.schema.fields, published)])
    result = StructType(list(schema.fields)).add(BLOCK, IntegerType()).add(WORKER, StringType()).add(LOSS, DoubleType()).add(LINKED, DoubleType())
    places = broadcast(df, of)

    def microaggregate(table: Any) -> Any:
        from .._cluster.group import microaggregated

        worker = f"{socket.gethostname()}:{os.getppid()}"
        return microaggregated(table, names, k, places.value, whole, method, effort, seed, linkage, worker)

    return mapped_groups(in_blocks(df, names, stratum, places), BLOCK, microaggregate, result)
