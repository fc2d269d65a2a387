"""Set-valued records: query logs, baskets, diagnoses."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from . import _frames, _scumble
from ._options import text_of, to_json
from ._progress import Progress, watching
from .errors import InputError

__all__ = ["AnonymizedSets", "anonymize_sets", "assess_sets"]


def _records(records: Any) -> List[Tuple[str, List[str]]]:
    """Records as ids with their items; ids are numbers from 1 where there are none."""
    if hasattr(records, "column_names") or hasattr(records, "columns"):
        raise InputError("records are lists of items, not a table", help="give the column that holds them")
    if isinstance(records, Mapping):
        pairs = list(records.items())
    else:
        if _frames.library_of(records) in ("pyarrow", "polars", "pandas") and hasattr(records, "to_list" if not hasattr(records, "to_pylist") else "to_pylist"):
            records = records.to_pylist() if hasattr(records, "to_pylist") else records.to_list()
        if isinstance(records, (str, bytes)) or not hasattr(records, "__iter__"):
            raise InputError(f"records are lists of items, not {type(records).__name__}")
        pairs = [(str(number), items) for number, items in enumerate(records, 1)]
    made: List[Tuple[str, List[str]]] = []
    for at, (name, items) in enumerate(pairs):
        if items is None or isinstance(items, (str, bytes, Mapping)) or not hasattr(items, "__iter__"):
            raise InputError(f"record {at}: a list of items is expected, not {type(items).__name__}", row=at)
        listed = list(items)
        if not all(isinstance(item, str) for item in listed):
            raise InputError(f"record {at}: an item is no text", row=at)
        made.append((str(name), [text_of(item, f"record {at}", row=at) for item in listed]))
    return made


class AnonymizedSets:
    """Anonymised records: at least k of them are the same, whichever one takes."""

    def __init__(self, native: Any) -> None:
        self.records: List[Optional[List[str]]] = native.items()
        """The released items, in the order of the records; None for a record that is left out."""
        self.report: Dict[str, Any] = json.loads(native.to_json())
        """What was done and what was lost, as the command line's JSON has it."""

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Optional[List[str]]]:
        return iter(self.records)

    def __repr__(self) -> str:
        return f"<AnonymizedSets: {len(self)} records in {self.report['groups']} groups of at least {self.report['smallest']}>"


def anonymize_sets(records: Any, *, progress: Progress = None, **options: Any) -> AnonymizedSets:
    """Anonymises set-valued records by the meaning of their items: groups of at least k people publish the same synthetic record.

    `records` are lists of items, a dictionary of lists, or a column of lists. Options: `k`, `distance`, `semantic`, `release` (terms,
    concepts, generalized), `centroid` (drawn, medoid), `rare_terms`, `at_once`, `seed`, `concepts`, `taxonomy`, `strict`, `header`.

    >>> import scumble
    >>> logs = [["train", "hotel"], ["ship", "inn"], ["bus", "hostel"], ["asthma", "flu"], ["measles", "cough"], ["fever", "cold"]]
    >>> released = scumble.anonymize_sets(logs, k=3)
    >>> len(released), released.report["smallest"]
    (6, 3)
    """
    with watching(progress) as told:
        return AnonymizedSets(_scumble.anonymize_sets(_records(records), to_json(options), told))


def assess_sets(original: Any, released: Any, *, progress: Progress = None, **options: Any) -> Dict[str, Any]:
    """Measures what a release of set-valued records lost, and what it still discloses.

    >>> import scumble
    >>> logs = [["train", "hotel"], ["ship", "inn"], ["asthma", "flu"], ["measles", "cough"]]
    >>> scumble.assess_sets(logs, scumble.anonymize_sets(logs, k=2))["smallest"]
    2
    """
    if isinstance(released, (str, bytes, Mapping)) or not hasattr(released, "__iter__"):
        raise InputError(f"released: records in the order of the original are expected, not {type(released).__name__}")
    # A release is known by the numbers of its records.
    after = [(str(number), items) for number, items in enumerate(released, 1) if items is not None]
    with watching(progress) as told:
        figures = _scumble.assess_sets(_records(original), _records(dict(after)), to_json(options), told)
    return dict(json.loads(figures))
