"""Set-valued records in blocks of similar ones: categories, blocks, and what a worker does with a block."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from .._options import to_json
from ..errors import InputError, PromiseError
from .group import in_order, released_order
from .names import KEY, LOSS
from .promise import FAULT, check_k, check_rows


#: Places of records by a hash: a category is cut between them, into so many blocks at most.
PLACES = 1024


def check(k: int, records: int, block_rows: int, options: Dict[str, Any]) -> None:
    """k can be kept, in blocks of so many records, with such options."""
    from .. import _scumble

    check_k(k, records)
    check_rows(block_rows, least(k, options))
    if "none" in (options.get("taxonomy"), *(options["taxonomy"] if isinstance(options.get("taxonomy"), (list, tuple)) else ())):
        raise InputError("taxonomy: records are cut into blocks by a taxonomy", help="scumble.anonymize_sets takes none")
    _scumble.set_categories([], to_json(options))


def least(k: int, options: Dict[str, Any]) -> int:
    """How many records a block needs: a term of fewer than `rare_terms` people is not released, and a block shares nothing with others."""
    rare = options.get("rare_terms")
    return max(k, rare) if isinstance(rare, int) else k


def check_missing(column: str, missing: int) -> None:
    """No record and no item is missing."""
    if missing:
        raise InputError(f"column “{column}”: {missing} records are null or have an item that is null", help="leave them out", column=column)


def check_known(unknown: int, records: int, needed: int) -> None:
    """Enough records have a known item."""
    if records - unknown < needed:
        raise InputError(f"{records - unknown} of {records} records have a known item, and {needed} are needed")


def with_category(table: Any, column: str, options: Dict[str, Any]) -> Any:
    """Rows with their category: the most specific concept above half of the items."""
    import pyarrow

    from .. import _scumble

    keys = _scumble.set_categories(_numbered(table.column(table.schema.get_field_index(column))), to_json(options))
    return table.append_column(KEY, pyarrow.array(keys, pyarrow.string()))


def cut(counts: Dict[str, int], places: Dict[str, Dict[int, int]], rows: int, least: int) -> Dict[str, List[int]]:
    """For each category its block, or for each of its places one where it is cut: neighbours share a block until it has enough rows, and
    no block has too few."""
    goes: Dict[str, List[int]] = {}
    sizes: List[int] = []
    is_open = False
    for key in sorted(counts):
        if not is_cut(counts[key], rows):
            if not is_open or sizes[-1] >= rows:
                sizes.append(0)
            is_open = True
            sizes[-1] += counts[key]
            goes[key] = [len(sizes) - 1]
            continue
        share = counts[key] / round(counts[key] / rows)
        sizes.append(0)
        goes[key] = []
        for place in range(PLACES):
            if sizes[-1] >= share:
                sizes.append(0)
            sizes[-1] += places[key].get(place, 0)
            goes[key].append(len(sizes) - 1)
        is_open = False
    block, held, joined = 0, 0, []
    for size in sizes:
        joined.append(block)
        held += size
        if held >= least:
            block, held = block + 1, 0
    # What is left over joins the block before.
    return {key: [min(joined[at], max(block - 1, 0)) for at in of] for key, of in goes.items()}


def is_cut(count: int, rows: int) -> bool:
    """Whether a category of so many records has several blocks."""
    return round(count / rows) > 1


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
    field = table.schema.field(place).with_nullable(True)
    table = table.set_column(place, field, pyarrow.array(items, field.type))
    # The order of the originals would tell more than the released sets do.
    return released_order(table.append_column(LOSS, pyarrow.array([loss] * table.num_rows, pyarrow.float64())))


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
