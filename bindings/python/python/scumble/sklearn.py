"""Transformers for scikit-learn.

Microaggregation promises that every released row equals k − 1 others. That holds for the rows that were grouped together, so
`fit_transform` masks; `transform` of other rows raises, unless `promise=False` says that no k is needed of them.

>>> import numpy
>>> from scumble.sklearn import Microaggregator
>>> rows = numpy.array([[23.0, 25.0], [18.0, 10.0], [58.0, 12.0], [46.0, 30.0]])
>>> Microaggregator(k=2).fit_transform(rows)
array([[20.5, 17.5],
       [20.5, 17.5],
       [52. , 21. ],
       [52. , 21. ]])
"""

from __future__ import annotations

import hashlib
from typing import Any, Dict, List, Optional, Sequence

import numpy
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from . import documents, tables
from .errors import PromiseError

__all__ = ["Microaggregator", "TextSanitizer"]


class Microaggregator(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Replaces rows of numbers by the centroids of groups of at least k rows.

    `method`, `effort`, `standardize`, `blocks` and `seed` are the options of :func:`scumble.mask`. After `fit`, `centroids_` has the
    published rows, each once, and `labels_` the group of every row. Fewer than k rows are refused. With `promise=False` they are one
    group, and `transform` gives each row of other data the nearest centroid: they are values that k rows share in the data that was
    fitted, but nothing is promised of the other rows.
    """

    def __init__(
        self,
        k: int = 5,
        *,
        method: str = "mdav",
        effort: Optional[float] = None,
        standardize: bool = True,
        blocks: Any = "auto",
        seed: int = 42,
        promise: bool = True,
    ) -> None:
        self.k = k
        self.method = method
        self.effort = effort
        self.standardize = standardize
        self.blocks = blocks
        self.seed = seed
        self.promise = promise

    def fit(self, X: Any, y: Any = None) -> "Microaggregator":
        """Groups rows."""
        self._mask(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Groups rows and gives each the centroid of its group. Every row of the result is there at least k times."""
        return self._mask(X)

    def transform(self, X: Any) -> Any:
        """The rows that were fitted, masked; other rows only with `promise=False`."""
        check_is_fitted(self)
        rows = validate_data(self, X, dtype=numpy.float64, reset=False)
        if _digest(rows) == self._fitted:
            return self.centroids_[self.labels_]
        if self.promise:
            raise PromiseError(
                "k holds only for the rows that were grouped together, and these are others",
                help="call fit_transform on all rows that are released, or set promise=False if no k is needed of these",
            )
        scale = self._scale
        centroids = self.centroids_ / scale
        nearest = numpy.empty(len(rows), dtype=numpy.intp)
        for start in range(0, len(rows), 1024):
            block = rows[start : start + 1024] / scale
            squares = (block**2).sum(axis=1)[:, None] - 2 * block @ centroids.T + (centroids**2).sum(axis=1)[None, :]
            nearest[start : start + 1024] = squares.argmin(axis=1)
        return self.centroids_[nearest]

    def _mask(self, X: Any) -> Any:
        rows = validate_data(self, X, dtype=numpy.float64, ensure_min_samples=2)
        if self.promise and len(rows) < self.k:
            raise PromiseError(f"k = {self.k} of {len(rows)} rows", help="choose a k that is at most the number of rows")
        import pyarrow

        names = [f"x{at}" for at in range(rows.shape[1])]
        table = pyarrow.table([pyarrow.array(rows[:, at]) for at in range(rows.shape[1])], names=names)
        masked = tables.mask(
            table,
            columns={name: {"role": "quasi", "kind": "number", "round": "none"} for name in names},
            k=self.k if self.promise else min(self.k, len(rows)),
            method=self.method,
            effort=self.effort,
            standardize=self.standardize,
            blocks=self.blocks,
            seed=self.seed,
            progress=False,
        )
        if self.promise and masked.smallest < self.k:
            raise PromiseError(
                f"rows are equal in groups of {masked.smallest}, and k is {self.k}: the method does not keep it over all columns together",
                help="choose another method, or set promise=False if no k is needed",
            )
        made = numpy.column_stack([numpy.asarray(column) for column in pyarrow.table(masked).columns])
        self.centroids_, self.labels_ = numpy.unique(made, axis=0, return_inverse=True)
        self.labels_ = self.labels_.reshape(-1)
        self.smallest_ = masked.smallest
        self.loss_ = masked.loss
        deviation = rows.std(axis=0)
        self._scale = numpy.where(deviation > 0, deviation, 1.0) if self.standardize else numpy.ones(rows.shape[1])
        self._fitted = _digest(rows)
        return made


def _digest(rows: Any) -> str:
    """Tells rows from others, so that a pickled transformer does not hold them."""
    return hashlib.sha256(repr(rows.shape).encode() + numpy.ascontiguousarray(rows).tobytes()).hexdigest()


class TextSanitizer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Sanitises texts, each by itself: nothing is learned, so other texts are as good as those that were fitted.

    `options` are those of :func:`scumble.sanitize`. A text that must not be released becomes an empty one, and a warning says so.

    >>> from scumble.sklearn import TextSanitizer
    >>> TextSanitizer().fit_transform(["Ms Jane Roe slept.", "Nobody slept."])
    ['Pers1 slept.', 'Nobody slept.']
    """

    def __init__(self, options: Optional[Dict[str, Any]] = None) -> None:
        self.options = options

    def fit(self, X: Sequence[str], y: Any = None) -> "TextSanitizer":
        """Opens the models."""
        self.sanitizer_ = documents.Sanitizer(**(self.options or {}))
        self._n_features_out = 1
        return self

    def transform(self, X: Sequence[str]) -> List[str]:
        """The texts without what gives someone away."""
        check_is_fitted(self, "sanitizer_")
        return [text or "" for text in self.sanitizer_.texts(X, progress=False)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.input_tags.one_d_array = True
        tags.requires_fit = False
        return tags
