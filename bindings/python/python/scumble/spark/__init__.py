"""Scumble on Apache Spark: the same functions where the data is larger than a machine.

| to do this | call |
|---|---|
| sanitise columns of text | :func:`sanitize` |
| mask columns of numbers with k-anonymity | :func:`mask` |
| anonymise a column of sets (queries, baskets, diagnoses) | :func:`sets` |
| measure k, l and t of a release; beside the original its loss and linkage | :func:`assess` |
| count phrases, for information content and mutual information | :func:`count_phrases` |

The workers need the wheel of scumble, pyarrow and pandas below 3; nothing is downloaded. The same data and seed give the same rows at
any number of partitions. See docs/spark.md for what runs where, what the driver sees, and how to size blocks.
"""

from .counts import PhraseCounts, count_phrases
from .documents import sanitize
from .measures import assess
from .sets import MaskedSets, sets
from .tables import MaskedFrame, mask

__all__ = ["MaskedFrame", "MaskedSets", "PhraseCounts", "assess", "count_phrases", "mask", "sanitize", "sets"]
