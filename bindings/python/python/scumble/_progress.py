"""How far a long run is: a line of text, as tqdm writes one."""

from __future__ import annotations

import sys
import time
from typing import Callable, Optional, Union

Progress = Union[None, bool, Callable[[str, int, int], object]]
"""`True` shows a bar, `False` none, `None` one where somebody looks and the run takes a while; or a function of stage, done and all."""

_PATIENCE = 2.0
_WIDTH = 24


class _Bar:
    def __init__(self, at_once: bool) -> None:
        self.start = time.monotonic()
        self.shown = 0.0
        self.patience = 0.0 if at_once else _PATIENCE
        self.length = 0

    def __call__(self, stage: str, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self.start < self.patience or now - self.shown < 0.1 or not stage:
            return
        self.shown = now
        seconds = f"{now - self.start:.0f} s"
        if of:
            full = round(_WIDTH * min(done, of) / of)
            bar = "█" * full + "░" * (_WIDTH - full)
            text = f"{stage} {100 * done // of:3d} % |{bar}| {done:,}/{of:,} [{seconds}]"
        else:
            text = f"{stage} … [{seconds}]"
        sys.stderr.write("\r" + text.ljust(self.length))
        sys.stderr.flush()
        self.length = len(text)

    def close(self) -> None:
        if self.length:
            sys.stderr.write("\r" + " " * self.length + "\r")
            sys.stderr.flush()


def _somebody_looks() -> bool:
    return "ipykernel" in sys.modules or bool(getattr(sys.stderr, "isatty", lambda: False)())


class watching:
    """`with watching(progress) as told:` gives the function that a run tells its progress."""

    def __init__(self, progress: Progress) -> None:
        self._bar: Optional[_Bar] = None
        if callable(progress):
            self._told: Optional[Callable[[str, int, int], object]] = progress
        elif progress or (progress is None and _somebody_looks()):
            self._bar = _Bar(at_once=bool(progress))
            self._told = self._bar
        else:
            self._told = None

    def __enter__(self) -> Optional[Callable[[str, int, int], object]]:
        return self._told

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
