"""Documents: text in, text without what gives someone away out."""

from __future__ import annotations

import json
import os
import warnings
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union, overload

from . import _frames, _scumble
from ._options import as_bytes, number_of, text_of, to_json, whole_of
from ._progress import Progress, watching
from .errors import InputError

__all__ = [
    "Decision",
    "Sanitized",
    "SanitizedColumn",
    "Sanitizer",
    "restore",
    "sanitize",
    "sanitize_file",
]


@dataclass
class Decision:
    """What is done with a piece of a document. Offsets are code points of its text, or of one part of it where it has several.

    Edit `state` (`accepted`, `rejected`, `manual`, `proposed`), `action` or `replacement` and apply it again
    (:meth:`Sanitized.apply`). One of your own needs no more than `start` and `end`.
    """

    start: int
    end: int
    id: Optional[str] = None
    part: Optional[int] = None
    kind: Optional[str] = None
    rule: Optional[str] = None
    ic: Optional[float] = None
    pmi: Optional[float] = None
    threshold: Optional[float] = None
    probability: Optional[float] = None
    match_share: Optional[float] = None
    action: Optional[str] = None
    replacement: Optional[str] = None
    state: Optional[str] = None
    topic: Optional[str] = None
    density: Optional[float] = None
    text: Optional[str] = None
    term: Optional[str] = None
    related: Optional[str] = None

    @property
    def is_applied(self) -> bool:
        """Whether it changes the text."""
        return self.state in ("accepted", "manual") and self.action != "keep"


_DECISION = {field.name for field in fields(Decision)}
_EDITED = _DECISION - {"term"}


def _decision(value: Mapping[str, Any]) -> Decision:
    return Decision(**{key: value for key, value in value.items() if key in _DECISION})


def _edited(decisions: Iterable[Union[Decision, Mapping[str, Any]]]) -> str:
    if isinstance(decisions, (str, Decision, Mapping)) or not hasattr(decisions, "__iter__"):
        raise InputError(f"decisions: a list of them is expected, not {type(decisions).__name__}")
    edited: List[Dict[str, Any]] = []
    for at, decision in enumerate(decisions):
        if not isinstance(decision, (Decision, Mapping)):
            raise InputError(f"decision {at}: a Decision or a dictionary is expected, not {type(decision).__name__}")
        given = asdict(decision) if isinstance(decision, Decision) else dict(decision)
        unknown = [key for key in given if key not in _DECISION]
        if unknown:
            raise InputError(f"decision {at}: unknown key “{unknown[0]}”", help=f"known keys: {', '.join(sorted(_DECISION))}")
        # What a table of decisions does not know is None, or not a number.
        known = {key: value for key, value in given.items() if value is not None and value == value and key in _EDITED}
        edited.append({key: _checked(value, key, at) for key, value in known.items()})
    return json.dumps(edited)


def _checked(value: Any, key: str, at: int) -> Any:
    """A field of a decision, as its type is; one that was read from a table of pandas may be NumPy's."""
    what = f"decision {at}: {key}"
    if key in ("start", "end", "part"):
        return whole_of(value, what)
    if key in ("ic", "pmi", "threshold", "probability", "match_share", "density"):
        return number_of(value, what, float("-inf"))
    return text_of(value, what)


class Sanitized:
    """A sanitised document. `text` may be released; `decisions` and `original` hold protected text."""

    def __init__(self, native: Any, sanitizer: "Sanitizer") -> None:
        self._native = native
        self._sanitizer = sanitizer
        self._figures: Optional[Dict[str, Any]] = None

    @property
    def text(self) -> str:
        """The released text; of a file that is no text, the text that can be read in it."""
        return str(self._native.text)

    @property
    def bytes(self) -> bytes:
        """The bytes of the released file."""
        return bytes(self._native.bytes)

    @property
    def original(self) -> str:
        """The text as it was read. Protected."""
        return str(self._native.original)

    @property
    def figures(self) -> Dict[str, Any]:
        """Everything that is known of the run, as the command line's JSON has it; offsets are code points."""
        if self._figures is None:
            self._figures = json.loads(self._native.to_json(True))
        return self._figures

    @property
    def decisions(self) -> List[Decision]:
        """All decisions with their text: redacted, proposed, and candidates that were kept. Protected."""
        return [_decision(value) for value in self.figures["decisions"]]

    @property
    def words_kept(self) -> float:
        """The share of words that were kept."""
        return float(self.figures["words_kept"])

    @property
    def residual_risk(self) -> Optional[float]:
        """The largest share of a sensitive term's information content that kept phrases disclose; None where no term was named."""
        risk = self.figures["residual_risk"]
        return None if risk is None else float(risk)

    @property
    def warnings(self) -> List[str]:
        """What a person should know before trusting that all text was read."""
        return list(self._native.warnings)

    def apply(self, decisions: Iterable[Union[Decision, Mapping[str, Any]]]) -> "Sanitized":
        """The same document with decisions that were edited; what they do not mention is decided by the machine.

        >>> import scumble
        >>> note = scumble.sanitize("Jane Roe lives in Oslo.")
        >>> decisions = note.decisions
        >>> for decision in decisions:
        ...     if decision.text == "Oslo":
        ...         decision.state = "rejected"
        >>> note.apply(decisions).text
        'Pers1 lives in Oslo.'
        """
        return Sanitized(self._sanitizer._native.apply(self._native, _edited(decisions)), self._sanitizer)

    def __repr__(self) -> str:
        applied = sum(1 for value in self.figures["decisions"] if _decision(value).is_applied)
        return f"<Sanitized: {applied} replacements, {100 * self.words_kept:.1f} % of words kept>"

    def _repr_html_(self) -> str:
        return str(self._native.html())


class SanitizedColumn:
    """Many sanitised texts. `texts` is of the kind that came in; a text that is withheld is missing in it."""

    def __init__(self, native: Any, library: str, like: Any, sanitizer: "Sanitizer") -> None:
        self._native = native
        self._sanitizer = sanitizer
        self._library = library
        self._like = like
        self.withheld: Dict[int, str] = dict(native.withheld())
        """Why a text is withheld, by its number from 0. No text is in it."""

    @property
    def texts(self) -> Any:
        """The released texts, as the kind of column that came in."""
        return _frames.column_back(self._native.texts(), self._library, self._like)

    @property
    def seconds(self) -> float:
        """What the library took, without what is around it in Python."""
        return float(self._native.seconds)

    def decisions(self, at: int) -> List[Decision]:
        """The decisions about one text. Protected."""
        value = self._native.to_json(range(len(self))[at], True)
        return [] if value is None else [_decision(one) for one in json.loads(value)["decisions"]]

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, at: int) -> Optional[Sanitized]:
        """One text, to look at or to decide on again; None where there is none."""
        document = self._native.document(range(len(self))[at])
        return None if document is None else Sanitized(document, self._sanitizer)

    def __iter__(self) -> Iterator[Optional[str]]:
        return iter(_frames.texts_of(self._native.texts()))

    def __repr__(self) -> str:
        return f"<SanitizedColumn: {len(self)} texts, {len(self.withheld)} withheld>"

    def _repr_html_(self) -> str:
        shown = [at for at in range(len(self)) if at not in self.withheld][:10]
        documents = [self._native.document(at) for at in shown]
        rest = len(self) - len(shown)
        more = f"<p>… and {rest} more</p>" if rest > 0 else ""
        return "<hr>".join(str(document.html()) for document in documents if document is not None) + more


@lru_cache(maxsize=8)
def _known(policy: str, seed: Optional[int]) -> Any:
    """The models of a policy that reads no files, which may have changed: those that were opened before."""
    return _scumble.Sanitizer(policy, seed, False)


#: Keys of a policy that are about the fields of records.
_OF_RECORDS = ("fields", "publish", "drop_fields", "other_fields")


class Sanitizer:
    """Sanitises documents by one set of options, the keys of `[documents]` in a policy file.

    It holds its models, can be shared between threads, and pickles: its options and the content of a policy file travel (also the
    terms to hide), not the models, nor files that the policy names.

    >>> import scumble
    >>> sanitizer = scumble.Sanitizer(hide=["leprosy"])
    >>> sanitizer.text("Ms Jane Roe was treated for leprosy.").text
    'Pers1 was treated for Term1.'

    `policy` is a method (`combined`, `ic`, `ic+pmi`), a purpose (`scumble policy list`), a policy file, or a dictionary like one;
    the other options lie over it. `seed` fixes what is drawn (moved dates, made-up names): who knows it knows the choices.
    """

    def __init__(self, *, seed: Optional[int] = None, **options: Any) -> None:
        for key in _OF_RECORDS:
            if options.get(key) is not None:
                raise InputError(f"options: {key}: a text has no fields", help="give the columns that are to be sanitised, each by itself")
        self._options = to_json(options)
        seed = None if seed is None else whole_of(seed, "options: seed")
        self._seed = seed
        self._policy, self._reads_files = _scumble.document_policy(self._options)
        self._native = _scumble.Sanitizer(self._policy, seed, True) if self._reads_files else _known(self._policy, seed)

    @property
    def options(self) -> Dict[str, Any]:
        """The options that it was made with. Terms to hide are among them."""
        return dict(json.loads(self._options))

    @property
    def beta(self) -> float:
        """β in bits: noun phrases with at least this information content are redacted."""
        return float(self._native.beta)

    def text(self, text: str, name: Optional[str] = None) -> Sanitized:
        """Sanitises a text. Its `name` is that of the page about the person, where the policy has a `background`."""
        return Sanitized(self._native.text(text, None if name is None else text_of(name, "name")), self)

    def texts(self, texts: Any, *, progress: Progress = None) -> SanitizedColumn:
        """Sanitises a list of texts or a column, each text by itself. A text that must not be released is withheld: it is missing in
        the result, which says why, and a warning is given."""
        column, library, like = _frames.column(texts)
        with watching(progress) as told:
            done = SanitizedColumn(self._native.texts(column, told), library, like, self)
        if done.withheld:
            warnings.warn(f"{len(done.withheld)} of {len(done)} texts are withheld: see .withheld", stacklevel=2)
        return done

    def file(self, path: Union[str, "os.PathLike[str]"], data: Optional[bytes] = None) -> Sanitized:
        """Sanitises a file, or bytes that are called like one: text, Markdown, HTML, DOCX, PDF, mail. The result has its `bytes`."""
        name = os.fsdecode(path)
        if data is None:
            with open(name, "rb") as file:
                data = file.read()
        own = text_of(os.path.basename(name), "name")
        return Sanitized(self._native.file(own, as_bytes(data, own)), self)

    def release(
        self,
        documents: Mapping[str, Union[str, bytes]],
        key: Union[str, "os.PathLike[str]"],
        passphrase: str,
        *,
        keep_names: bool = False,
        progress: Progress = None,
    ) -> Tuple[Dict[str, bytes], Dict[str, str]]:
        """Releases documents by name with labels that stand for the same in all of them; the key file, encrypted with the passphrase,
        keeps what they stand for (:func:`restore`). Gives the released files by their new names, and why others are withheld."""
        if not isinstance(documents, Mapping):
            raise InputError(f"documents: a dictionary of them by name is expected, not {type(documents).__name__}")
        files = [(text_of(name, "name"), as_bytes(text, name)) for name, text in documents.items()]
        with watching(progress) as told:
            released, withheld = self._native.release(files, os.fspath(key), text_of(passphrase, "passphrase"), keep_names, told)
        return {output: data for _, output, data in released}, dict(withheld)

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return (_again, (self._options, self._policy, self._reads_files, self._seed))

    def __repr__(self) -> str:
        return f"<Sanitizer: β {self.beta:.1f} bits, counts from {self._native.counts}>"


def _again(options: str, policy: str, reads_files: bool, seed: Optional[int]) -> Sanitizer:
    """The sanitizer of a pickle: a policy file was read before."""
    made = Sanitizer.__new__(Sanitizer)
    made._options, made._seed, made._policy, made._reads_files = options, seed, policy, reads_files
    # Whoever made the pickle was warned.
    made._native = _scumble.Sanitizer(policy, seed, False) if reads_files else _known(policy, seed)
    return made


@overload
def sanitize(text: str, *, seed: Optional[int] = None, progress: Progress = None, **options: Any) -> Sanitized: ...
@overload
def sanitize(text: Any, *, seed: Optional[int] = None, progress: Progress = None, **options: Any) -> SanitizedColumn: ...
def sanitize(text: Any, *, seed: Optional[int] = None, progress: Progress = None, **options: Any) -> Union[Sanitized, SanitizedColumn]:
    """Sanitises a text, a list of texts, or a column of text (pyarrow, Polars, pandas, NumPy).

    The options are the keys of `[documents]` in a policy file: `hide`, `person`, `deny`, `allow`, `replace`, `dates`, `policy`, …

    >>> import scumble
    >>> scumble.sanitize("Ms Jane Roe was seen by Dr. Peter Lindqvist.").text
    'Pers1 was seen by Pers2.'
    >>> scumble.sanitize(["Jane Roe slept.", None], replace="remove").texts
    ['[REDACTED] slept.', None]

    Gives a :class:`Sanitized`, or a :class:`SanitizedColumn` for several texts.
    """
    sanitizer = Sanitizer(seed=seed, **options)
    return sanitizer.text(text) if isinstance(text, str) else sanitizer.texts(text, progress=progress)


def sanitize_file(path: Union[str, "os.PathLike[str]"], data: Optional[bytes] = None, **options: Any) -> Sanitized:
    """Sanitises a file, or bytes that are called like one. The file's name says which page of a `background` is about the person.

    >>> import scumble
    >>> scumble.sanitize_file("note.html", b"<p>Ms <b>Jane</b> Roe slept.</p>").bytes
    b'<p>Pers1<b></b> slept.</p>'
    """
    return Sanitizer(**options).file(path, data)


def restore(
    name: str, data: Union[str, bytes], key: Union[str, "os.PathLike[str]"], passphrase: str
) -> bytes:
    """The document behind a released one, by the key file of its release (:meth:`Sanitizer.release`)."""
    return bytes(_scumble.restore(text_of(name, "name"), as_bytes(data, name), os.fspath(key), text_of(passphrase, "passphrase")))
