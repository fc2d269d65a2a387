"""Options as the library takes them: one JSON object with the keys of a policy file."""

from __future__ import annotations

import json
import math
import numbers
import operator
import os
from typing import Any, Mapping, Optional, Union

from .errors import InputError


class _Unknown(Exception):
    """A type that is no option's."""


def _plain(value: Any) -> Any:
    """What JSON does not know: paths, sets, numbers of NumPy."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (set, frozenset, range)):
        return sorted(value)
    for name in ("tolist", "item"):
        if hasattr(value, name):
            return getattr(value, name)()
    raise _Unknown(type(value).__name__)


def to_json(options: Mapping[str, Any]) -> str:
    """Options as JSON. An error names the key and the type, never the value."""
    for key, value in options.items():
        try:
            json.dumps(value, default=_plain, allow_nan=False)
        except _Unknown as problem:
            raise InputError(f"options: {key}: a value of type {problem} cannot be used") from None
        except ValueError as problem:
            what = "the value holds itself" if "ircular" in str(problem) else "the number is not finite"
            raise InputError(f"options: {key}: {what}") from None
        except TypeError:
            raise InputError(f"options: {key}: the value cannot be used") from None
    return json.dumps(options, default=_plain)


def number_of(value: Any, what: str, least: float = 0.0) -> float:
    """A number that is not below another."""
    try:
        number = float(value) if isinstance(value, numbers.Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.nan
    if not (math.isfinite(number) and number >= least):
        raise InputError(f"{what}: a number is expected" + (f", of at least {least:g}" if math.isfinite(least) else ""))
    return number


def whole_of(value: Any, what: str, least: int = 0) -> int:
    """A whole number of 64 bits that is not below another; NumPy's too."""
    try:
        number = -1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = -1
    if not least <= number < 1 << 64:
        raise InputError(f"{what}: a whole number of at least {least} is expected")
    return number


def text_of(value: Any, what: str, row: Optional[int] = None, column: Optional[str] = None) -> str:
    """A text whose characters are all there: a lone surrogate is none."""
    if not isinstance(value, str):
        raise InputError(f"{what}: text is expected, not {type(value).__name__}", row=row, column=column)
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
