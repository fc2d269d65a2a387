"""Options as the library takes them: one JSON object with the keys of a policy file."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping

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
