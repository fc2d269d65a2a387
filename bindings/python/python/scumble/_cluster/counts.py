"""Counts of phrases over a corpus that no one machine holds."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Sequence, Tuple, Union

from .._options import text_of
from ..errors import InputError


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


def listed(phrases: Sequence[str], what: str) -> List[str]:
    """A list of phrases."""
    given = None if isinstance(phrases, (str, bytes)) or not hasattr(phrases, "__iter__") else list(phrases)
    if given is None or not all(isinstance(phrase, str) for phrase in given):
        raise InputError(f"{what}: a list of texts is expected")
    return [text_of(phrase, what) for phrase in given]


def counted(tables: Iterable[Any], phrases: Sequence[str], partners: Sequence[str]) -> Any:
    """Counts over some tables with one column of text, as rows of phrase, partner and count; neither is named where documents are counted."""
    import pyarrow

    from .. import _scumble

    rows: Dict[Tuple[str, str], int] = {}
    for table in tables:
        total, one, two = _scumble.count_phrases(table.column(0), list(phrases), list(partners))
        found: List[Tuple[str, str, int]] = [("", "", total)]
        found += [(phrase, "", count) for phrase, count in one] + two
        for phrase, partner, count in found:
            rows[(phrase, partner)] = rows.get((phrase, partner), 0) + count
    return pyarrow.RecordBatch.from_arrays(
        [
            pyarrow.array([phrase for phrase, _ in rows], pyarrow.string()),
            pyarrow.array([partner for _, partner in rows], pyarrow.string()),
            pyarrow.array(list(rows.values()), pyarrow.int64()),
        ],
        names=["phrase", "partner", "count"],
    )


def gathered(found: Dict[Tuple[str, str], int]) -> PhraseCounts:
    """Counts of all parts together."""
    documents = found.pop(("", ""), 0)
    counts = {phrase: count for (phrase, partner), count in found.items() if not partner}
    return PhraseCounts(documents, counts, {pair: count for pair, count in found.items() if pair[1]})
