"""What a release promises, measured by aggregations of Spark, and what it lost and still discloses."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

from .._cluster.distance import OrderedDistance
from .._cluster.failure import told
from .._cluster.names import check_there
from ..errors import InputError
from .compared import compared
from .frames import check_frame, col

__all__ = ["assess"]


def assess(
    df: Any,
    columns: Sequence[str],
    *,
    confidential: Optional[str] = None,
    original: Any = None,
    key: Optional[str] = None,
    block_rows: int = 20_000,
    seed: int = 42,
) -> Dict[str, Any]:
    """k of the columns over the whole frame and, of a confidential column, l (the least number of distinct values of a class) and t
    (the greatest distance of a class's distribution from that of all: half the sum of differences; for numbers the ordered distance).

    With the `original` and the column `key` that has the same value for one person in both frames, also the information loss of
    columns of numbers (`sse_sst`, in percent) and distance-based record linkage in blocks of about `block_rows`
    (`linked_in_blocks`, in percent): an intruder who can tell the block. The key should not be released.
    """
    if original is None and key is not None:
        raise InputError("key: it pairs records with those of the original, which is not there")
    with told():
        report = _classes(df, columns, confidential)
        if original is not None:
            names = [columns] if isinstance(columns, str) else list(columns)
            report.update(compared(df, original, names, key, block_rows, seed))
    return report


def _classes(df: Any, columns: Sequence[str], confidential: Optional[str]) -> Dict[str, Any]:
    from pyspark.sql import Window
    from pyspark.sql import functions as F
    from pyspark.sql.types import DoubleType, FloatType, NumericType

    check_frame(df)
    names = [columns] if isinstance(columns, str) else list(columns)
    check_there([*names, *([confidential] if confidential else [])], df.columns)
    if not names:
        raise InputError("columns: name the columns that an intruder may know")
    # Names of our own: those of the frame may be anything.
    named = [f"c{at}" for at in range(len(names))]
    keys = [col(name).alias(own) for name, own in zip(names, named)]
    own = df.select(*keys)
    sizes = own.groupBy(*named).agg(F.count(F.lit(1)).alias("n"))
    first = sizes.agg(F.min("n"), F.count("n"), F.sum("n")).first()
    if not first[1]:
        raise InputError("the frame is empty")
    report: Dict[str, Any] = {"k": first[0], "classes": first[1], "records": first[2]}
    if confidential is None:
        return report
    kind = {field.name: field.dataType for field in df.schema.fields}[confidential]
    if "map<" in kind.simpleString():
        raise InputError(f"column “{confidential}”: maps cannot be compared", help="turn it into an array: map_entries(…)", column=confidential)
    value = col(confidential)
    if isinstance(kind, (DoubleType, FloatType)):
        # What is no number is missing.
        value = F.when(~F.isnan(value), value)
    own = df.select(*keys, value.alias("v"))
    report["l"] = own.groupBy(*named).agg(F.count_distinct("v").alias("l")).agg(F.min("l")).first()[0]
    of_all = own.groupBy(F.col("v").alias("w")).agg((F.count(F.lit(1)) / F.lit(first[2])).alias("q"))
    per_class = own.groupBy(*named, "v").agg(F.count(F.lit(1)).alias("n"))
    share = F.col("n") / F.sum("n").over(Window.partitionBy(*named))
    same = F.col("v").eqNullSafe(F.col("w"))
    if isinstance(kind, NumericType):
        # What is missing comes before all values.
        placed = of_all.withColumn("at", F.row_number().over(Window.orderBy("w")) - F.lit(1))
        shares = [row["q"] for row in placed.select("at", "q").orderBy("at").collect()]
        if len(shares) > 1:
            report["t"] = _ordered(per_class.withColumn("p", share).join(placed, same), named, shares)
            return report
    joined = per_class.withColumn("p", share).join(of_all, same)
    # Values that a class does not have weigh 1 − Σ q of those that it has.
    terms = joined.groupBy(*named).agg((F.sum(F.abs(F.col("p") - F.col("q"))) + F.lit(1.0) - F.sum("q")).alias("t"))
    report["t"] = float(terms.agg(F.max("t")).first()[0]) / 2.0
    return report


def _ordered(per_class: Any, named: Sequence[str], shares: Sequence[float]) -> float:
    """The greatest ordered distance of a class, worked out class by class on the workers."""
    from pyspark.sql import functions as F

    classes = per_class.groupBy(*named).agg(F.collect_list(F.struct("at", "p")).alias("values"))
    of_class = OrderedDistance(shares)
    distance = F.udf(lambda values: of_class([one["at"] for one in values], [one["p"] for one in values]), "double")
    return float(classes.select(distance("values").alias("t")).agg(F.max("t")).first()[0])
