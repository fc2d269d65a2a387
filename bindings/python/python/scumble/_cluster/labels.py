"""Columns of text on a worker, with labels that stand for the same in all texts."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from typing import Any, Dict, List, Optional, Set

from ..documents import Sanitizer
from ..errors import InputError
from .names import check_names, check_there

#: Names that the driver numbers, at most.
MOST_NAMES = 2_000_000
_OF_BATCH = re.compile(r"^text \d+: ")


def check(kinds: Dict[str, str], texts: List[str], names: List[str], withheld: Optional[str]) -> None:
    """The columns that are asked for are there, and text; that of reasons is not."""
    check_names(list(kinds))
    check_there(names, kinds)
    if not names or len(set(names)) != len(names):
        raise InputError("columns: name the columns of text, each once")
    for name in names:
        if name not in texts:
            raise InputError(f"column “{name}”: text is expected, not {kinds[name]}", column=name)
    if withheld in kinds:
        raise InputError(f"withheld: there is a column “{withheld}” already", column=withheld)


def check_pseudonyms(pseudonyms: str, secret: Optional[bytes], sanitizer: Sanitizer) -> None:
    """Labels of that kind can be given."""
    if pseudonyms not in ("document", "collection", "keyed"):
        raise InputError("pseudonyms: document, collection or keyed is expected")
    if secret is not None and not isinstance(secret, bytes):
        raise InputError(f"secret: bytes are expected, not {type(secret).__name__}")
    if pseudonyms == "keyed" and not secret:
        raise InputError("keyed pseudonyms need a secret", help="give `secret`, some random bytes that you keep")
    if pseudonyms == "document" and secret is not None:
        raise InputError("secret: labels of each document need none", help='pseudonyms="collection" or "keyed" use it')
    # A background is refused here, not by a worker: it needs names of texts.
    sanitizer.texts([])
    if pseudonyms != "document" and not sanitizer._native.gives_labels:
        raise InputError("only labels stand for the same in all texts", help='replace="label", and no moved dates')


def check_count(found: int) -> None:
    """The driver can number so many names."""
    if found > MOST_NAMES:
        raise InputError(f"more than {MOST_NAMES:,} names", help='pseudonyms="document" needs no names on the driver')


def sanitized(table: Any, names: List[str], sanitizer: Sanitizer, known: Optional[str], secret: Optional[bytes], withheld: Optional[str]) -> Any:
    """Rows with these columns sanitised: with the numbers that are known, or by the secret alone if there is one, or each text with its own."""
    import pyarrow

    from .._scumble import set_threads

    # A task is one thread: it has its share of the machine by the number of tasks.
    set_threads(1)
    reasons: List[Optional[str]] = [None] * table.num_rows
    for name in names:
        at = table.schema.get_field_index(name)
        field = table.schema.field(at)
        numbers = keyed(identities(sanitizer, table.column(at)), secret) if secret is not None else known
        done = sanitizer._native.texts(table.column(at), None, numbers)
        table = table.set_column(at, field.with_nullable(True), pyarrow.array(done.texts()).cast(field.type))
        for row, why in done.withheld():
            # Which text of a batch it was depends on partitions.
            why = _OF_BATCH.sub("", why)
            why = why if len(names) == 1 else f"{name}: {why}"
            reasons[row] = why if reasons[row] is None else f"{reasons[row]}; {why}"
    return table if withheld is None else table.append_column(withheld, pyarrow.array(reasons, pyarrow.string()))


def named(tables: Any, names: List[str], sanitizer: Sanitizer) -> Any:
    """Every distinct label prefix and identity of some tables, as a table."""
    import pyarrow

    from .._scumble import set_threads

    set_threads(1)
    seen: Set[Any] = set()
    for table in tables:
        for name in names:
            seen.update(identities(sanitizer, table.column(table.schema.get_field_index(name))))
    rows = sorted(seen, key=lambda pair: (pair[0], pair[1] is None, pair[1] or ""))
    columns = [pyarrow.array([prefix for prefix, _ in rows], pyarrow.string()), pyarrow.array([who for _, who in rows], pyarrow.string())]
    return pyarrow.RecordBatch.from_arrays(columns, names=["prefix", "identity"])


def identities(sanitizer: Sanitizer, column: Any) -> Set[Any]:
    """Every distinct label prefix and identity of a column of text; an identity that is None is a label that a text itself has."""
    seen: Set[Any] = set()
    for found in sanitizer._native.pseudonyms(column):
        numbers, reserved = json.loads(found)
        seen.update((prefix, identity) for prefix, of in numbers.items() for identity in of)
        seen.update((label, None) for label in reserved)
    return seen


def keyed(found: Set[Any], secret: bytes) -> str:
    """The number of every identity, from its HMAC alone: labels that texts have do not matter, because other texts have others."""
    numbers: Dict[str, Dict[str, int]] = {}
    for prefix, identity in found:
        if identity is not None:
            digest = hmac.new(secret, f"{prefix}\0{identity}".encode(), hashlib.sha256).digest()
            numbers.setdefault(prefix, {})[identity] = (int.from_bytes(digest[:4], "big") >> 1) or 1
    return json.dumps([numbers, []])


def numbered(found: List[Any], secret: bytes) -> str:
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
