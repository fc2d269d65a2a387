"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["assessed", "documents", "errors", "sets", "tables", "terms", "vectors", "sklearn"])
def test_examples(name):
    pytest.importorskip("pyarrow")
    if name == "sklearn":
        pytest.importorskip("sklearn")
    module = importlib.import_module(f"scumble.{name}")
    failed, tried = doctest.testmod(module)
    assert tried and not failed
