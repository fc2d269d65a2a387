"""Terms and texts: how alike two terms are, what is a kind of one, how common one is, and what is understood of a text."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional, Union

from . import _scumble
from ._options import text_of, to_json

__all__ = ["count", "parse", "similarity", "topics"]


def similarity(a: str, b: str, **options: Any) -> Dict[str, Any]:
    """Compares two terms or concepts by their closest senses. Options: `measure`, `ic`, `taxonomy`, `strict`, `header`.

    >>> import scumble
    >>> scumble.similarity("dog", "cat", measure="path")["distance"]
    4.0
    """
    return dict(json.loads(_scumble.similarity(text_of(a, "a"), text_of(b, "b"), to_json(options))))


def topics(*names: str, **options: Any) -> Dict[str, Any]:
    """The senses of words and the terms of everything that is a kind of them; or the topics of a policy (`national-security`, a file).
    Options: `taxonomy`, `strict`, `header`.

    >>> import scumble
    >>> "lioness" in scumble.topics("big_cat.n.01")["terms"]
    True
    """
    return dict(json.loads(_scumble.topics([text_of(name, "names") for name in names], to_json(options))))


def count(*phrases: str, corpus: str = "embedded") -> Dict[str, Any]:
    """In how many documents of a corpus phrases are together: of one also its information content, of two their mutual information, in
    bits. `corpus` is what `counts` is in a policy: embedded, `index:DIR`, `table:FILE`, `elasticsearch:URL` or `infini-gram:INDEX`.

    >>> import scumble
    >>> found = scumble.count("AIDS", "blood transfusion")
    >>> found["count"] < scumble.count("AIDS")["count"] and found["pmi"] > 0
    True
    """
    return dict(json.loads(_scumble.count([text_of(phrase, "phrases") for phrase in phrases], text_of(corpus, "corpus"))))


def parse(text: str, *, recognizers: Optional[Union[str, "os.PathLike[str]"]] = None, stem: Optional[str] = None) -> Dict[str, Any]:
    """What is understood of a text: sentences with their tokens, noun phrases and entities; offsets are code points. `recognizers` is a
    file of further ones; with `stem` (original or nltk) every token has its Porter stem.

    >>> import scumble
    >>> sentence, = scumble.parse("The patient had a blood transfusion.")["sentences"]
    >>> [phrase["text"] for phrase in sentence["phrases"]]
    ['patient', 'blood transfusion']
    """
    own = None
    if recognizers is not None:
        with open(recognizers, encoding="utf-8") as file:
            own = file.read()
    return dict(json.loads(_scumble.parse(text, own, None if stem is None else text_of(stem, "stem"))))
