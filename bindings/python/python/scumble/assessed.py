"""Measures of sanitised documents: what they keep, what a search still finds, what of annotations is hidden."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from . import _scumble
from ._figures import Figures, table_html
from ._options import text_of, to_json
from ._progress import Progress, watching
from .documents import Sanitized, SanitizedColumn
from .errors import InputError

__all__ = ["AssessedDocuments", "SweptDocuments", "assess_documents", "sweep_documents"]


class AssessedDocuments(Figures):
    """What sanitised documents keep and still disclose: figures by name, as the command line's JSON has them."""

    def __init__(self, figures: str, page: str) -> None:
        self._figures = json.loads(figures)
        self.page = page
        """A page for internal use, as HTML."""

    @property
    def tokens_kept(self) -> float:
        """The share of tokens that are kept, of all documents together."""
        return float(self._figures["tokens_kept"])

    @property
    def information_kept(self) -> float:
        """The share of information that is kept, of all documents together."""
        return float(self._figures["information_kept"])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {100 * self.tokens_kept:.1f} % of tokens kept>"

    def _repr_html_(self) -> str:
        return table_html([("tokens kept", f"{100 * self.tokens_kept:.1f} %"), ("information kept", f"{100 * self.information_kept:.1f} %")])


class SweptDocuments(Figures):
    """What documents keep and still disclose by many values of a setting: figures by name, as the command line's JSON has them."""

    def __init__(self, figures: str, page: str) -> None:
        self._figures = json.loads(figures)
        self.page = page
        """A page for internal use with the curve, as HTML."""

    @property
    def values(self) -> List[Dict[str, Any]]:  # type: ignore[override]
        """The policy as it stands, then every value, with what it keeps and what attackers find."""
        return list(self._figures["values"])

    def __repr__(self) -> str:
        return f"<SweptDocuments: {self._figures['sweep']}, {len(self.values) - 1} values>"

    def _repr_html_(self) -> str:
        said = "{:.1f} % of tokens kept, {:.1f} % of people found"
        rows = [(one["value"], said.format(100 * one["tokens_kept"], 100 * one["worst"]["top_1"])) for one in self.values]
        return table_html(rows)


def _named(texts: Any, what: str) -> Dict[str, Any]:
    """Texts by name: those of a list are called by their numbers from 0."""
    if isinstance(texts, Mapping):
        return {text_of(str(name), f"{what}: a name"): text for name, text in texts.items()}
    if isinstance(texts, (str, bytes)) or not hasattr(texts, "__iter__"):
        raise InputError(f"{what}: a dictionary or a list of texts is expected, not {type(texts).__name__}")
    return {str(at): text for at, text in enumerate(_each(texts))}


def _each(texts: Any) -> Iterator[Any]:
    if isinstance(texts, SanitizedColumn):
        for at in range(len(texts)):
            yield None if at in texts.withheld else texts[at]
    elif hasattr(texts, "to_pylist"):
        yield from texts.to_pylist()
    else:
        yield from texts


def _pairs(originals: Any, released: Any) -> List[Tuple[str, Any, Any]]:
    before, after = _named(originals, "originals"), _named(released, "released")
    pairs = []
    for name, original in before.items():
        if name not in after:
            raise InputError(f"“{name}” is not released", help="leave out the originals of documents that were withheld")
        twin = after.pop(name)
        # What was not released is in no figure.
        if original is not None and twin is not None:
            pairs.append((name, original, twin._native if isinstance(twin, Sanitized) else twin))
    if after:
        raise InputError(f"“{next(iter(after))}” has no original")
    return pairs


def assess_documents(originals: Any, released: Any, *, progress: Progress = None, **options: Any) -> AssessedDocuments:
    """Measures what sanitised documents keep, and what a search still finds in them.

    Both are texts by name, or lists; what is released may be what :func:`scumble.sanitize` gave, with all that it knows of redactions
    (else they are told from the two texts). Documents that are None or withheld are left out. Options: `background` (pages that an
    attacker searches: a dictionary, a folder, a file of JSON lines, or `index:DIR`), `queries_utility`, `queries_risk` and `gold` (files).

    >>> import scumble
    >>> letters = {"roe": "Ms Jane Roe keeps bees in the old mill.", "lund": "Mr Per Lund paints ships."}
    >>> released = {name: scumble.sanitize(text) for name, text in letters.items()}
    >>> pages = {"roe": "Roe keeps bees.", "lund": "Lund paints.", "berg": "Anna Berg sings."}
    >>> found = scumble.assess_documents(letters, released, background=pages)
    >>> round(found.tokens_kept, 2), found["attack"]["pages"]
    (0.57, 3)
    """
    pairs = _pairs(originals, released)
    with watching(progress) as told:
        return AssessedDocuments(*_scumble.assess_documents(pairs, to_json(options), told))


def sweep_documents(
    originals: Any, *, background: Any, sweep: str = "beta", values: Optional[Sequence[float]] = None, progress: Progress = None, **options: Any
) -> SweptDocuments:
    """Sanitises documents in memory by many values of a setting (`sweep`: beta, w or caution), and attacks each: how many people a search
    in the `background` finds, against what is kept. `options` are those of :func:`scumble.sanitize`."""
    given = {**options, "background": background, "sweep": sweep, "values": None if values is None else list(values)}
    named = [(name, text) for name, text in _named(originals, "originals").items() if text is not None]
    with watching(progress) as told:
        return SweptDocuments(*_scumble.sweep_documents(named, to_json(given), told))
