"""Columns by their names: those that we add for a while, and what becomes of the others."""

from __future__ import annotations

from typing import Iterable, List, Optional, Sequence

from ..errors import InputError

#: The block of a row; who made it, what it lost, the chance that it is linked.
BLOCK, WORKER, LOSS, LINKED = "__block", "__worker", "__loss", "__linked"
#: What pairs or groups rows, the same of another frame, a value beside it, the place of a row in an order, how many rows there are.
KEY, OTHER, VALUE, PLACE, COUNT = "__key", "__other", "__value", "__hash", "__count"
#: How the masked one of two columns is called.
AFTER = "__after_"


def check_names(names: Sequence[str], by_case: bool = True) -> None:
    """Every column has a name of its own, and none of ours; `by_case` says whether names that differ by case are two."""
    compared = [name if by_case else name.lower() for name in names]
    for at, (name, form) in enumerate(zip(names, compared)):
        if form in compared[:at]:
            other = names[compared.index(form)]
            alike = "" if other == name else f": to Spark it is “{other}”"
            raise InputError(f"column “{name}” is there twice{alike}", help="rename one of the two", column=name)
        if form in (BLOCK, WORKER, LOSS, LINKED, KEY, OTHER, VALUE, PLACE, COUNT) or form.startswith(AFTER):
            raise InputError(f"column “{name}”: that name is given to columns of ours", help="rename the column", column=name)


def check_there(names: Iterable[str], known: Iterable[str], where: str = "") -> None:
    """The columns that are named are there."""
    known = list(known)
    for name in names:
        if name not in known:
            raise InputError(f"there is no column “{name}”{where}", help=f"the columns are {', '.join(known)}", column=name)


def released(known: Sequence[str], own: Iterable[str], publish: Iterable[str], others: Optional[str]) -> List[str]:
    """The columns that come out, in their order: those that are protected, those to publish as they are, and all others only if that is
    said. What nobody decided is not published."""
    own, publish = list(own), [publish] if isinstance(publish, str) else list(publish)
    if others not in (None, "drop", "publish"):
        raise InputError("others: drop or publish is expected")
    check_there(publish, known)
    twice = [name for name in publish if name in own]
    if twice:
        raise InputError(f"column “{twice[0]}” is protected and published", help="a column is one of the two", column=twice[0])
    left = [name for name in known if name not in own and name not in publish]
    if left and others is None:
        columns = f"column “{left[0]}” is" if len(left) == 1 else f"{len(left)} columns are"
        named = "" if len(left) == 1 else f": {', '.join(left)}"
        raise InputError(
            f"{columns} not declared{named}",
            help='publish=[…] names columns that come out as they are; others="drop" leaves out all others, others="publish" publishes them',
            column=left[0],
        )
    return [name for name in known if name not in left or others == "publish"]
