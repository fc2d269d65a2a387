"""A column of sets, anonymised in blocks of similar records on the workers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Tuple, Union

from .._cluster.failure import told
from .._cluster.names import BLOCK, KEY, LOSS, PLACE, check_there
from .._cluster.records import PLACES, anonymized, check, check_known, check_missing, cut, is_cut, least, reported, with_category
from ..errors import InputError, PromiseError
from .rows import declared, gathered, grouped, hashes, kinds, mapped, summed


@dataclass
class MaskedSets:
    """A dataset whose sets keep their promise: `ds` may be released."""

    ds: Any
    """The dataset with the released sets, null for a record none of whose items is known."""
    report: Dict[str, Any]
    """Records, how many equal the rarest released one, blocks, records without a known item, the mean loss of the blocks."""


def sets(
    ds: Any, column: str, k: int, *, block_rows: int = 5_000, publish: Union[str, Sequence[str]] = (), others: Optional[str] = None, **options: Any
) -> MaskedSets:
    """Anonymises a column of sets (lists of text): at least k records publish the same set, whichever one takes, as
    :func:`scumble.spark.sets` says. Columns to `publish` come out as they are; all others must be decided on too (`others="drop"` or
    `"publish"`)."""
    _check_column(ds, column)
    ds = declared(ds, [column], publish, others)
    records, missing = _seen(ds, column)
    check(k, records, block_rows, options)
    check_missing(column, missing)
    with told():
        return _sets(ds, column, k, records, block_rows, {**options, "k": k})


def _sets(ds: Any, column: str, k: int, records: int, block_rows: int, options: Dict[str, Any]) -> MaskedSets:
    keyed = mapped(ds, lambda table: with_category(_placed(table), column, options))
    counts, places = _counts(keyed, block_rows)
    unknown = counts.pop(None, 0)
    check_known(unknown, records, least(k, options))
    goes = cut(counts, places, block_rows, least(k, options))

    def block(key: Any, place: int) -> int:
        if key is None:
            return -1
        if key not in goes:
            raise PromiseError("a record was not there when records were counted", help="the data must not change between two passes")
        return goes[key][place] if len(goes[key]) > 1 else goes[key][0]

    def with_block(table: Any) -> Any:
        import pyarrow

        blocks = [block(key, place) for key, place in zip(table.column(KEY).to_pylist(), table.column(PLACE).to_pylist())]
        return table.append_column(BLOCK, pyarrow.array(blocks, pyarrow.int64()))

    def work(table: Any) -> Any:
        return anonymized(table, column, table.column(BLOCK)[0].as_py() != -1, options)

    kept = grouped(mapped(keyed, with_block), BLOCK, len({at for of in goes.values() for at in of}), work).materialize()
    classes = gathered(mapped(mapped(kept.select_columns([column]), lambda table: _keys(table, column)).groupby("set").count(), _sizes)).to_pylist()
    losses = {row[BLOCK]: row[LOSS] for row in gathered(mapped(kept.select_columns([BLOCK, LOSS]), _distinct)).to_pylist()}
    report = reported(
        records=records,
        found=kept.count(),
        released=sum(row["released"] for row in classes),
        unknown=unknown,
        k=k,
        smallest=min((row["smallest"] for row in classes if row["released"]), default=0),
        losses=[losses[block] for block in sorted(losses) if losses[block] is not None],
    )
    return MaskedSets(kept.drop_columns([KEY, PLACE, BLOCK, LOSS]), report)


def _check_column(ds: Any, column: str) -> None:
    import pyarrow

    types = kinds(ds)
    check_there([column], types)
    kind = types[column]
    lists = isinstance(kind, pyarrow.DataType) and (pyarrow.types.is_list(kind) or pyarrow.types.is_large_list(kind))
    if not lists or not (pyarrow.types.is_string(kind.value_type) or pyarrow.types.is_large_string(kind.value_type)):
        raise InputError(f"column “{column}”: lists of text are expected, not {kind}", column=column)


def _seen(ds: Any, column: str) -> Tuple[int, int]:
    """How many records there are, and how many are missing or have an item that is."""
    import pyarrow

    def work(table: Any) -> Any:
        items = table.column(column).to_pylist()
        return pyarrow.table({"rows": [len(items)], "missing": [sum(one is None or None in one for one in items)]})

    found = gathered(mapped(ds.select_columns([column]), work)).to_pylist()
    return sum(part["rows"] for part in found), sum(part["missing"] for part in found)


def _placed(table: Any) -> Any:
    """Rows with their places by a hash."""
    import numpy
    import pyarrow

    return table.append_column(PLACE, pyarrow.array((hashes(table, 0) % numpy.uint64(PLACES)).astype(numpy.int64)))


def _counts(keyed: Any, rows: int) -> Tuple[Dict[Any, int], Dict[str, Dict[int, int]]]:
    """How many records each category has, and each place of those that are cut."""

    def work(table: Any) -> Any:
        return table.group_by([KEY, PLACE]).aggregate([([], "count_all")]).rename_columns([KEY, PLACE, "count"])

    places: Dict[Any, Dict[int, int]] = {}
    for (key, place), count in summed(gathered(mapped(keyed.select_columns([KEY, PLACE]), work)), [KEY, PLACE]).items():
        places.setdefault(key, {})[place] = count
    counts = {key: sum(of.values()) for key, of in places.items()}
    return counts, {key: of for key, of in places.items() if is_cut(counts[key], rows)}


def _keys(table: Any, column: str) -> Any:
    """The released sets, each as one text, whatever the order of its items."""
    import pyarrow

    items = [json.dumps(sorted(one)) for one in table.column(column).to_pylist() if one is not None]
    return pyarrow.table({"set": pyarrow.array(items, pyarrow.string())})


def _sizes(table: Any) -> Any:
    import pyarrow
    import pyarrow.compute

    sizes = table.column("count()") if table.num_rows else pyarrow.array([], pyarrow.int64())
    return pyarrow.table({"smallest": [pyarrow.compute.min(sizes).as_py()], "released": [pyarrow.compute.sum(sizes).as_py() or 0]})


def _distinct(table: Any) -> Any:
    return table.group_by([BLOCK, LOSS]).aggregate([])
