"""Scumble on Ray Data: the functions of :mod:`scumble.spark` for datasets of Ray.

| to do this | call |
|---|---|
| sanitise columns of text | :func:`sanitize` |
| mask columns of numbers with k-anonymity | :func:`mask` |
| anonymise a column of sets (queries, baskets, diagnoses) | :func:`sets` |
| measure k, l and t of a release; beside the original its loss and linkage | :func:`assess` |
| count phrases, for information content and mutual information | :func:`count_phrases` |

The workers need the wheel of scumble, pyarrow and pandas, and Polars where records are joined (:func:`assess` beside the original);
nothing is downloaded. The same data and seed give the same rows, however they are cut into blocks of Ray. See docs/spark.md: what it
says of Apache Spark holds here too.
"""

from .documents import count_phrases, sanitize
from .measures import assess
from .sets import MaskedSets, sets
from .tables import MaskedDataset, mask

__all__ = ["MaskedDataset", "MaskedSets", "assess", "count_phrases", "mask", "sanitize", "sets"]
