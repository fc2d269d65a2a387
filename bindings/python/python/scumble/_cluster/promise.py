"""What is checked before and after a table is masked in blocks."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from ..errors import InputError, PromiseError

#: What a broken promise of ours is.
FAULT = "this is a fault of the program: please report it"


def check_columns(kinds: Dict[str, str], numbers: Sequence[str], names: List[str], stratum: Optional[str], k: int, records: int) -> None:
    """The columns that are asked for are there, once each, and numbers; k can be kept."""
    for name in names + ([stratum] if stratum is not None else []):
        if name not in kinds:
            raise InputError(f"there is no column “{name}”", help=f"the columns are {', '.join(kinds)}", column=name)
    if not names or len(set(names)) != len(names) or stratum in names:
        raise InputError("columns: name the columns to mask, each once, without the stratum")
    for name in names:
        if name not in numbers:
            raise InputError(f"column “{name}”: numbers are expected, not {kinds[name]}", column=name)
    check_k(k, records)


def check_k(k: int, records: int) -> None:
    """k can be kept."""
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
