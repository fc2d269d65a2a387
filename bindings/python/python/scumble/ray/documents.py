"""Columns of text: sanitised on the workers, their phrases counted."""

from __future__ import annotations

import json
from typing import Any, Optional, Sequence, Union

from .._cluster import labels
from .._cluster.counts import PhraseCounts, counted, listed
from .._cluster.counts import gathered as gathered_counts
from .._cluster.failure import told
from .._cluster.names import check_there
from ..documents import Sanitizer
from .rows import declared, gathered, kinds, mapped, summed


def sanitize(
    ds: Any,
    columns: Union[str, Sequence[str]],
    *,
    pseudonyms: str = "document",
    secret: Optional[bytes] = None,
    withheld: Optional[str] = None,
    publish: Union[str, Sequence[str]] = (),
    others: Optional[str] = None,
    **options: Any,
) -> Any:
    """The dataset with these columns sanitised; each text is a document, by the options of :func:`scumble.sanitize`. Labels are those of
    each text, or stand for the same in all texts (`pseudonyms`), as :func:`scumble.spark.sanitize` says. Columns to `publish` come out
    as they are; all others must be decided on too (`others="drop"` or `"publish"`).

    A text that must not be released is null in the result; `withheld` names a column that gets the reasons.
    """
    import pyarrow

    names = [columns] if isinstance(columns, str) else list(columns)
    types = kinds(ds)
    texts = [name for name, kind in types.items() if pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind)]
    labels.check({name: str(kind) for name, kind in types.items()}, texts, names, withheld)
    ds = declared(ds, names, publish, others)
    sanitizer = Sanitizer(**options)
    labels.check_pseudonyms(pseudonyms, secret, sanitizer)
    key = secret if pseudonyms == "keyed" else None
    known = None
    if pseudonyms == "collection":

        def work(table: Any) -> Any:
            # One text for both, so that nothing that is null is grouped.
            rows = labels.named([table], names, sanitizer).to_pylist()
            return pyarrow.table({"name": pyarrow.array([json.dumps([row["prefix"], row["identity"]]) for row in rows], pyarrow.string())})

        with told():
            found = mapped(ds.select_columns(names), work).groupby("name").count().materialize()
            labels.check_count(found.count())
            rows = [json.loads(row["name"]) for row in gathered(found).to_pylist()]
        known = labels.numbered([(prefix, identity) for prefix, identity in rows], secret or b"scumble")
    return mapped(ds, lambda table: labels.sanitized(table, names, sanitizer, known, key, withheld))


def count_phrases(ds: Any, column: str, phrases: Sequence[str], *, partners: Sequence[str] = ()) -> PhraseCounts:
    """In how many documents each phrase is, and each phrase with each partner, as :func:`scumble.spark.count_phrases` says."""
    import pyarrow

    check_there([column], kinds(ds))
    given, others = listed(phrases, "phrases"), listed(partners, "partners")

    def work(table: Any) -> Any:
        texts = pyarrow.table({column: table.column(column).cast(pyarrow.string())})
        return pyarrow.Table.from_batches([counted([texts], given, others)])

    with told():
        return gathered_counts(summed(gathered(mapped(ds.select_columns([column]), work)), ["phrase", "partner"]))
