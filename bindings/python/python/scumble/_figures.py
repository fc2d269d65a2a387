"""Figures by name, and how notebooks show them."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, Mapping, Tuple


class Figures(Mapping[str, Any]):
    """Figures by their names."""

    _figures: Dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self._figures[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)


def escaped(text: Any) -> str:
    """A text as HTML."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def table_html(rows: Iterable[Tuple[Any, Any]]) -> str:
    """Names with their values as a table of HTML."""
    cells = "".join(f"<tr><th style='text-align:left'>{escaped(name)}</th><td>{escaped(value)}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"
