"""What a release promises, measured over the whole dataset, and what it lost and still discloses."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, Dict, List, Optional, Sequence

from .._cluster.distance import OrderedDistance
from .._cluster.failure import told
from .._cluster.group import links
from .._cluster.names import AFTER, BLOCK, KEY, VALUE, check_there
from .._cluster.promise import check_cells, check_rows, check_seed
from ..errors import InputError, PromiseError
from .rows import gathered, grouped, is_number, kinds, mapped, numbers, summed
from .tables import seen, where


def assess(
    ds: Any,
    columns: Sequence[str],
    *,
    confidential: Optional[str] = None,
    original: Any = None,
    key: Optional[str] = None,
    block_rows: int = 20_000,
    seed: int = 42,
) -> Dict[str, Any]:
    """k of the columns over the whole dataset and, of a confidential column, l and t. With the `original` and the column `key` that has
    the same value for one person in both datasets, also the information loss of columns of numbers (`sse_sst`, in percent) and
    distance-based record linkage in blocks (`linked_in_blocks`, in percent), as :func:`scumble.spark.assess` says.
    """
    names, types = [columns] if isinstance(columns, str) else list(columns), kinds(ds)
    check_there([*names, *([confidential] if confidential else [])], types)
    if not names:
        raise InputError("columns: name the columns that an intruder may know")
    if not ds.count():
        raise InputError("the dataset is empty")
    if original is None and key is not None:
        raise InputError("key: it pairs records with those of the original, which is not there")
    with told():
        report = _classes(ds, names, confidential, types)
        if original is not None:
            report.update(_compared(ds, original, names, key, block_rows, seed))
    return report


def _classes(ds: Any, names: List[str], confidential: Optional[str], types: Dict[str, Any]) -> Dict[str, Any]:
    import pyarrow

    def keyed(table: Any) -> Any:
        made = {KEY: _texts(table, names)}
        if confidential is not None:
            made[VALUE] = _texts(table, [confidential])
        return pyarrow.table(made)

    rows = mapped(ds, keyed)
    if confidential is None:
        found = gathered(mapped(rows.groupby(KEY).count(), lambda table: pyarrow.table({"n": table.column("count()")})))
        sizes = found.column("n").to_numpy()
        return {"k": int(sizes.min()), "classes": len(sizes), "records": int(sizes.sum())}
    counts = rows.groupby([KEY, VALUE]).count().materialize()
    order, shares = _distribution(counts, is_number(types[confidential]))
    ordered = OrderedDistance(shares) if is_number(types[confidential]) and len(order) > 1 else None

    def measure(table: Any) -> Any:
        """One class: its size, its distinct values, and how far its distribution is from that of all."""
        import numpy

        values, sizes = table.column(VALUE).to_pylist(), table.column("count()").to_numpy()
        places = [order.get(value, -1) for value in values]
        if -1 in places:
            raise PromiseError("a value was not there when values were counted", help="the data must not change between two passes")
        own = sizes / sizes.sum()
        of_all = shares[places]
        # Values that a class does not have weigh 1 − Σ q of those that it has.
        distance = ordered(places, own) if ordered is not None else (numpy.abs(own - of_all).sum() + 1.0 - of_all.sum()) / 2.0
        # A value that is missing is not one to be told.
        return pyarrow.table({"n": [int(sizes.sum())], "l": [len(set(values) - {_MISSING})], "t": [float(distance)]})

    found = gathered(counts.groupby(KEY).map_groups(measure, batch_format="pyarrow"))
    size, distinct, distance = (found.column(name).to_numpy() for name in ("n", "l", "t"))
    return {"k": int(size.min()), "classes": len(size), "records": int(size.sum()), "l": int(distinct.min()), "t": float(distance.max())}


#: What stands for a missing value, which no value does.
_MISSING = "None"


def _texts(table: Any, names: List[str]) -> Any:
    """One text for each row, equal where its cells are: both zeros are the same, and so is all that is missing."""
    import pyarrow

    columns = []
    for name in names:
        column = table.column(name)
        if pyarrow.types.is_floating(column.type):
            columns.append([None if cell != cell else cell for cell in numbers(column).tolist()])
        elif pyarrow.types.is_decimal(column.type):
            columns.append([None if cell is None else _Exact(cell) for cell in column.to_pylist()])
        else:
            columns.append(column.to_pylist())
    cells = columns[0] if len(columns) == 1 else zip(*columns)
    return pyarrow.array([repr(cell) for cell in cells], pyarrow.string())


class _Exact(Decimal):
    """A decimal that is written as a number."""

    def __repr__(self) -> str:
        return str(self)


def _distribution(counts: Any, ordered: bool) -> Any:
    """The place of each value in their order, and its share of all records."""
    import numpy

    parts = mapped(counts, lambda table: table.group_by(VALUE).aggregate([("count()", "sum")]).rename_columns([VALUE, "count"]))
    sizes = {value: count for (value,), count in summed(gathered(parts), [VALUE]).items()}
    values = sorted(sizes, key=(lambda text: (text != _MISSING, Decimal(0 if text == _MISSING else text))) if ordered else str)
    shares = numpy.array([sizes[value] for value in values], dtype=numpy.float64)
    return {value: at for at, value in enumerate(values)}, shares / shares.sum()


def _compared(release: Any, original: Any, names: List[str], key: Optional[str], block_rows: int, seed: int) -> Dict[str, Any]:
    import pyarrow

    if key is None:
        raise InputError("key: name the column that has the same value for one person in both datasets")
    check_rows(block_rows, 1)
    check_seed(seed)
    records = _checked(release, names, key, "release")
    _checked(original, names, key, "original")
    kinds_of_key = [kinds(one)[key] for one in (release, original)]
    if kinds_of_key[0] != kinds_of_key[1]:
        raise InputError(f"“{key}” is of {kinds_of_key[0]} in the release, of {kinds_of_key[1]} in the original", column=key)
    own = mapped(original, lambda table: _as_numbers(table, names, key, ""))
    other = mapped(release, lambda table: _as_numbers(table, names, key, AFTER))
    pairs = own.join(other, join_type="inner", num_partitions=max(1, min(round(records / block_rows), 200)), on=(KEY,)).materialize()
    found = pairs.count()
    if found != records:
        raise InputError(
            f"{found} of {records} records have the same “{key}” in both datasets",
            help="the key is the same for one person in both, and for nobody else",
            column=key,
        )
    masked = [AFTER + name for name in names]

    def lost(table: Any) -> Any:
        differences = [table.column(name).to_numpy() - table.column(after).to_numpy() for name, after in zip(names, masked)]
        return pyarrow.table({name: [float((difference**2).sum())] for name, difference in zip(names, differences)})

    squares = gathered(mapped(pairs, lost))
    own = pairs.select_columns(names)
    _, _, variances = seen(own, names)
    shares = [min(1.0, math.fsum(squares.column(name).to_pylist()) / (found * variances[name])) for name in names if variances[name] > 0]
    places = where(own, names, None, 1, found, block_rows, seed)
    rows = mapped(pairs, lambda table: places.with_block(table, names, None))
    linked = grouped(rows, BLOCK, len(set(places.to.values())), lambda table: pyarrow.table({"linked": [links(table, names, masked, places)]}))
    return {
        "sse_sst": 100.0 * sum(shares) / len(shares) if shares else 0.0,
        "linked_in_blocks": 100.0 * math.fsum(gathered(linked).column("linked").to_pylist()) / found,
    }


def _as_numbers(table: Any, names: List[str], key: str, prefix: str) -> Any:
    import pyarrow

    columns = [pyarrow.array(numbers(table.column(name))) for name in names]
    return pyarrow.table([table.column(key), *columns], names=[KEY, *(prefix + name for name in names)])


def _checked(ds: Any, names: List[str], key: str, which: str) -> int:
    """How many records there are, if the columns are there, numbers, and without missing values, and the key is one value a record."""
    import pyarrow

    types = kinds(ds)
    check_there([*names, key], types, f" in the {which}")
    for name in names:
        if not is_number(types[name]):
            raise InputError(f"column “{name}”: numbers are expected, not {types[name]}", column=name)
    records, cells, _ = seen(ds, names)
    keys = mapped(ds, lambda table: pyarrow.table({KEY: _texts(table, [key])})).groupby(KEY).count()
    distinct = sum(gathered(mapped(keys, lambda table: pyarrow.table({"n": [table.num_rows]}))).column("n").to_pylist())
    if distinct != records or not records:
        raise InputError(f"“{key}” of the {which} is not one value a record", column=key)
    check_cells(cells, f" of the {which}")
    return records
