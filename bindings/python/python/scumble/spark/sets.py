"""A column of sets, anonymised in blocks of similar records on the workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, Tuple

from .._cluster.names import BLOCK, KEY, LOSS, check_names
from .._cluster.records import anonymized, check, check_known, check_missing, cut, reported, with_category
from ..errors import InputError

__all__ = ["MaskedSets", "sets"]


@dataclass
class MaskedSets:
    """A frame whose sets keep their promise: `df` may be released."""

    df: Any
    """The frame with the released sets, null for a record none of whose items is known. It is kept on the workers."""
    report: Dict[str, Any]
    """Records, how many equal the rarest released one, blocks, records without a known item, the mean loss of the blocks."""
    _kept: Any

    def unpersist(self) -> None:
        """Lets go of what the workers keep; a later use of `df` anonymises again."""
        self._kept.unpersist()


def sets(df: Any, column: str, k: int, *, block_rows: int = 5_000, **options: Any) -> MaskedSets:
    """Anonymises a column of sets (arrays of text): at least k records publish the same set, whichever one takes.

    Workers look up the category of each record, the most specific concept above half of its items; the driver sees how many records
    each category has and cuts them, in the order of the taxonomy, into blocks of about `block_rows`. Every block is anonymised by a
    worker with the options of :func:`scumble.anonymize_sets`. Then it is checked over the whole result that every released set is
    there at least k times. What is rare is told within a block, which is never less strict than over all.
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    records = df.count()
    _check(df, column, k, records, block_rows)
    options = {**options, "k": k}
    keyed = _keyed(df, column, options)
    counts = {row[KEY]: row["count"] for row in keyed.groupBy(KEY).count().collect()}
    unknown = counts.pop(None, 0)
    check_known(unknown, records, k)
    kept = _masked(keyed, column, cut(counts, block_rows, k), options).persist(StorageLevel.MEMORY_AND_DISK)
    release = kept.drop(KEY, BLOCK, LOSS)
    item = F.col(f"`{column}`")
    classes = kept.where(item.isNotNull()).groupBy(F.sort_array(item)).count().agg(F.min("count"), F.sum("count")).first()
    losses = kept.groupBy(BLOCK).agg(F.first(LOSS).alias("loss")).select("loss").collect()
    try:
        report = reported(
            records=records,
            found=kept.count(),
            released=int(classes[1] or 0),
            unknown=unknown,
            k=k,
            smallest=int(classes[0] or 0),
            losses=[row[0] for row in losses if row[0] is not None],
        )
    except BaseException:
        kept.unpersist()
        raise
    return MaskedSets(release, report, kept)


def _check(df: Any, column: str, k: int, records: int, block_rows: int) -> None:
    from pyspark.sql import functions as F
    from pyspark.sql.types import ArrayType, StringType

    check_names(df.columns)
    fields = {field.name: field.dataType for field in df.schema.fields}
    if column not in fields:
        raise InputError(f"there is no column “{column}”", help=f"the columns are {', '.join(fields)}", column=column)
    kind = fields[column]
    if not isinstance(kind, ArrayType) or not isinstance(kind.elementType, StringType):
        raise InputError(f"column “{column}”: arrays of text are expected, not {kind.simpleString()}", column=column)
    check(k, records, block_rows)
    item = F.col(f"`{column}`")
    check_missing(column, df.where(item.isNull() | F.exists(item, lambda one: one.isNull())).count())


def _keyed(df: Any, column: str, options: Dict[str, Any]) -> Any:
    """The frame with the category of each record."""
    from pyspark.sql.types import StringType, StructType

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield with_category(batch, column, options)

    return df.mapInArrow(work, StructType(list(df.schema.fields)).add(KEY, StringType(), True))


def _masked(keyed: Any, column: str, goes: Dict[str, Tuple[int, int]], options: Dict[str, Any]) -> Any:
    from pyspark.sql import functions as F
    from pyspark.sql.types import DoubleType, LongType, StructType

    session = keyed.sparkSession
    pairs = [(key, block, parts) for key, (block, parts) in goes.items()]
    blocks = session.createDataFrame(pairs, "key string, first long, parts long")
    names = [name for name in keyed.columns if name != KEY]
    of_row = F.xxhash64(*[F.col(f"`{name}`") for name in names])
    joined = keyed.join(F.broadcast(blocks), F.col(KEY) == F.col("key"), "left")
    at = F.when(F.col(KEY).isNull(), F.lit(-1)).otherwise(F.col("first") + F.pmod(of_row, F.col("parts")))
    given = joined.withColumn(BLOCK, at.cast("long")).drop("key", "first", "parts")
    schema = StructType(list(keyed.schema.fields)).add(BLOCK, LongType(), True).add(LOSS, DoubleType(), True)

    def work(table: Any) -> Any:
        return anonymized(table, column, table.column(BLOCK)[0].as_py() != -1, options)

    return given.groupBy(BLOCK).applyInArrow(work, schema)
