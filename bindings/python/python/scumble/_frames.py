"""Frames and columns of others as Arrow, and back as the same kind."""

from __future__ import annotations

import sys
from typing import Any, Iterable, List, Optional, Tuple

from ._options import text_of
from .errors import InputError


def library_of(value: Any) -> str:
    """The library that a value is of: the first part of the module of its type."""
    return type(value).__module__.partition(".")[0].lstrip("_")


def _pyarrow(what: str) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InputError(f"{what} needs pyarrow", help="pip install pyarrow") from None
    return pyarrow


def _is_pandas(value: Any, kind: str) -> bool:
    """Whether a value is pandas' frame or column, or of a class made from it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, getattr(pandas, kind))


def table(value: Any) -> Tuple[Any, str]:
    """A table with the Arrow capsule interface that can be read again and again, and the library that it came from.

    The index of a pandas frame is no column: it is neither masked nor released.
    """
    library = library_of(value)
    if _is_pandas(value, "DataFrame"):
        names = [str(name) for name in value.columns]
        for at, name in enumerate(names):
            if name in names[:at]:
                raise InputError(f"column “{name}” is there twice", column=name)
        pyarrow = _pyarrow("a frame of pandas")
        try:
            return pyarrow.Table.from_pandas(value, preserve_index=False), "pandas"
        except (pyarrow.ArrowException, TypeError, ValueError, OverflowError) as problem:
            raise _refused(((name, value[name]) for name in value.columns), problem) from None
    if library == "polars" and hasattr(value, "collect"):
        value = value.collect()
    if library == "polars" and hasattr(value, "dtypes"):
        value = _known_types(value)
    if library == "duckdb":
        # A relation is a query, which may give its rows in another order the next time.
        _pyarrow("a relation of DuckDB")
        value = value.to_arrow_table()
    if library == "pyarrow" and hasattr(value, "read_all"):
        value = value.read_all()
    if hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__"):
        return value, library
    if isinstance(value, dict):
        pyarrow = _pyarrow("a dictionary of columns")
        try:
            return pyarrow.table(value), "pyarrow"
        except (pyarrow.ArrowException, TypeError, ValueError, OverflowError) as problem:
            raise _refused(value.items(), problem) from None
    raise InputError(
        f"a table is expected, not {type(value).__name__}",
        help="a table of pyarrow, Polars, pandas or DuckDB, or a dictionary of columns",
    )


#: Types of Polars that Arrow does not have.
_POLARS_ALONE = ("Object", "Int128", "UInt128")


def _known_types(frame: Any) -> Any:
    """A frame of Polars whose types Arrow has; a column in which all is missing is one of text."""
    import polars

    for name, dtype in zip(frame.columns, frame.dtypes):
        if str(dtype) in _POLARS_ALONE:
            raise InputError(f"column “{name}”: its type {dtype} cannot be had as Arrow", help="cast it to another type", column=name)
    return frame.with_columns([frame.get_column(name).cast(polars.String) for name, dtype in zip(frame.columns, frame.dtypes) if dtype == polars.Null])


def _refused(columns: Iterable[Tuple[Any, Any]], problem: Exception) -> InputError:
    """Which column cannot be had, without its values."""
    pyarrow = _pyarrow("a table")
    for name, cells in columns:
        try:
            pyarrow.array(cells, from_pandas=True)
        except UnicodeError:
            for row, cell in enumerate(cells):
                if isinstance(cell, str):
                    text_of(cell, f"column “{name}”, row {row}", row=row, column=str(name))
        except OverflowError:
            return InputError(f"column “{name}”: a number is too large", column=str(name))
        except Exception:  # noqa: BLE001 - whatever it says may hold a value
            return InputError(f"column “{name}”: its values are of several types", column=str(name))
    if isinstance(problem, (pyarrow.ArrowInvalid, TypeError, ValueError)):
        return InputError("columns are lists of equal length, each of one type")
    return InputError(f"the table cannot be had as Arrow ({type(problem).__name__})")


def table_back(arrow: Any, library: str, original: Any) -> Any:
    """A table of ours as one of that library; as pyarrow's where it is at hand, else with the capsule interface alone."""
    if library == "polars":
        import polars

        return polars.DataFrame(arrow)
    if library == "pandas":
        return _as_pandas(_with_types(_pyarrow("a frame of pandas").table(arrow), original), original)
    if library == "pyarrow" or "pyarrow" in sys.modules:
        return _with_types(_pyarrow("a table of pyarrow").table(arrow), original)
    return arrow


def _with_types(made: Any, original: Any) -> Any:
    """A table of pyarrow in which what was published has the types of its own that Arrow keeps beside its cells: extensions, and the order
    of categories."""
    pyarrow = _pyarrow("a table of pyarrow")
    if not isinstance(original, (pyarrow.Table, pyarrow.RecordBatch)):
        return made
    for at, name in enumerate(made.column_names):
        before = original.schema.get_field_index(name)
        if before < 0:
            continue
        have, wanted = made.schema.field(at).type, original.schema.field(before).type
        chunks = made.column(at).chunks
        if isinstance(wanted, pyarrow.BaseExtensionType) and have == wanted.storage_type:
            typed = [wanted.wrap_array(chunk) for chunk in chunks]
        elif pyarrow.types.is_dictionary(wanted) and wanted.ordered and have == pyarrow.dictionary(wanted.index_type, wanted.value_type):
            typed = [pyarrow.DictionaryArray.from_arrays(chunk.indices, chunk.dictionary, ordered=True) for chunk in chunks]
        else:
            continue
        made = made.set_column(at, name, pyarrow.chunked_array(typed, type=wanted))
    return made


def _as_pandas(made: Any, original: Any) -> Any:
    """A frame of pandas whose columns have the types of the original's where Arrow has one for both: 64-bit integers that can be
    missing stay integers."""
    import pandas

    frame = made.to_pandas()
    known = original.schema.pandas_metadata or {"columns": []}
    types = {one["name"]: one["numpy_type"] for one in known["columns"]}
    for at, name in enumerate(made.column_names):
        dtype = _dtype(types.get(name))
        if hasattr(dtype, "__from_arrow__") and made.schema.field(name).type == original.schema.field(name).type:
            frame.isetitem(at, pandas.Series(dtype.__from_arrow__(made.column(name)), index=frame.index))
    return frame


def _dtype(name: Optional[str]) -> Any:
    """A type of pandas by its name; None for one that pandas itself cannot make of its name."""
    import pandas

    try:
        return None if name is None else pandas.api.types.pandas_dtype(name)
    except (TypeError, ValueError, NotImplementedError):
        return None


def column(value: Any) -> Tuple[Any, str, Optional[Any]]:
    """A column of text, the library that it came from, and what its copy is called by."""
    library = library_of(value)
    if _is_pandas(value, "Series") or _is_pandas(value, "Index"):
        pyarrow = _pyarrow("a column of pandas")
        try:
            # A column in which all is missing has a type of numbers.
            made = pyarrow.Array.from_pandas(value) if len(value) and not value.isna().all() else [None] * len(value)
        except UnicodeError:
            for row, cell in enumerate(value):
                if isinstance(cell, str):
                    text_of(cell, f"text {row}", row=row)
            raise InputError("a column of text is expected") from None
        except (pyarrow.ArrowException, TypeError, ValueError, OverflowError):
            raise InputError("a column of text is expected: its values are of several types") from None
        return made, "pandas", value
    if library == "polars" and hasattr(value, "name"):
        return _known_types(value.to_frame()).to_series(), library, value
    if library == "numpy" and hasattr(value, "tolist"):
        if getattr(value, "ndim", 1) != 1:
            raise InputError(f"a column of text is expected, not an array of {value.ndim} dimensions")
        return value.tolist(), library, value
    if isinstance(value, (str, bytes, bytearray, dict)) or not (hasattr(value, "__arrow_c_stream__") or hasattr(value, "__iter__")):
        raise InputError(f"a text, a list of texts or a column is expected, not {type(value).__name__}")
    return value, library, None


def column_back(arrow: Any, library: str, like: Optional[Any]) -> Any:
    """A column of ours as one of that library; a list for a list."""
    if library == "polars":
        import polars

        return polars.Series(like.name if like is not None else "", polars.Series(arrow))
    if library == "pandas" and like is not None:
        import pandas

        texts = _pyarrow("a column of pandas").array(arrow).to_pylist()
        if isinstance(like, pandas.Index):
            return pandas.Index(texts, name=like.name, dtype=object)
        return pandas.Series(texts, index=like.index, name=like.name, dtype=object)
    if library == "numpy":
        import numpy

        return numpy.array(texts_of(arrow), dtype=object)
    if library == "pyarrow":
        return _pyarrow("a column of pyarrow").array(arrow)
    return texts_of(arrow)


def texts_of(arrow: Any) -> List[Optional[str]]:
    """The texts of an array of ours."""
    return list(arrow.to_pylist())
