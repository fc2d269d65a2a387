"""Columns of text, sanitised on the workers."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Union

from ..documents import Sanitizer
from ..errors import InputError

__all__ = ["sanitize"]

#: Names that the driver numbers, at most.
MOST_NAMES = 2_000_000


def sanitize(
    df: Any,
    columns: Union[str, Sequence[str]],
    *,
    pseudonyms: str = "document",
    secret: Optional[bytes] = None,
    withheld: Optional[str] = None,
    **options: Any,
) -> Any:
    """The frame with these columns sanitised; each text is a document, by the options of :func:`scumble.sanitize`.

    With `pseudonyms="document"` labels are those of each text, and one pass is made. With `pseudonyms="keyed"` the number of a label is
    drawn from the HMAC of the name by `secret`: one person has one label in all texts and columns, in every run with that secret, and
    nothing is collected. Numbers are long (31 bits), and of n people about n²/2³² pairs have one label in common. With `pseudonyms="collection"` one person has
    one label in all texts and columns: a first pass finds the names, which the driver collects, numbers in the order of their HMAC by
    `secret` (so that numbers do not follow the alphabet) and sends to the workers for the second pass.

    A text that must not be released is null in the result; `withheld` names a column that gets the reasons.
    """
    names = [columns] if isinstance(columns, str) else list(columns)
    _check(df, names, pseudonyms, withheld)
    sanitizer = Sanitizer(**options)
    known = None
    if pseudonyms == "keyed" and not secret:
        raise InputError("keyed pseudonyms need a secret", help="give `secret`, some random bytes that you keep")
    if pseudonyms != "document":
        if options.get("replace", "label") != "label" or options.get("dates") == "shift":
            raise InputError("only labels stand for the same in all texts", help='replace="label", and no moved dates')
    if pseudonyms == "collection":
        found = _names(df, names, sanitizer)
        known = df.sparkSession.sparkContext.broadcast(_numbered(found, secret or b"scumble"))

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _one_thread()
        for batch in batches:
            reasons: List[Optional[str]] = [None] * batch.num_rows
            for name in names:
                at = batch.schema.get_field_index(name)
                numbers = None if known is None else known.value
                if pseudonyms == "keyed":
                    numbers = _keyed(_found(sanitizer, batch.column(at)), secret or b"")
                done = sanitizer._native.texts(batch.column(at), None, numbers)
                texts = pyarrow.array(done.texts()).cast(batch.schema.field(at).type)
                batch = batch.set_column(at, batch.schema.field(at), texts)
                for row, why in done.withheld():
                    reasons[row] = why
            if withheld is not None:
                batch = batch.append_column(withheld, pyarrow.array(reasons, pyarrow.string()))
            yield batch

    schema = df.schema if withheld is None else _with(df.schema, withheld)
    return df.mapInArrow(work, schema)


def _check(df: Any, names: List[str], pseudonyms: str, withheld: Optional[str]) -> None:
    from pyspark.sql.types import StringType

    if pseudonyms not in ("document", "collection", "keyed"):
        raise InputError("pseudonyms: document, collection or keyed is expected")
    fields = {field.name: field.dataType for field in df.schema.fields}
    for name in names:
        if name not in fields:
            raise InputError(f"there is no column “{name}”", help=f"the columns are {', '.join(fields)}", column=name)
        if not isinstance(fields[name], StringType):
            raise InputError(f"column “{name}”: text is expected, not {fields[name].simpleString()}", column=name)
    if withheld in fields:
        raise InputError(f"withheld: there is a column “{withheld}” already", column=withheld)


def _with(schema: Any, name: str) -> Any:
    from pyspark.sql.types import StringType, StructType

    return StructType(list(schema.fields)).add(name, StringType(), True)


def _one_thread() -> None:
    """A task of Spark is one thread: it has its share of the machine by the number of tasks."""
    from .._scumble import set_threads

    set_threads(1)


def _names(df: Any, names: List[str], sanitizer: Sanitizer) -> List[Any]:
    """Every distinct label prefix and identity of the texts; an identity that is None is a label that a text itself has."""

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _one_thread()
        seen: Set[Any] = set()
        for batch in batches:
            for name in names:
                seen.update(_found(sanitizer, batch.column(batch.schema.get_field_index(name))))
        rows = sorted(seen, key=lambda pair: (pair[0], pair[1] is None, pair[1] or ""))
        yield pyarrow.RecordBatch.from_arrays(
            [pyarrow.array([prefix for prefix, _ in rows], pyarrow.string()), pyarrow.array([who for _, who in rows], pyarrow.string())],
            names=["prefix", "identity"],
        )

    found = df.select(*names).mapInArrow(work, "prefix string, identity string").distinct()
    rows = found.limit(MOST_NAMES + 1).collect()
    if len(rows) > MOST_NAMES:
        raise InputError(f"more than {MOST_NAMES:,} names", help='pseudonyms="document" needs no names on the driver')
    return [(row["prefix"], row["identity"]) for row in rows]


def _found(sanitizer: Sanitizer, column: Any) -> Set[Any]:
    """The label prefixes and identities of a column."""
    seen: Set[Any] = set()
    for found in sanitizer._native.pseudonyms(column):
        numbers, reserved = json.loads(found)
        seen.update((prefix, identity) for prefix, of in numbers.items() for identity in of)
        seen.update((label, None) for label in reserved)
    return seen


def _keyed(found: Set[Any], secret: bytes) -> str:
    """The number of every identity, from its HMAC; labels that texts have are given to nobody."""
    reserved = {prefix for prefix, identity in found if identity is None}
    numbers: Dict[str, Dict[str, int]] = {}
    for prefix, identity in found:
        if identity is None:
            continue
        number, again = 0, 0
        while number == 0 or f"{prefix}{number}" in reserved:
            digest = hmac.new(secret, f"{prefix}\0{identity}\0{again}".encode(), hashlib.sha256).digest()
            number, again = int.from_bytes(digest[:4], "big") >> 1, again + 1
        numbers.setdefault(prefix, {})[identity] = number
    return json.dumps([numbers, sorted(reserved)])


def _numbered(found: List[Any], secret: bytes) -> str:
    """The number of every identity, in the order of its HMAC; labels that texts have are given to nobody."""
    reserved = {prefix for prefix, identity in found if identity is None}

    def place(pair: Any) -> bytes:
        return hmac.new(secret, f"{pair[0]}\0{pair[1]}".encode(), hashlib.sha256).digest()

    numbers: Dict[str, Dict[str, int]] = {}
    last: Dict[str, int] = {}
    for prefix, identity in sorted((pair for pair in found if pair[1] is not None), key=place):
        number = last.get(prefix, 0) + 1
        while f"{prefix}{number}" in reserved:
            number += 1
        last[prefix] = number
        numbers.setdefault(prefix, {})[identity] = number
    return json.dumps([numbers, sorted(reserved)])
