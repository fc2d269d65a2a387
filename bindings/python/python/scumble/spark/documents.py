"""Columns of text, sanitised on the workers."""

from __future__ import annotations

from typing import Any, Iterator, List, Optional, Sequence, Union

from .._cluster import labels
from .._cluster.failure import told
from ..documents import Sanitizer
from .frames import broadcast, col, declared, mapped

__all__ = ["sanitize"]


def sanitize(
    df: Any,
    columns: Union[str, Sequence[str]],
    *,
    pseudonyms: str = "document",
    secret: Optional[bytes] = None,
    withheld: Optional[str] = None,
    publish: Union[str, Sequence[str]] = (),
    others: Optional[str] = None,
    **options: Any,
) -> Any:
    """The frame with these columns sanitised; each text is a document, by the options of :func:`scumble.sanitize`. Columns to `publish`
    come out as they are; all others must be decided on too (`others="drop"` or `"publish"`).

    With `pseudonyms="document"` labels are those of each text, and one pass is made. With `pseudonyms="keyed"` the number of a label is
    drawn from the HMAC of the name by `secret`: one person has one label in all texts and columns, in every run with that secret, and
    nothing is collected. Numbers are long (31 bits), and of n people about n²/2³² pairs have one label in common. With
    `pseudonyms="collection"` one person has one label in all texts and columns: a first pass finds the names, which the driver collects,
    numbers in the order of their HMAC by `secret` (so that numbers do not follow the alphabet) and sends to the workers for the second
    pass.

    A text that must not be released is null in the result; `withheld` names a column that gets the reasons.
    """
    from pyspark.sql.types import StringType, StructField, StructType

    names = [columns] if isinstance(columns, str) else list(columns)
    kinds = {field.name: field.dataType.simpleString() for field in df.schema.fields}
    labels.check(kinds, [field.name for field in df.schema.fields if isinstance(field.dataType, StringType)], names, withheld)
    df = declared(df, names, publish, others)
    sanitizer = Sanitizer(**options)
    labels.check_pseudonyms(pseudonyms, secret, sanitizer)
    key = secret if pseudonyms == "keyed" else None
    known = None
    if pseudonyms == "collection":
        with told():
            found = _names(df, names, sanitizer)
        known = broadcast(df, labels.numbered(found, secret or b"scumble"))

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield labels.sanitized(batch, names, sanitizer, None if known is None else known.value, key, withheld)

    fields = [StructField(field.name, field.dataType, field.nullable or field.name in names) for field in df.schema.fields]
    reasons = [] if withheld is None else [StructField(withheld, StringType(), True)]
    return mapped(df, work, StructType(fields + reasons))


def _names(df: Any, names: List[str], sanitizer: Sanitizer) -> List[Any]:
    """Every distinct label prefix and identity of the texts."""

    from pyspark.sql.types import StringType, StructType

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        yield labels.named(batches, names, sanitizer)

    texts = df.select(*[col(name) for name in names])
    schema = StructType().add("prefix", StringType()).add("identity", StringType())
    rows = mapped(texts, work, schema).distinct().limit(labels.MOST_NAMES + 1).collect()
    labels.check_count(len(rows))
    return [(row["prefix"], row["identity"]) for row in rows]
