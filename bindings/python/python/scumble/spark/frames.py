"""Frames of Spark: their columns by name, which of them come out, and work on them as Arrow."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from .._cluster.names import check_names, released
from .._cluster.promise import MOST_WHOLE
from ..errors import InputError


def col(name: str) -> Any:
    """A column by its name, whatever characters that has."""
    from pyspark.sql import functions as F

    return F.col("`" + name.replace("`", "``") + "`")


def check_frame(df: Any) -> None:
    """Every column has a name of its own, and none of ours, as Spark tells names apart."""
    check_names(df.columns, by_case=df.sparkSession.conf.get("spark.sql.caseSensitive") == "true")


def declared(df: Any, own: Iterable[str], publish: Iterable[str], others: Optional[str]) -> Any:
    """The frame with the columns that come out."""
    check_frame(df)
    return df.select(*[col(name) for name in released(df.columns, own, publish, others)])


def check_hashed(df: Any) -> None:
    """Every column can be hashed: Spark hashes no maps."""
    for field in df.schema.fields:
        if "map<" in field.dataType.simpleString():
            raise InputError(f"column “{field.name}”: maps cannot be published here", help="turn it into an array: map_entries(…)", column=field.name)


def broadcast(df: Any, value: Any) -> Any:
    """A value for all workers."""
    if type(df).__module__.startswith("pyspark.sql.connect"):
        raise InputError("this needs a session with a driver of its own", help="Spark Connect has no broadcasts: run it in a classic session")
    return df.sparkSession.sparkContext.broadcast(value)


def unusable(df: Any, names: Sequence[str]) -> List[Any]:
    """Two sums for each column of numbers: how many values are missing, and how many are infinite, or whole numbers that are rounded."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import IntegralType

    kinds = {field.name: field.dataType for field in df.schema.fields}
    sums = []
    for name in names:
        cell = col(name)
        number = cell.cast("double")
        beyond = (cell > F.lit(MOST_WHOLE)) | (cell < F.lit(-MOST_WHOLE)) if isinstance(kinds[name], IntegralType) else F.abs(number) == F.lit(float("inf"))
        sums += [F.sum(of.cast("long")) for of in (cell.isNull() | F.isnan(number), F.coalesce(beyond, F.lit(False)))]
    return sums


def cells(names: Sequence[str], sums: Sequence[int]) -> Dict[str, Tuple[int, int]]:
    """These sums by column."""
    return {name: (int(sums[2 * at] or 0), int(sums[2 * at + 1] or 0)) for at, name in enumerate(names)}


def mapped(df: Any, work: Callable[[Iterator[Any]], Iterator[Any]], schema: Any) -> Any:
    """What `work` makes of the batches of a frame."""
    names = df.columns

    def inside(batches: Iterator[Any]) -> Iterator[Any]:
        for made in work(batch.rename_columns(names) for batch in batches):
            yield made.rename_columns(_numbered(made.num_columns))

    return df.toDF(*_numbered(len(names))).mapInArrow(inside, _without_names(schema)).toDF(*schema.names)


def mapped_groups(df: Any, by: str, work: Callable[[Any], Any], schema: Any) -> Any:
    """What `work` makes of the rows that have the same value of a column, as one table."""
    names, result = df.columns, _without_names(schema)
    large = df.sparkSession.conf.get("spark.sql.execution.arrow.useLargeVarTypes", "false") == "true"

    def inside(table: Any) -> Any:
        made = work(table.rename_columns(names))
        return made.rename_columns(_numbered(made.num_columns)).cast(_expected(result, large))

    own = _numbered(len(names))
    grouped = df.toDF(*own).groupBy(own[names.index(by)])
    return grouped.applyInArrow(inside, result).toDF(*schema.names)


def _numbered(count: int) -> List[str]:
    """Names of columns while they are worked on: Spark reads those of the frame by a syntax in which dots and backticks mean something."""
    return [f"c{at}" for at in range(count)]


def _expected(schema: Any, large: bool) -> Any:
    """What Spark takes back from a group: times in UTC, whatever zone the session has handed them over in."""
    import inspect

    from pyspark.sql.pandas.types import to_arrow_schema

    # Releases of Spark differ in what they ask to be told.
    options: Dict[str, Any] = {"timezone": "UTC", "prefers_large_types": large}
    known = inspect.signature(to_arrow_schema).parameters
    return to_arrow_schema(schema, **{name: value for name, value in options.items() if name in known})


def _without_names(schema: Any) -> Any:
    from pyspark.sql.types import StructField, StructType

    fields = zip(_numbered(len(schema.fields)), schema.fields)
    return StructType([StructField(name, field.dataType, field.nullable) for name, field in fields])
