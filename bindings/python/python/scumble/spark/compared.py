"""A release beside its original: information loss, and record linkage by blocks."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .._cluster.names import AFTER, BLOCK, KEY, LINKED, OTHER, check_there
from .._cluster.promise import check_cells, check_rows, check_seed
from ..errors import InputError
from .frames import broadcast, cells, check_frame, col, mapped_groups, unusable


def compared(release: Any, original: Any, names: List[str], key: Optional[str], block_rows: int, seed: int) -> Dict[str, Any]:
    """The loss of columns of numbers in percent (100·SSE/SST, every column weighing the same), and the share of records that are
    nearest to their own masked values among those of their block."""
    from pyspark import StorageLevel
    from pyspark.sql import functions as F

    if key is None:
        raise InputError("key: name the column that has the same value for one person in both frames")
    check_rows(block_rows, 1)
    check_seed(seed)
    records = _check(release, original, names, key)
    # Names of our own: those of the frames may be anything.
    before = [f"x{at}" for at in range(len(names))]
    own = original.select(col(key).alias(KEY), *[col(name).cast("double").alias(short) for name, short in zip(names, before)])
    other = release.select(col(key).alias(OTHER), *[col(name).cast("double").alias(AFTER + short) for name, short in zip(names, before)])
    pairs = own.join(other, F.col(KEY) == F.col(OTHER)).drop(OTHER)
    pairs = pairs.persist(StorageLevel.MEMORY_AND_DISK)
    try:
        figures = [F.count(F.lit(1))]
        for short in before:
            figures += [F.var_pop(short), F.avg(F.pow(F.col(short) - F.col(AFTER + short), 2))]
        found = list(pairs.agg(*figures).first())
        if found[0] != records:
            raise InputError(
                f"{found[0]} of {records} records have the same “{key}” in both frames",
                help="the key is the same for one person in both, and for nobody else",
                column=key,
            )
        shares = [min(1.0, lost / all_of) for all_of, lost in zip(found[1::2], found[2::2]) if all_of > 0]
        return {
            "sse_sst": 100.0 * sum(shares) / len(shares) if shares else 0.0,
            "linked_in_blocks": 100.0 * _linked(pairs, before, records, block_rows, seed) / records,
        }
    finally:
        pairs.unpersist()


def _check(release: Any, original: Any, names: List[str], key: str) -> int:
    from pyspark.sql import functions as F
    from pyspark.sql.types import NumericType

    kinds = []
    for frame, which in ((release, "release"), (original, "original")):
        check_frame(frame)
        check_there([*names, key], frame.columns, f" in the {which}")
        fields = {field.name: field.dataType for field in frame.schema.fields}
        kinds.append(fields[key].simpleString())
        for name in names:
            if not isinstance(fields[name], NumericType):
                raise InputError(f"column “{name}”: numbers are expected, not {fields[name].simpleString()}", column=name)
        figures = list(frame.agg(F.count(F.lit(1)), F.count_distinct(col(key)), *unusable(frame, names)).first())
        if figures[0] != figures[1] or not figures[0]:
            raise InputError(f"“{key}” of the {which} is not one value a record", column=key)
        check_cells(cells(names, figures[2:]), f" of the {which}")
    if kinds[0] != kinds[1]:
        raise InputError(f"“{key}” is of {kinds[0]} in the release, of {kinds[1]} in the original", column=key)
    return int(release.count())


def _linked(pairs: Any, names: List[str], records: int, block_rows: int, seed: int) -> float:
    """How many records are expected to be linked rightly, each within its block of originals."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import DoubleType, StructType

    from .tables import in_blocks, where

    own = where(pairs.select(*names), names, None, 1, records, block_rows, seed)
    places = broadcast(pairs, own)

    def link(table: Any) -> Any:
        import pyarrow

        from .._cluster.group import links

        return pyarrow.table({LINKED: [links(table, names, [AFTER + name for name in names], places.value)]})

    linked = mapped_groups(in_blocks(pairs, names, None, places), BLOCK, link, StructType().add(LINKED, DoubleType()))
    return float(linked.agg(F.sum(LINKED)).first()[0])
