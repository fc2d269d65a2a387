"""Names of columns that we add for a while."""

from __future__ import annotations

from typing import Sequence

from ..errors import InputError

#: The block of a row; who made it, what it lost, the chance that it is linked.
BLOCK, WORKER, LOSS, LINKED = "__block", "__worker", "__loss", "__linked"
#: What pairs or groups rows, the same of another frame, a value beside it, the place of a row in an order.
KEY, OTHER, VALUE, PLACE = "__key", "__other", "__value", "__hash"
#: How the masked one of two columns is called, and a column to sort by.
AFTER, ORDER = "__after_", "__order_"


def check_names(names: Sequence[str]) -> None:
    """Every column has a name of its own, and none of ours."""
    if len(set(names)) != len(names):
        raise InputError("two columns have one name")
    for name in names:
        if name in (BLOCK, WORKER, LOSS, LINKED, KEY, OTHER, VALUE, PLACE) or name.startswith((AFTER, ORDER)):
            raise InputError(f"column “{name}”: that name is given to columns of ours", help="rename the column", column=name)
