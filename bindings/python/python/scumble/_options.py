"""Options as the library takes them: one JSON object with the keys of a policy file."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Union

from .errors import InputError


def _plain(value: Any) -> Any:
    """What JSON does not know: paths, sets, numbers of NumPy."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (set, frozenset, range)):
        return sorted(value)
    for name in ("tolist", "item"):
        if hasattr(value, name):
            return getattr(value, name)()
    raise TypeError(type(value).__name__)


def to_json(options: Mapping[str, Any]) -> str:
    """Options as JSON. An error names the key and the type, never the value."""
    for key, value in options.items():
        try:
            json.dumps(value, default=_plain, allow_nan=False)
        except (TypeError, ValueError) as problem:
            what = f"a value of type {problem} cannot be used" if isinstance(problem, TypeError) else "the number is not finite"
            raise InputError(f"options: {key}: {what}") from None
    return json.dumps(options, default=_plain)


def text_of(value: str, what: str, row: Optional[int] = None, column: Optional[str] = None) -> str:
    """A text whose characters are all there: a lone surrogate is none."""
    try:
        value.encode()
    except UnicodeEncodeError as problem:
        raise InputError(f"{what}: code point {problem.start} is a lone surrogate, which no text has", row=row, column=column) from None
    return value


def as_bytes(value: Union[str, bytes], name: str) -> bytes:
    """The bytes of a document."""
    if isinstance(value, str):
        return text_of(value, name).encode()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise InputError(f"{name}: text or bytes are expected, not {type(value).__name__}")
