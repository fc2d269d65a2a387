"""Counts of phrases, partition by partition."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

from .._cluster.counts import PhraseCounts, counted, gathered
from ..errors import InputError

__all__ = ["PhraseCounts", "count_phrases"]


def count_phrases(df: Any, column: str, phrases: Sequence[str], *, partners: Sequence[str] = ()) -> PhraseCounts:
    """In how many documents each phrase is, and each phrase with each partner (the sensitive terms), as information content and
    mutual information need them: `sanitize(…, counts="table:FILE")` with the file that is written from them.

    Phrases are compared by their words in lower case, as an index does. A document that is null has no words, and is no document.
    """
    if column not in df.columns:
        raise InputError(f"there is no column “{column}”", help=f"the columns are {', '.join(df.columns)}", column=column)
    given, others = list(phrases), list(partners)

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        yield counted(batches, given, others)

    parts = df.select(df[column].cast("string")).mapInArrow(work, "phrase string, partner string, count long")
    return gathered({(row[0], row[1]): row[2] for row in parts.groupBy("phrase", "partner").sum("count").collect()})
