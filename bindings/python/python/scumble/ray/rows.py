"""Datasets of Ray, part by part."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Union

from .._cluster.names import check_names, released
from ..errors import InputError


def mapped(ds: Any, work: Callable[[Any], Any]) -> Any:
    """The dataset with every part, a table of pyarrow, put through a function."""
    return ds.map_batches(work, batch_format="pyarrow", batch_size=None, zero_copy_batch=True)


def gathered(ds: Any) -> Any:
    """All rows of a small dataset as one table."""
    import pyarrow
    import ray

    tables = [table for table in ray.get(ds.to_arrow_refs()) if table.num_columns]
    return pyarrow.concat_tables(tables, promote_options="default") if tables else pyarrow.table({})


def grouped(ds: Any, columns: Any, groups: int, work: Callable[[Any], Any]) -> Any:
    """The dataset with every group, a table of pyarrow, put through a function."""
    return ds.groupby(columns, num_partitions=max(1, min(groups, 200))).map_groups(work, batch_format="pyarrow")


def kinds(ds: Any) -> Dict[str, Any]:
    """The types of the columns."""
    import pyarrow

    schema = ds.schema()
    if schema is None:
        raise InputError("the dataset is empty")
    types = dict(zip(schema.names, schema.types))
    check_names(schema.names)
    if not all(isinstance(kind, pyarrow.DataType) for kind in types.values()):
        # What lies there as pandas has no types of Arrow until it is converted.
        first = ds.take_batch(1000, batch_format="pyarrow")
        types = {name: first.schema.field(name).type for name in schema.names}
    return types


def declared(ds: Any, own: Iterable[str], publish: Union[str, Sequence[str]], others: Optional[str]) -> Any:
    """The dataset with the columns that come out."""
    known = list(kinds(ds))
    names = released(known, own, publish, others)
    return ds if names == known else ds.select_columns(names)


def numbers(column: Any) -> Any:
    """A column of numbers as 64-bit floats, those that are missing not a number, both zeros the same."""
    import pyarrow

    return column.cast(pyarrow.float64(), safe=False).fill_null(float("nan")).to_numpy() + 0.0


def hashes(table: Any, seed: int) -> Any:
    """A hash of each row, by its values alone."""
    import numpy
    import pandas

    made = numpy.full(table.num_rows, seed, dtype=numpy.uint64)
    for name in table.column_names:
        column = table.column(name)
        if is_number(column.type):
            cells = numbers(column)
            own = pandas.util.hash_array(cells)
            missing = numpy.isnan(cells)
        else:
            # A part in which all are missing has another type.
            own = pandas.util.hash_array(numpy.array([repr(value) for value in column.to_pylist()], dtype=object))
            missing = column.is_null().to_numpy()
        made = made * numpy.uint64(0x9E3779B97F4A7C15) + numpy.where(missing, numpy.uint64(1), own)
    return made ^ (made >> numpy.uint64(31))


def is_number(kind: Any) -> bool:
    """Whether a type is one of numbers."""
    import pyarrow

    return isinstance(kind, pyarrow.DataType) and (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind) or pyarrow.types.is_decimal(kind))


def summed(table: Any, keys: List[str]) -> Dict[Any, int]:
    """The sums of `count` by these columns."""
    sums: Dict[Any, int] = {}
    for row in table.to_pylist():
        key = tuple(row[name] for name in keys)
        sums[key] = sums.get(key, 0) + row["count"]
    return sums
