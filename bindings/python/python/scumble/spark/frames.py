"""Frames of Spark: their columns by name, which of them come out, and work on them as Arrow."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, List, Optional

from .._cluster.names import check_names, released


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


def mapped(df: Any, work: Callable[[Iterator[Any]], Iterator[Any]], schema: Any) -> Any:
    """What `work` makes of the batches of a frame."""
    names = df.columns

    def inside(batches: Iterator[Any]) -> Iterator[Any]:
        for made in work(batch.rename_columns(names) for batch in batches):
            yield made.rename_columns(_numbered(made.num_columns))

    return df.toDF(*_numbered(len(names))).mapInArrow(inside, _without_names(schema)).toDF(*schema.names)


def mapped_groups(df: Any, by: str, work: Callable[[Any], Any], schema: Any) -> Any:
    """What `work` makes of the rows that have the same value of a column, as one table."""
    names = df.columns

    def inside(table: Any) -> Any:
        made = work(table.rename_columns(names))
        return made.rename_columns(_numbered(made.num_columns))

    own = _numbered(len(names))
    grouped = df.toDF(*own).groupBy(own[names.index(by)])
    return grouped.applyInArrow(inside, _without_names(schema)).toDF(*schema.names)


def _numbered(count: int) -> List[str]:
    """Names of columns while they are worked on: Spark reads those of the frame by a syntax in which dots and backticks mean something."""
    return [f"c{at}" for at in range(count)]


def _without_names(schema: Any) -> Any:
    from pyspark.sql.types import StructField, StructType

    fields = zip(_numbered(len(schema.fields)), schema.fields)
    return StructType([StructField(name, field.dataType, field.nullable) for name, field in fields])
