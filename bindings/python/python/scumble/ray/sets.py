"""A column of sets, anonymised in blocks of similar records on the workers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict

from .._cluster.names import BLOCK, KEY, LOSS
from .._cluster.records import anonymized, check, check_known, check_missing, cut, reported, with_category
from ..errors import InputError, PromiseError
from .rows import gathered, grouped, hashes, kinds, mapped, summed


@dataclass
class MaskedSets:
    """A dataset whose sets keep their promise: `ds` may be released."""

    ds: Any
    """The dataset with the released sets, null for a record none of whose items is known."""
    report: Dict[str, Any]
    """Records, how many equal the rarest released one, blocks, records without a known item, the mean loss of the blocks."""


def sets(ds: Any, column: str, k: int, *, block_rows: int = 5_000, **options: Any) -> MaskedSets:
    """Anonymises a column of sets (lists of text): at least k records publish the same set, whichever one takes, as
    :func:`scumble.spark.sets` says."""
    records = _check(ds, column, k, block_rows)
    options = {**options, "k": k}
    keyed = mapped(ds, lambda table: with_category(table, column, options))
    counts = {key: count for (key,), count in summed(gathered(mapped(keyed.select_columns([KEY]), _by_category)), [KEY]).items()}
    unknown = counts.pop(None, 0)
    check_known(unknown, records, k)
    goes = cut(counts, block_rows, k)

    def with_block(table: Any) -> Any:
        import pyarrow

        parts = hashes(table.drop_columns([KEY]), 0).tolist()
        keys = table.column(KEY).to_pylist()
        if not goes.keys() >= {key for key in keys if key is not None}:
            raise PromiseError("a record was not there when records were counted", help="the data must not change between two passes")
        blocks = [-1 if key is None else goes[key][0] + part % goes[key][1] for key, part in zip(keys, parts)]
        return table.append_column(BLOCK, pyarrow.array(blocks, pyarrow.int64()))

    def work(table: Any) -> Any:
        return anonymized(table, column, table.column(BLOCK)[0].as_py() != -1, options)

    kept = grouped(mapped(keyed, with_block), BLOCK, len(goes), work).materialize()
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
    return MaskedSets(kept.drop_columns([KEY, BLOCK, LOSS]), report)


def _check(ds: Any, column: str, k: int, block_rows: int) -> int:
    import pyarrow

    types = kinds(ds)
    if column not in types:
        raise InputError(f"there is no column “{column}”", help=f"the columns are {', '.join(types)}", column=column)
    kind = types[column]
    lists = isinstance(kind, pyarrow.DataType) and (pyarrow.types.is_list(kind) or pyarrow.types.is_large_list(kind))
    if not lists or not (pyarrow.types.is_string(kind.value_type) or pyarrow.types.is_large_string(kind.value_type)):
        raise InputError(f"column “{column}”: lists of text are expected, not {kind}", column=column)

    def work(table: Any) -> Any:
        items = table.column(column).to_pylist()
        return pyarrow.table({"rows": [len(items)], "missing": [sum(one is None or None in one for one in items)]})

    found = gathered(mapped(ds.select_columns([column]), work)).to_pylist()
    records = int(sum(part["rows"] for part in found))
    check(k, records, block_rows)
    check_missing(column, sum(part["missing"] for part in found))
    return records


def _by_category(table: Any) -> Any:
    return table.group_by(KEY).aggregate([([], "count_all")]).rename_columns([KEY, "count"])


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
