"""Vector spaces of texts: built, masked and measured.

>>> from scumble import vectors
>>> texts = ["the ship sank", "the ship sailed", "a cat slept", "a cat ran"]
>>> space = vectors.build(texts, k=2)
>>> space.vocabulary
['a', 'cat', 'ship', 'the']
>>> vectors.mask(space, k=2).report["smallest_group"]
2
"""

from __future__ import annotations

import json
from typing import Any, Dict, Iterable, List, Optional, Tuple

from . import _frames, _scumble
from ._options import text_of, to_json
from ._progress import Progress, watching
from .errors import InputError

__all__ = ["VectorSpace", "assess", "build", "mask"]


class VectorSpace:
    """A row for each document, a column for each term."""

    def __init__(self, native: Any) -> None:
        self._native = native
        self.report: Dict[str, Any] = json.loads(native.to_json())
        """What was done, as the command line's JSON has it."""

    @classmethod
    def of(cls, matrix: Any, vocabulary: Iterable[str] = (), documents: Iterable[str] = ()) -> "VectorSpace":
        """A space out of a matrix of SciPy or NumPy, with its words and the names of its documents where they are known."""
        if not hasattr(matrix, "tocsr"):
            try:
                from scipy.sparse import csr_matrix
            except ImportError:
                raise InputError("a matrix that is not sparse needs scipy", help="pip install scipy") from None
            matrix = csr_matrix(matrix)
        csr = matrix.tocsr()
        starts, columns, weights = csr.indptr.tolist(), csr.indices.tolist(), csr.data.tolist()
        rows = [list(zip(columns[a:b], weights[a:b])) for a, b in zip(starts, starts[1:])]
        named = [text_of(word, "vocabulary") for word in vocabulary], [text_of(name, "documents") for name in documents]
        return cls(_scumble.VectorSpace(int(csr.shape[1]), rows, *named))

    @property
    def shape(self) -> Tuple[int, int]:
        """How many documents and terms."""
        return self._native.shape  # type: ignore[no-any-return]

    @property
    def vocabulary(self) -> List[str]:
        """The term of each column."""
        return list(self._native.vocabulary)

    @property
    def documents(self) -> List[str]:
        """The name of each row. Not to be released with a masked space."""
        return list(self._native.documents)

    @property
    def kept(self) -> List[int]:
        """The number of the document behind each row: documents without a term have no row."""
        return list(self._native.kept)

    @property
    def matrix(self) -> Any:
        """The matrix, as SciPy's by rows."""
        import numpy
        from scipy.sparse import csr_matrix

        starts, columns, weights = (numpy.asarray(array) for array in self._native.arrays())
        return csr_matrix((weights, columns.astype(numpy.int64), starts), shape=self.shape)

    def __repr__(self) -> str:
        documents, terms = self.shape
        return f"<VectorSpace: {documents} documents × {terms} terms>"


def build(texts: Any, *, names: Optional[Iterable[str]] = None, progress: Progress = None, **options: Any) -> VectorSpace:
    """The space of some texts: tf × ln(N/df), rows of length 1. It is the original: mask it before it is released.

    Options: `k` or `min_df`, `stop_words` (no, english, or a list), `lexicon`, `stem`, `top`, `letters` (latin, all).
    """
    column, _, _ = _frames.column(texts)
    listed = column if hasattr(column, "__len__") else list(column)
    named = [str(name) for name in names] if names is not None else [str(at) for at in range(len(listed))]
    with watching(progress) as told:
        return VectorSpace(_scumble.build_space(listed, named, to_json(options), told))


def mask(space: VectorSpace, *, progress: Progress = None, **options: Any) -> VectorSpace:
    """Masks a space: at least k documents share each vector. Options: `k`, `method` (spherical, semantic), `empty_rows` (refuse,
    leave-out), `at_once`, `taxonomy`, `strict`, `header`."""
    with watching(progress) as told:
        return VectorSpace(_scumble.mask_space(_native(space, "space"), to_json(options), told))


def assess(original: VectorSpace, released: VectorSpace, *, progress: Progress = None, **options: Any) -> Dict[str, Any]:
    """What a released space is still worth: loss, search, classification, clusters. Options: `labels`, `clusters`, `seed`."""
    with watching(progress) as told:
        spaces = _native(original, "original"), _native(released, "released")
        return dict(json.loads(_scumble.assess_space(*spaces, to_json(options), told)))


def _native(space: Any, what: str) -> Any:
    if not isinstance(space, VectorSpace):
        raise InputError(f"{what}: a VectorSpace is expected, not {type(space).__name__}", help="scumble.vectors.build, or VectorSpace.of a matrix")
    return space._native
