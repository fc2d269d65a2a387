"""Frames of Spark: their columns by name, and which of them come out."""

from __future__ import annotations

from typing import Any, Iterable, Optional

from .._cluster.names import check_names, released


def col(name: str) -> Any:
    """A column by its name, whatever characters that has."""
    from pyspark.sql import functions as F

    return F.col("`" + name.replace("`", "``") + "`")


def declared(df: Any, own: Iterable[str], publish: Iterable[str], others: Optional[str]) -> Any:
    """The frame with the columns that come out."""
    check_names(df.columns)
    return df.select(*[col(name) for name in released(df.columns, own, publish, others)])
