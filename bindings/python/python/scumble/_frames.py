"""Frames and columns of others as Arrow, and back as the same kind."""

from __future__ import annotations

import sys
from typing import Any, List, Optional, Tuple

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


def table(value: Any) -> Tuple[Any, str]:
    """A table with the Arrow capsule interface, and the library that it came from.

    The index of a pandas frame is no column: it is neither masked nor released.
    """
    library = library_of(value)
    if library == "pandas" and hasattr(value, "columns"):
        names = [str(name) for name in value.columns]
        for at, name in enumerate(names):
            if name in names[:at]:
                raise InputError(f"column “{name}” is there twice", column=name)
        pyarrow = _pyarrow("a frame of pandas")
        try:
            return pyarrow.Table.from_pandas(value, preserve_index=False), library
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError, pyarrow.ArrowNotImplementedError) as problem:
            raise InputError(_mixed(value, problem)) from None
    if library == "polars" and hasattr(value, "collect"):
        value = value.collect()
    if library == "duckdb" and not hasattr(value, "__arrow_c_stream__"):
        value = value.arrow()
    if hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__"):
        return value, library
    if isinstance(value, dict):
        pyarrow = _pyarrow("a dictionary of columns")
        try:
            return pyarrow.table(value), "pyarrow"
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError, TypeError):
            raise InputError("the columns of a dictionary are lists of equal length, each of one type") from None
    raise InputError(
        f"a table is expected, not {type(value).__name__}",
        help="a table of pyarrow, Polars, pandas or DuckDB, or a dictionary of columns",
    )


def _mixed(frame: Any, problem: Exception) -> str:
    """Which column cannot be had, without its values."""
    pyarrow = _pyarrow("a frame of pandas")
    for name in frame.columns:
        try:
            pyarrow.Array.from_pandas(frame[name])
        except Exception:  # noqa: BLE001 - whatever it says may hold a value
            return f"column “{name}”: its values are of several types"
    return f"the frame cannot be had as Arrow ({type(problem).__name__})"


def table_back(arrow: Any, library: str) -> Any:
    """A table of ours as one of that library; as pyarrow's where it is at hand, else with the capsule interface alone."""
    if library == "polars":
        import polars

        return polars.DataFrame(arrow)
    if library == "pandas":
        return _pyarrow("a frame of pandas").table(arrow).to_pandas()
    if library == "pyarrow" or "pyarrow" in sys.modules:
        return _pyarrow("a table of pyarrow").table(arrow)
    return arrow


def column(value: Any) -> Tuple[Any, str, Optional[Any]]:
    """A column of text, the library that it came from, and what its copy is called by."""
    library = library_of(value)
    if library == "pandas" and hasattr(value, "index"):
        pyarrow = _pyarrow("a column of pandas")
        try:
            return pyarrow.chunked_array([pyarrow.Array.from_pandas(value)]) if len(value) else [], library, value
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):
            raise InputError("a column of text is expected: its values are of several types") from None
        except TypeError:
            return pyarrow.Array.from_pandas(value), library, value
    if library == "polars" and hasattr(value, "name"):
        return value, library, value
    if library == "numpy" and hasattr(value, "tolist"):
        return value.tolist(), library, value
    if isinstance(value, (bytes, bytearray, dict)) or not (hasattr(value, "__arrow_c_stream__") or hasattr(value, "__iter__")):
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
