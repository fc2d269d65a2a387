"""Scumble protects text and tables about people, and measures what the protection is worth.

| to do this | call |
|---|---|
| sanitise a text, a list of texts or a column | :func:`sanitize`, :class:`Sanitizer` |
| sanitise a file, or bytes | :func:`sanitize_file` |
| release with labels that can be undone | :meth:`Sanitizer.release`, :func:`restore` |
| what the columns of a table are, and a policy to edit | :func:`roles` |
| mask a table | :func:`mask` |
| measure and attack a masked table | :func:`assess`, :func:`link` |
| try many ways to mask a table | :func:`explore` |
| anonymise set-valued records, measure them | :func:`anonymize_sets`, :func:`assess_sets` |
| measure sanitised documents, sweep over a setting | :func:`assess_documents`, :func:`sweep_documents` |
| vector spaces | :mod:`scumble.vectors` |
| compare terms, list kinds of them, count phrases, parse a text | :func:`similarity`, :func:`topics`, :func:`count`, :func:`parse` |
| scikit-learn, Apache Spark, Ray | :mod:`scumble.sklearn`, :mod:`scumble.spark`, :mod:`scumble.ray` |

Options have the names of the keys of a policy file; a key that is not known is an error that names the nearest. Errors are subclasses
of :class:`ScumbleError` and never carry a value of the data.
"""

from . import vectors
from ._scumble import __version__, set_threads
from .assessed import AssessedDocuments, SweptDocuments, assess_documents, sweep_documents
from .documents import Decision, Sanitized, SanitizedColumn, Sanitizer, restore, sanitize, sanitize_file
from .errors import (
    CountsError,
    FileError,
    InputError,
    InternalError,
    PromiseError,
    ScumbleError,
    WithheldError,
)
from .sets import AnonymizedSets, anonymize_sets, assess_sets
from .tables import Assessment, Explored, Linked, Masked, Roles, assess, explore, link, mask, roles
from .terms import count, parse, similarity, topics

__all__ = [
    "AnonymizedSets",
    "AssessedDocuments",
    "Assessment",
    "CountsError",
    "Decision",
    "Explored",
    "FileError",
    "InputError",
    "InternalError",
    "Linked",
    "Masked",
    "PromiseError",
    "Roles",
    "Sanitized",
    "SanitizedColumn",
    "Sanitizer",
    "ScumbleError",
    "SweptDocuments",
    "WithheldError",
    "__version__",
    "anonymize_sets",
    "assess",
    "assess_documents",
    "assess_sets",
    "count",
    "explore",
    "link",
    "mask",
    "parse",
    "restore",
    "roles",
    "sanitize",
    "sanitize_file",
    "set_threads",
    "similarity",
    "sweep_documents",
    "topics",
    "vectors",
]
