"""Counts of phrases over a corpus that no one machine holds."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Sequence, Tuple, Union

from ..errors import InputError

__all__ = ["PhraseCounts", "count_phrases"]


@dataclass
class PhraseCounts:
    """In how many documents phrases are, and each phrase with each partner."""

    documents: int
    counts: Dict[str, int]
    pairs: Dict[Tuple[str, str], int]

    def to_table(self) -> str:
        """The file that `counts="table:FILE"` reads."""
        lines = [f"#total\t{self.documents}\n"]
        lines += [f"{phrase}\t{count}\n" for phrase, count in sorted(self.counts.items())]
        lines += [f"{a}\t{b}\t{count}\n" for (a, b), count in sorted(self.pairs.items())]
        return "".join(lines)

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes that file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_table())


def count_phrases(df: Any, column: str, phrases: Sequence[str], *, partners: Sequence[str] = ()) -> PhraseCounts:
    """In how many documents each phrase is, and each phrase with each partner (the sensitive terms), as information content and
    mutual information need them: `sanitize(…, counts="table:FILE")` with the file that is written from them.

    Phrases are compared by their words in lower case, as an index does. A document that is null has no words, and is no document.
    """
    if column not in df.columns:
        raise InputError(f"there is no column “{column}”", help=f"the columns are {', '.join(df.columns)}", column=column)
    given, others = list(phrases), list(partners)

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        from .. import _scumble

        rows: Dict[Tuple[str, str], int] = {}
        for batch in batches:
            total, one, two = _scumble.count_phrases(batch.column(0), given, others)
            found: List[Tuple[str, str, int]] = [("", "", total)]
            found += [(phrase, "", count) for phrase, count in one] + two
            for phrase, partner, count in found:
                rows[(phrase, partner)] = rows.get((phrase, partner), 0) + count
        yield pyarrow.RecordBatch.from_arrays(
            [
                pyarrow.array([phrase for phrase, _ in rows], pyarrow.string()),
                pyarrow.array([partner for _, partner in rows], pyarrow.string()),
                pyarrow.array(list(rows.values()), pyarrow.int64()),
            ],
            names=["phrase", "partner", "count"],
        )

    parts = df.select(df[column].cast("string")).mapInArrow(work, "phrase string, partner string, count long")
    found = {(row[0], row[1]): row[2] for row in parts.groupBy("phrase", "partner").sum("count").collect()}
    documents = found.pop(("", ""), 0)
    counts = {phrase: count for (phrase, partner), count in found.items() if not partner}
    pairs = {pair: count for pair, count in found.items() if pair[1]}
    return PhraseCounts(documents, counts, pairs)
