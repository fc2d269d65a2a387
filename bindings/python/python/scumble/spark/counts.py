"""Counts of phrases, partition by partition."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

from .._cluster.counts import PhraseCounts, counted, gathered, listed
from .._cluster.failure import told
from .._cluster.names import check_there
from .frames import check_frame, col, mapped

__all__ = ["PhraseCounts", "count_phrases"]


def count_phrases(df: Any, column: str, phrases: Sequence[str], *, partners: Sequence[str] = ()) -> PhraseCounts:
    """In how many documents each phrase is, and each phrase with each partner (the sensitive terms), as information content and
    mutual information need them: `sanitize(…, counts="table:FILE")` with the file that is written from them.

    Phrases are compared by their words in lower case, as an index does. A document that is null has no words, and is no document.
    """
    from pyspark.sql.types import LongType, StringType, StructType

    check_frame(df)
    check_there([column], df.columns)
    given, others = listed(phrases, "phrases"), listed(partners, "partners")

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        yield counted(batches, given, others)

    schema = StructType().add("phrase", StringType()).add("partner", StringType()).add("count", LongType())
    parts = mapped(df.select(col(column).cast("string")), work, schema)
    with told():
        return gathered({(row[0], row[1]): row[2] for row in parts.groupBy("phrase", "partner").sum("count").collect()})
