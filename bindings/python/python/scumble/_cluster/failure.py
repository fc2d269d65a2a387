"""Errors of workers as our own: a cluster tells them as text."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Iterator

from .. import errors

_TOLD = re.compile(r"scumble\.errors\.(\w+): (.*)(?:\n\s+help: (.*))?")


@contextmanager
def told() -> Iterator[None]:
    """An exception that a worker raised becomes the one that it was."""
    try:
        yield
    except errors.ScumbleError:
        raise
    except Exception as problem:
        found = _TOLD.search(str(problem))
        kind = getattr(errors, found[1], None) if found is not None else None
        if found is None or not (isinstance(kind, type) and issubclass(kind, errors.ScumbleError)):
            raise
        raise kind(found[2], found[3]) from None
