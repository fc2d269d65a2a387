"""Terms: how alike two are, and what is a kind of one."""

from __future__ import annotations

import json
from typing import Any, Dict

from . import _scumble
from ._options import to_json

__all__ = ["similarity", "topics"]


def similarity(a: str, b: str, **options: Any) -> Dict[str, Any]:
    """Compares two terms or concepts by their closest senses. Options: `measure`, `ic`, `taxonomy`, `strict`, `header`.

    >>> import scumble
    >>> scumble.similarity("dog", "cat", measure="path")["distance"]
    4.0
    """
    return dict(json.loads(_scumble.similarity(a, b, to_json(options))))


def topics(*names: str, **options: Any) -> Dict[str, Any]:
    """The senses of words and the terms of everything that is a kind of them; or the topics of a policy (`national-security`, a file).
    Options: `taxonomy`, `strict`, `header`.

    >>> import scumble
    >>> "lioness" in scumble.topics("big_cat.n.01")["terms"]
    True
    """
    return dict(json.loads(_scumble.topics(list(names), to_json(options))))
