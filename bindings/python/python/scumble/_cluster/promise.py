"""What is checked before and after a table is masked in blocks."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from ..errors import InputError, PromiseError
from .names import check_there

#: Methods that a block is masked by.
METHODS = ("refined", "mdav", "v-mdav")
#: What a broken promise of ours is.
FAULT = "this is a fault of the program: please report it"


def check_columns(kinds: Dict[str, str], numbers: Sequence[str], names: List[str], stratum: Optional[str]) -> None:
    """The columns that are asked for are there, once each, and numbers."""
    check_there(names + ([stratum] if stratum is not None else []), kinds)
    if not names or len(set(names)) != len(names) or stratum in names:
        raise InputError("columns: name the columns to mask, each once, without the stratum")
    for name in names:
        if name not in numbers:
            raise InputError(f"column “{name}”: numbers are expected, not {kinds[name]}", column=name)


def check_blocks(k: int, block_rows: int, seed: int, method: str, effort: Optional[float]) -> None:
    """Blocks can be made, and are masked by such a method."""
    check_k(k, None)
    check_rows(block_rows, k)
    check_seed(seed)
    if method not in METHODS:
        raise InputError(f"method: {', '.join(METHODS[:-1])} or {METHODS[-1]} is expected")
    if effort is not None and (method != "refined" or not isinstance(effort, (int, float)) or not 0 < effort < float("inf")):
        raise InputError("effort: a number above 0 is expected, for the method refined")


def check_rows(block_rows: int, least: int) -> None:
    """Blocks of so many records hold two groups."""
    if not _is_whole(block_rows) or block_rows < 2 * least:
        raise InputError(f"block_rows: a whole number of at least {2 * least} is needed for groups of {least}")


def check_seed(seed: int) -> None:
    """What is drawn can start from it."""
    if not _is_whole(seed) or not 0 <= seed < 1 << 62:
        raise InputError("seed: a whole number from 0 on is expected, below 2^62")


def check_k(k: int, records: Optional[int]) -> None:
    """k can be kept, by so many records if that is known."""
    if not _is_whole(k):
        raise InputError("k: a whole number is expected")
    if k < 2 or (records is not None and records < k):
        of = "" if records is None else f" of {records} records"
        raise InputError(f"k = {k}{of}", help="k is at least 2, and at most the number of records")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


#: Whole numbers beyond it are not all 64-bit floats, in which means are taken.
MOST_WHOLE = 1 << 53


def check_cells(found: Dict[str, Tuple[int, int]], which: str = "") -> None:
    """No value is missing, infinite, or a whole number that is rounded: how many of each column are missing, and how many are one of the others."""
    for name, (missing, beyond) in found.items():
        if missing:
            raise InputError(f"column “{name}”{which}: {missing} values are missing", help="leave out those records, or fill the values", column=name)
        if beyond:
            what = f"{beyond} values are infinite, or whole numbers beyond 2^53"
            raise InputError(f"column “{name}”{which}: {what}", help="leave out those records, or replace the values", column=name)


def reported(
    *, records: int, found: int, k: int, smallest: int, classes: int, per_block: List[int], workers: List[str],
    lost: float, linked: Optional[float], variances: Sequence[Optional[float]], scale: Any,
) -> Dict[str, Any]:
    """What was done, if the promise is kept by the whole result."""
    if smallest < k:
        raise PromiseError(f"only {smallest} records are equal on the masked columns", help=FAULT)
    if found != records:
        raise PromiseError(f"{found} of {records} records are in the result", help=FAULT)
    squares = records * sum(float(value or 0.0) / s**2 for value, s in zip(variances, scale))
    per_block = sorted(per_block)
    return {
        "records": records,
        "k": k,
        "smallest_over_all": smallest,
        "classes": classes,
        "blocks": len(per_block),
        "smallest_block": per_block[0],
        "largest_block": per_block[-1],
        "workers": sorted(workers),
        "sse_sst": 100.0 * lost / squares if squares > 0 else 0.0,
        "linked_in_blocks": None if linked is None else 100.0 * linked / records,
    }
