"""What is checked before and after a table is masked in blocks."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

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


def check_blocks(k: int, block_rows: int, method: str, effort: Optional[float]) -> None:
    """Blocks can be made, and are masked by such a method."""
    if isinstance(block_rows, bool) or not isinstance(block_rows, int) or block_rows < 2 * k:
        raise InputError(f"block_rows: a whole number of at least {2 * k} is needed for k = {k}")
    if method not in METHODS:
        raise InputError(f"method: {', '.join(METHODS[:-1])} or {METHODS[-1]} is expected")
    if effort is not None and (method != "refined" or not isinstance(effort, (int, float)) or not 0 < effort < float("inf")):
        raise InputError("effort: a number above 0 is expected, for the method refined")


def check_k(k: int, records: int) -> None:
    """k can be kept."""
    if isinstance(k, bool) or not isinstance(k, int):
        raise InputError("k: a whole number is expected")
    if k < 2 or records < k:
        raise InputError(f"k = {k} of {records} records", help="k is at least 2, and at most the number of records")


def check_missing(missing: Dict[str, int]) -> None:
    """No value is missing."""
    for name, count in missing.items():
        if count:
            raise InputError(f"column “{name}”: {count} values are missing", help="leave out those records, or fill the values", column=name)


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
