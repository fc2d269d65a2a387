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
| vector spaces | :mod:`scumble.vectors` |
| compare terms, list kinds of them | :func:`similarity`, :func:`topics` |
| scikit-learn, Apache Spark, Ray | :mod:`scumble.sklearn`, :mod:`scumble.spark`, :mod:`scumble.ray` |

Options have the names of the keys of a policy file; a key that is not known is an error that names the nearest. Errors are subclasses
of :class:`ScumbleError` and never carry a value of the data.
"""

from . import vectors
from ._scumble import __version__, set_threads
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
from .terms import similarity, topics

__all__ = [
    "AnonymizedSets",
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
    "WithheldError",
    "__version__",
    "anonymize_sets",
    "assess",
    "assess_sets",
    "explore",
    "link",
    "mask",
    "restore",
    "roles",
    "sanitize",
    "sanitize_file",
    "set_threads",
    "similarity",
    "topics",
    "vectors",
]
