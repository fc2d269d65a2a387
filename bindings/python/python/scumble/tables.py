"""Tables: masked, measured, attacked, explored."""

from __future__ import annotations

import csv
import io
import json
import os
from typing import Any, Dict, Iterator, List, Optional

from . import _frames, _scumble
from ._figures import Figures, escaped, table_html
from ._options import number_of, to_json, whole_of
from ._progress import Progress, watching
from .errors import InputError

__all__ = ["Assessment", "Explored", "Linked", "Masked", "Roles", "assess", "explore", "link", "mask", "roles"]


class Roles:
    """What the columns of a table are: guesses, to be read before they are used."""

    def __init__(self, figures: str, policy: str) -> None:
        self._figures: Dict[str, Any] = json.loads(figures)
        self.policy = policy
        """The roles as a policy file to edit, as TOML."""

    @property
    def columns(self) -> List[Dict[str, Any]]:
        """For each column its role, kind and missing values, how many distinct values it has, and how many records it singles out."""
        return list(self._figures["columns"])

    @property
    def pairs(self) -> Optional[List[Dict[str, Any]]]:
        """The pairs of columns that single out most records, besides those of one column; None if there are too many to look at."""
        pairs = self._figures["pairs"]
        return None if pairs is None else list(pairs)

    def __repr__(self) -> str:
        return f"<Roles: {', '.join(column['name'] + ' ' + column['role'] for column in self.columns)}>"

    def _repr_html_(self) -> str:
        said = "{role}: {distinct} distinct, singles out {singled_out}"
        return table_html([(column["name"], said.format(**column)) for column in self.columns])


def roles(table: Any, *, k: int = 5) -> Roles:
    """Says what the columns of a table are, how many records each singles out (no other has the same value), and suggests a role for
    each, as a policy to edit, which asks for groups of `k`. The roles are guesses from names and values.

    >>> import scumble
    >>> people = {"name": ["A", "B", "C", "D"], "age": [23, 23, 58, 46], "region": ["N", "N", "S", "S"]}
    >>> [(column["name"], column["singled_out"]) for column in scumble.roles(people).columns]
    [('name', 4), ('age', 2), ('region', 0)]
    """
    arrow, _ = _frames.table(table)
    return Roles(*_scumble.roles(arrow, whole_of(k, "k", 2)))


class Masked:
    """A masked table that keeps its promise. `table` may be released."""

    def __init__(self, native: Any, library: str, original: Any) -> None:
        self._native = native
        self._library = library
        self._original = original
        self.report: Dict[str, Any] = json.loads(native.to_json())
        """What was done and what is kept, as the command line's JSON has it."""

    @property
    def table(self) -> Any:
        """The masked table, of the kind that came in (a relation of DuckDB and a dictionary come out as pyarrow's table)."""
        return _frames.table_back(self._native.table(), self._library, self._original)

    @property
    def rows(self) -> List[int]:
        """For each released record its row in the original, from 0. Not to be released."""
        return list(self._native.rows().to_pylist())

    @property
    def smallest(self) -> int:
        """Every record equals at least so many, itself included, on the masked columns."""
        return int(self.report["smallest_over_all"])

    @property
    def loss(self) -> Optional[float]:
        """The share of the variation of numbers, dates and ordinals that is lost, in percent; None without such a column."""
        loss = self.report["sse_sst"]
        return None if loss is None else float(loss)

    @property
    def warnings(self) -> List[str]:
        """What a person should know."""
        return list(self.report["warnings"])

    def page(self) -> str:
        """A page for internal use, as HTML: columns before and after, loss and risk."""
        return str(self._native.page(self._original))

    def codebook(self, *, json: bool = False) -> str:
        """A codebook to publish with the release, made from the release alone: Markdown, or JSON."""
        return str(self._native.codebook(json))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.table().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        loss = "" if self.loss is None else f", {self.loss:.2f} % of the variation lost"
        return f"<Masked: {self.report['records']} records by {self.report['method']}, smallest class {self.smallest}{loss}>"

    def _repr_html_(self) -> str:
        rows = [("method", self.report["method"]), ("records", self.report["records"]), ("smallest class", self.smallest)]
        if self.loss is not None:
            rows.append(("variation lost", f"{self.loss:.2f} %"))
        rows += [(f"loss of {name}", f"{column['loss']:.4f}") for name, column in self.report["columns"].items()]
        return table_html(rows) + "".join(f"<p>{escaped(text)}</p>" for text in self.warnings)


def mask(
    table: Any,
    *,
    time: Optional[float] = None,
    target: Optional[float] = None,
    progress: Progress = None,
    **options: Any,
) -> Masked:
    """Masks a table: groups of at least k records publish their centroid, or values are generalised, suppressed or perturbed.

    The options are the keys of a policy file (`seed`, `others`, `round`, `shuffle`, `missing`, `promise`, `mask`) and, beside them,
    those of one step (`method`, `k`, `effort`, `standardize`, …). `columns` is a list of columns to mask, or a dictionary of roles
    and kinds as in a policy file; `identifier`, `quasi`, `confidential`, `publish`, `weight`, `stratum` and `household` name columns
    by their role. `blocks` is `auto`, `no` or a number of records; `policy` a file or a dictionary that the others lie over.

    >>> import scumble
    >>> people = {"name": ["A", "B", "C", "D"], "age": [23, 18, 58, 46], "income": [25000, 10000, 12000, 30000]}
    >>> masked = scumble.mask(people, identifier="name", columns=["age", "income"], k=2)
    >>> masked.table.to_pydict()
    {'age': [21, 21, 52, 52], 'income': [17500, 17500, 21000, 21000]}
    >>> masked.smallest
    2

    The search of `method="refined"` ends after `time` seconds, which other methods refuse. With `target`, protection of the columns
    that leak most is raised until an attack (:func:`link`) links at most so many percent of the records. A promise that cannot be
    kept is a :class:`~scumble.errors.PromiseError`, and nothing comes out.
    """
    arrow, library = _frames.table(table)
    time = None if time is None else number_of(time, "time")
    with watching(progress) as told:
        if target is not None:
            native, rounds = _scumble.mask_against(arrow, to_json(options), number_of(target, "target"), told, time)
            masked = Masked(native, library, arrow)
            masked.report["against"] = json.loads(rounds)
            return masked
        return Masked(_scumble.mask(arrow, to_json(options), told, time), library, arrow)


class Assessment(Figures):
    """What a masked table lost and still discloses: figures by name, as the command line's JSON has them."""

    def __init__(self, figures: str, records: str, page: Optional[str]) -> None:
        self._figures = json.loads(figures)
        self._records = records
        self.page = page
        """A page for internal use, as HTML, if that was asked for."""

    @property
    def records(self) -> List[Dict[str, str]]:
        """For each record its loss and risks. Not to be released."""
        return list(csv.DictReader(io.StringIO(self._records)))

    def __repr__(self) -> str:
        return f"<Assessment: {', '.join(self._figures)}>"

    def _repr_html_(self) -> str:
        def flat(prefix: str, value: Any) -> Iterator[Any]:
            if isinstance(value, dict):
                for key, inner in value.items():
                    yield from flat(f"{prefix} {key}" if prefix else key, inner)
            elif isinstance(value, float):
                yield prefix, f"{value:.4f}"
            elif isinstance(value, (int, str)):
                yield prefix, value

        return table_html(list(flat("", {key: self._figures.get(key) for key in ("loss", "risk") if key in self._figures})))


def assess(original: Any, masked: Any, *, page: bool = False, progress: Progress = None, **options: Any) -> Assessment:
    """Measures what a masked table lost, and what it still discloses.

    `masked` is what :func:`mask` gave, with all that it knows of kinds and of the order of records, or any table with the same
    records in the same order. Options: `columns`, `only` (il, pil, sse, dbrl, prl, srl, id, k, population, suda, ncp), `window`,
    `tolerance`, `weight`, `household`, `sampling_fraction`, `population` (a file), `missing_values`, `policy`.

    >>> import scumble
    >>> people = {"age": [23, 18, 58, 46], "income": [25000, 10000, 12000, 30000]}
    >>> found = scumble.assess(people, scumble.mask(people, others="mask", k=2), only=["sse", "k"])
    >>> round(found["loss"]["sse_sst"], 2)
    51.79
    """
    arrow, _ = _frames.table(original)
    release = masked._native if isinstance(masked, Masked) else _frames.table(masked)[0]
    with watching(progress) as told:
        return Assessment(*_scumble.assess_table(arrow, release, to_json(options), page, told))


class Linked(Figures):
    """What an attack found: figures by name, as the command line's JSON has them."""

    def __init__(self, figures: str, records: Any) -> None:
        self._figures = json.loads(figures)
        self.records: Dict[int, float] = dict(records)
        """By the number of a released record, the probability that it is linked rightly. Not to be released."""

    @property
    def rate(self) -> float:
        """The share of records that are expected to be linked rightly, in percent."""
        return float(self._figures["rate"])

    def __repr__(self) -> str:
        return f"<Linked: {self.rate:.2f} % of the records>"

    def _repr_html_(self) -> str:
        shares = self._figures.get("shares") or {}
        rows = [("linked", f"{self.rate:.2f} %")] + [(f"weighs {name}", f"{share:.4f}") for name, share in shares.items()]
        return table_html(rows)


def link(original: Any, masked: Any, *, progress: Progress = None, **options: Any) -> Linked:
    """Attacks a masked table: links its records with the original's by the distance that links most.

    Options: `distance` (am, md, wm, owa, sb, sb-psd, ci), `columns`, `key`, `one_to_one`, `effort`, `seed`, `missing_values`, and
    `train`: so many known pairs, or a list of rows from 0, to learn from.

    >>> import scumble
    >>> people = {"age": [23, 18, 58, 46], "income": [25000, 10000, 12000, 30000]}
    >>> scumble.link(people, scumble.mask(people, others="mask", k=2), distance="am").rate
    50.0
    """
    arrow, _ = _frames.table(original)
    release = masked._native if isinstance(masked, Masked) else _frames.table(masked)[0]
    with watching(progress) as told:
        return Linked(*_scumble.link(arrow, release, to_json(options), told))


class Explored(Figures):
    """Many ways to mask a table, each measured: figures by name, as the command line's JSON has them."""

    def __init__(self, native: Any) -> None:
        self._native = native
        self._figures: Dict[str, Any] = json.loads(native.to_json())

    @property
    def points(self) -> List[Dict[str, Any]]:
        """Every point with its figures, or why it has none."""
        return list(self._figures["points"])

    @property
    def best(self) -> Optional[str]:
        """The name of the point with the least mean of loss and risk."""
        return self._figures["best"]  # type: ignore[no-any-return]

    def policy(self, point: Optional[str] = None) -> str:
        """The policy of a point as TOML, to be written to a file; that of the best point if none is named."""
        name = point if point is not None else self.best
        text = None if name is None else self._native.policy(name)
        if text is None:
            raise InputError("point: there is no best one" if name is None else "point: there is no point of that name")
        return str(text)

    def svg(self) -> str:
        """The risk–utility map, as SVG."""
        return str(self._native.svg())

    def page(self) -> str:
        """The map with all points, as a page of HTML."""
        return str(self._native.page())

    def write(self, path: "os.PathLike[str]") -> None:
        """Writes the page of the map."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page())

    def __repr__(self) -> str:
        return f"<Explored: {len(self.points)} points, best {self.best}>"

    def _repr_html_(self) -> str:
        return self.svg()


def explore(table: Any, *, progress: Progress = None, **options: Any) -> Explored:
    """Tries many methods and parameters on a table, and measures each: risk against loss.

    Options: `methods`, `k` and `p` (a number, a list, or a range such as `"3..20"`); what the columns are is said as to :func:`mask`.

    >>> import scumble
    >>> people = {"age": list(range(20, 60)), "income": [900 * age % 7919 for age in range(20, 60)]}
    >>> found = scumble.explore(people, others="mask", methods=["mdav", "rank-swap"], k=[3, 5], p=[5])
    >>> [point["name"] for point in found.points]
    ['mdav-k3', 'mdav-k5', 'rank-swap-p5']
    """
    arrow, _ = _frames.table(table)
    with watching(progress) as told:
        return Explored(_scumble.explore(arrow, to_json(options), told))
