"""Exceptions: the class says what kind of problem it is, the attributes where it is and what to do. None carries a value of the data.

>>> import scumble
>>> try:
...     scumble.sanitize("Ms Jane Roe slept.", replace="labl")
... except scumble.InputError as error:
...     print(error)
options: replace: unknown replacement “labl”; did you mean “label”? (known: remove, label, generalise, mask, surrogate)
"""

from __future__ import annotations

from typing import Optional

__all__ = ["ScumbleError", "InputError", "PromiseError", "WithheldError", "CountsError", "FileError", "InternalError"]


class ScumbleError(Exception):
    """A run that stopped. `row` counts from 0 in a frame, and as a spreadsheet does in a file."""

    def __init__(
        self,
        message: str = "",
        help: Optional[str] = None,
        row: Optional[int] = None,
        column: Optional[str] = None,
        line: Optional[int] = None,
        file: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.row = row
        self.column = column
        self.line = line
        self.file = file

    def __str__(self) -> str:
        return f"{self.message}\n  help: {self.help}" if self.help else self.message

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return (type(self), (self.message, self.help, self.row, self.column, self.line, self.file))


class InputError(ScumbleError, ValueError):
    """Options or data that cannot be used."""


class PromiseError(ScumbleError):
    """A promise that cannot be kept: nothing is released."""


class WithheldError(ScumbleError):
    """A document that is not released because it may still disclose something."""


class CountsError(ScumbleError):
    """A corpus that gave no counts."""


class FileError(ScumbleError, OSError):
    """A file that cannot be read or written."""

    def __str__(self) -> str:
        return ScumbleError.__str__(self)


class InternalError(ScumbleError):
    """A fault of the program itself."""

    def __init__(self, message: str = "a fault of the program: please report it, with what was called", *rest: object) -> None:
        super().__init__(message)
