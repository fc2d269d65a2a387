"""Set-valued records in blocks of similar ones: categories, blocks, and what a worker does with a block."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from .._options import to_json
from ..errors import InputError, PromiseError
from .group import in_order
from .names import KEY, LOSS
from .promise import FAULT, check_k


def check(k: int, records: int, block_rows: int) -> None:
    """k can be kept, in blocks of so many records."""
    check_k(k, records)
    if block_rows < 2 * k:
        raise InputError(f"block_rows: at least {2 * k} are needed for k = {k}")


def check_missing(column: str, missing: int) -> None:
    """No record and no item is missing."""
    if missing:
        raise InputError(f"column “{column}”: {missing} records are null or have an item that is null", help="leave them out", column=column)


def check_known(unknown: int, records: int, k: int) -> None:
    """Enough records have a known item."""
    if records - unknown < k:
        raise InputError(f"{records - unknown} of {records} records have a known item, and k is {k}")


def with_category(table: Any, column: str, options: Dict[str, Any]) -> Any:
    """Rows with their category: the most specific concept above half of the items."""
    import pyarrow

    from .. import _scumble

    keys = _scumble.set_categories(_numbered(table.column(table.schema.get_field_index(column))), to_json(options))
    return table.append_column(KEY, pyarrow.array(keys, pyarrow.string()))


def cut(counts: Dict[str, int], rows: int, least: int) -> Dict[str, Tuple[int, int]]:
    """For each category its first block and in how many it is cut: neighbours share a block until it has enough rows."""
    goes: Dict[str, Tuple[int, int]] = {}
    block, held = 0, 0
    for key in sorted(counts):
        parts = max(1, round(counts[key] / rows))
        if parts > 1:
            if held:
                block += 1
            goes[key] = (block, parts)
            block, held = block + parts, 0
            continue
        goes[key] = (block, 1)
        held += counts[key]
        if held >= rows:
            block, held = block + 1, 0
    if 0 < held < least and block > 0:
        # What is left over joins the block before.
        for key, (at, parts) in goes.items():
            if at == block and parts == 1:
                goes[key] = (block - 1, 1)
    return goes


def anonymized(table: Any, column: str, known: bool, options: Dict[str, Any]) -> Any:
    """A block with the released sets; without a known item, there is nothing to release."""
    import pyarrow

    from .. import _scumble

    _scumble.set_threads(1)
    items: List[Any] = [None] * table.num_rows
    loss = None
    if known:
        table = in_order(table, [])
        made = _scumble.anonymize_sets(_numbered(table.column(column)), to_json(options), None)
        items, loss = made.items(), made.loss()
    place = table.schema.get_field_index(column)
    field = table.schema.field(place)
    table = table.set_column(place, field, pyarrow.array(items, field.type))
    return table.append_column(LOSS, pyarrow.array([loss] * table.num_rows, pyarrow.float64()))


def reported(*, records: int, found: int, released: int, unknown: int, k: int, smallest: int, losses: List[float]) -> Dict[str, Any]:
    """What was done, if the promise is kept by the whole result."""
    if smallest < k:
        raise PromiseError(f"only {smallest} records are equal", help=FAULT)
    if found != records or released != records - unknown:
        raise PromiseError(f"{released} of {records - unknown} records are in the result", help=FAULT)
    return {
        "records": records,
        "released": released,
        "unknown": unknown,
        "k": k,
        "smallest_over_all": smallest,
        "blocks": len(losses),
        "loss": sum(losses) / len(losses),
    }


def _numbered(items: Any) -> List[Tuple[str, List[str]]]:
    return [(str(number), one) for number, one in enumerate(items.to_pylist(), 1)]
