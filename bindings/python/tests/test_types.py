"""The package is typed."""

from __future__ import annotations

import pytest


def test_types_are_consistent(root):
    api = pytest.importorskip("mypy.api")
    package = root / "bindings/python/python/scumble"
    out, errors, status = api.run(["--strict", "--ignore-missing-imports", "--allow-subclassing-any", "--cache-dir=/dev/null", str(package)])
    assert status == 0, out + errors
