"""A column of sets, anonymised in blocks of similar records on the workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Tuple

from ..errors import InputError, PromiseError

__all__ = ["MaskedSets", "sets"]

_KEY, _BLOCK, _LOSS = "__key", "__block", "__loss"


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
    counts = {row[_KEY]: row["count"] for row in keyed.groupBy(_KEY).count().collect()}
    unknown = counts.pop(None, 0)
    if records - unknown < k:
        raise InputError(f"{records - unknown} of {records} records have a known item, and k is {k}")
    goes = cut(counts, block_rows, k)
    kept = _masked(keyed, column, goes, options).persist(StorageLevel.MEMORY_AND_DISK)
    release = kept.drop(_KEY, _BLOCK, _LOSS)
    item = F.col(f"`{column}`")
    classes = kept.where(item.isNotNull()).groupBy(F.sort_array(item)).count().agg(F.min("count"), F.sum("count")).first()
    smallest, released = int(classes[0] or 0), int(classes[1] or 0)
    if smallest < k or kept.count() != records:
        kept.unpersist()
        raise PromiseError(f"only {smallest} records are equal, or some are lost", help="this is a fault of the program: please report it")
    losses = [row[0] for row in kept.groupBy(_BLOCK).agg(F.first(_LOSS).alias("loss")).select("loss").collect() if row[0] is not None]
    report = {
        "records": records,
        "released": released,
        "unknown": unknown,
        "k": k,
        "smallest_over_all": smallest,
        "blocks": len(losses),
        "loss": sum(losses) / len(losses),
    }
    return MaskedSets(release, report, kept)


def _check(df: Any, column: str, k: int, records: int, block_rows: int) -> None:
    from pyspark.sql import functions as F
    from pyspark.sql.types import ArrayType, StringType

    fields = {field.name: field.dataType for field in df.schema.fields}
    if column not in fields:
        raise InputError(f"there is no column “{column}”", help=f"the columns are {', '.join(fields)}", column=column)
    kind = fields[column]
    if not isinstance(kind, ArrayType) or not isinstance(kind.elementType, StringType):
        raise InputError(f"column “{column}”: arrays of text are expected, not {kind.simpleString()}", column=column)
    if k < 2 or records < k:
        raise InputError(f"k = {k} of {records} records", help="k is at least 2, and at most the number of records")
    if block_rows < 2 * k:
        raise InputError(f"block_rows: at least {2 * k} are needed for k = {k}")
    item = F.col(f"`{column}`")
    missing = df.where(item.isNull() | F.exists(item, lambda one: one.isNull())).count()
    if missing:
        raise InputError(f"column “{column}”: {missing} records are null or have an item that is null", help="leave them out", column=column)


def _records(items: Any) -> List[Tuple[str, List[str]]]:
    return [(str(number), one) for number, one in enumerate(items.to_pylist(), 1)]


def _keyed(df: Any, column: str, options: Dict[str, Any]) -> Any:
    """The frame with the category of each record."""
    from pyspark.sql.types import StringType, StructType

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        from .. import _scumble
        from .._options import to_json

        for batch in batches:
            keys = _scumble.set_categories(_records(batch.column(batch.schema.get_field_index(column))), to_json(options))
            yield batch.append_column(_KEY, pyarrow.array(keys, pyarrow.string()))

    return df.mapInArrow(work, StructType(list(df.schema.fields)).add(_KEY, StringType(), True))


def cut(counts: Dict[str, int], rows: int, least: int) -> Dict[str, Tuple[int, int]]:
    """For each category its first block and in how many it is cut: neighbours share a block until it has enough rows."""
    goes: Dict[str, Tuple[int, int]] = {}
    block, held = 0, 0
    for key in sorted(counts):
        parts = max(1, round(counts[key] / rows))
        if parts > 1:
            if held:
                block += 1
            goes[key] = (block, parts)
            block, held = block + parts, 0
            continue
        goes[key] = (block, 1)
        held += counts[key]
        if held >= rows:
            block, held = block + 1, 0
    if 0 < held < least and block > 0:
        # What is left over joins the block before.
        for key, (at, parts) in goes.items():
            if at == block and parts == 1:
                goes[key] = (block - 1, 1)
    return goes


def _masked(keyed: Any, column: str, goes: Dict[str, Tuple[int, int]], options: Dict[str, Any]) -> Any:
    from pyspark.sql import functions as F
    from pyspark.sql.types import DoubleType, LongType, StructType

    session = keyed.sparkSession
    pairs = [(key, block, parts) for key, (block, parts) in goes.items()]
    blocks = session.createDataFrame(pairs, "key string, first long, parts long")
    names = [name for name in keyed.columns if name != _KEY]
    of_row = F.xxhash64(*[F.col(f"`{name}`") for name in names])
    joined = keyed.join(F.broadcast(blocks), F.col(_KEY) == F.col("key"), "left")
    at = F.when(F.col(_KEY).isNull(), F.lit(-1)).otherwise(F.col("first") + F.pmod(of_row, F.col("parts")))
    given = joined.withColumn(_BLOCK, at.cast("long")).drop("key", "first", "parts")
    schema = StructType(list(keyed.schema.fields)).add(_BLOCK, LongType(), True).add(_LOSS, DoubleType(), True)

    def work(table: Any) -> Any:
        import pyarrow

        from .. import _scumble
        from .._options import to_json
        from .group import in_order

        _scumble.set_threads(1)
        place = table.schema.get_field_index(column)
        field = table.schema.field(place)
        if table.column(_BLOCK)[0].as_py() == -1:
            items: List[Any] = [None] * table.num_rows
            loss = None
        else:
            table = in_order(table, [])
            made = _scumble.anonymize_sets(_records(table.column(column)), to_json(options), None)
            items, loss = made.items(), made.loss()
        table = table.set_column(place, field, pyarrow.array(items, field.type))
        return table.append_column(_LOSS, pyarrow.array([loss] * table.num_rows, pyarrow.float64()))

    return given.groupBy(_BLOCK).applyInArrow(work, schema)
