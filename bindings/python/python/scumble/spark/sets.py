"""A column of sets, anonymised in blocks of similar records on the workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from .._cluster.failure import told
from .._cluster.names import BLOCK, COUNT, KEY, LOSS, OTHER, PLACE, check_there
from .._cluster.records import PLACES, anonymized, check, check_known, check_missing, cut, is_cut, least, reported, with_category
from ..errors import InputError
from .frames import check_frame, check_hashed, col, declared, mapped, mapped_groups

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
        """Lets go of what the workers keep, and of `df`: what Spark would make again is not checked."""
        self._kept.unpersist()
        self.df = None


def sets(
    df: Any, column: str, k: int, *, block_rows: int = 5_000, publish: Union[str, Sequence[str]] = (), others: Optional[str] = None, **options: Any
) -> MaskedSets:
    """Anonymises a column of sets (arrays of text): at least k records publish the same set, whichever one takes. Columns to `publish`
    come out as they are; all others must be decided on too (`others="drop"` or `"publish"`).

    Workers look up the category of each record, the most specific concept above half of its items; the driver sees how many records
    each category has and cuts them, in the order of the taxonomy, into blocks of about `block_rows`. Every block is anonymised by a
    worker with the options of :func:`scumble.anonymize_sets`. Then it is checked over the whole result that every released set is
    there at least k times. What is rare, and what would give a person away, is judged among the records of a block.
    """
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    _check(df, column)
    df = declared(df, [column], publish, others)
    check_hashed(df)
    records = df.count()
    check(k, records, block_rows, options)
    item = col(column)
    check_missing(column, df.where(item.isNull() | F.exists(item, lambda one: one.isNull())).count())
    options = {**options, "k": k}
    with told():
        keyed = _keyed(df, column, options)
        counts, places = _counts(keyed, block_rows)
        unknown = counts.pop(None, 0)
        check_known(unknown, records, least(k, options))
        kept = _masked(keyed, column, cut(counts, places, block_rows, least(k, options)), options).persist(StorageLevel.MEMORY_AND_DISK)
        try:
            sizes = kept.where(item.isNotNull()).groupBy(F.sort_array(item).alias(KEY)).agg(F.count(F.lit(1)).alias(COUNT))
            classes = sizes.agg(F.min(COUNT), F.sum(COUNT)).first()
            losses = kept.groupBy(BLOCK).agg(F.first(LOSS).alias(LOSS)).select(LOSS).collect()
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
    return MaskedSets(kept.drop(KEY, PLACE, BLOCK, LOSS), report, kept)


def _check(df: Any, column: str) -> None:
    from pyspark.sql.types import ArrayType, StringType

    check_frame(df)
    check_there([column], df.columns)
    kind = {field.name: field.dataType for field in df.schema.fields}[column]
    if not isinstance(kind, ArrayType) or not isinstance(kind.elementType, StringType):
        raise InputError(f"column “{column}”: arrays of text are expected, not {kind.simpleString()}", column=column)


def _keyed(df: Any, column: str, options: Dict[str, Any]) -> Any:
    """The frame with the category of each record, and its place by a hash."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import StringType, StructType

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield with_category(batch, column, options)

    place = F.pmod(F.xxhash64(*[col(name) for name in df.columns]), F.lit(PLACES))
    placed = df.withColumn(PLACE, place)
    return mapped(placed, work, StructType(list(placed.schema.fields)).add(KEY, StringType(), True))


def _counts(keyed: Any, rows: int) -> Tuple[Dict[Any, int], Dict[str, Dict[int, int]]]:
    """How many records each category has, and each place of those that are cut."""
    from pyspark.sql import functions as F

    counted = keyed.groupBy(KEY, PLACE).agg(F.count(F.lit(1)).alias(COUNT)).groupBy(KEY)
    all_of = F.sum(COUNT)
    inside = F.when(all_of > rows, F.collect_list(F.struct(PLACE, COUNT)))
    found = counted.agg(all_of.alias(COUNT), inside.alias(OTHER)).collect()
    counts = {row[KEY]: int(row[COUNT]) for row in found}
    places = {row[KEY]: {one[PLACE]: one[COUNT] for one in row[OTHER]} for row in found if is_cut(row[COUNT], rows)}
    return counts, places


def _masked(keyed: Any, column: str, goes: Dict[str, List[int]], options: Dict[str, Any]) -> Any:
    from pyspark.sql import functions as F
    from pyspark.sql.types import DoubleType, LongType, StructField, StructType

    session = keyed.sparkSession
    blocks = session.createDataFrame(list(goes.items()), f"{OTHER} string, {COUNT} array<long>")
    joined = keyed.join(F.broadcast(blocks), F.col(KEY) == F.col(OTHER), "left")
    # One block for all of a category, or one for each place.
    of = F.when(F.size(COUNT) > 1, F.element_at(COUNT, (F.col(PLACE) + 1).cast("int"))).otherwise(F.element_at(COUNT, 1))
    at = F.when(F.col(KEY).isNull(), F.lit(-1)).otherwise(of)
    given = joined.withColumn(BLOCK, at.cast("long")).drop(OTHER, COUNT)
    fields = [StructField(field.name, field.dataType, field.nullable or field.name == column) for field in keyed.schema.fields]
    schema = StructType(fields).add(BLOCK, LongType(), True).add(LOSS, DoubleType(), True)

    def work(table: Any) -> Any:
        return anonymized(table, column, table.column(BLOCK)[0].as_py() != -1, options)

    return mapped_groups(given, BLOCK, work, schema)
