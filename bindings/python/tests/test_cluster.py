"""What a worker does with its part, without a cluster."""

from __future__ import annotations

import random

import pytest
import scumble

numpy = pytest.importorskip("numpy")
pyarrow = pytest.importorskip("pyarrow")

from scumble._cluster import centres, group, labels, records  # noqa: E402
from scumble._cluster.distance import OrderedDistance  # noqa: E402
from scumble._cluster.names import BLOCK  # noqa: E402
from scumble._cluster.places import Places  # noqa: E402


def microaggregated(table, names, k=3, method="mdav"):
    places = Places(numpy.zeros((1, len(names))), numpy.zeros(len(names)), numpy.ones(len(names)), {})
    whole = {name for name in names if pyarrow.types.is_integer(table.schema.field(name).type)}
    table = table.append_column(BLOCK, pyarrow.array([0] * len(table)))
    return group.microaggregated(table, names, k, places, whole, method, None, 42, True, "here")


def test_released_rows_stand_in_an_order_that_tells_nothing_of_the_originals():
    random.seed(5)
    rows = [(random.gauss(0, 1), random.gauss(0, 1), random.choice("xy")) for _ in range(60)]
    table = pyarrow.table(dict(zip(("a", "b", "s"), map(list, zip(*rows)))))
    made = microaggregated(table, ["a", "b"])
    released = list(zip(*(made.column(name).to_pylist() for name in ("a", "b", "s"))))
    assert released == sorted(released) and len(set(released)) < 60
    # Sets too: by what is released, not by what was given.
    items = [random.sample(["dog", "cat", "horse", "cow", "sheep", "goat"], 3) for _ in range(24)]
    block = pyarrow.table({"items": items})
    made = records.anonymized(block, "items", True, {"k": 4})
    released = [repr(one) for one in made.column("items").to_pylist()]
    assert released == sorted(released) and len(set(released)) <= 6


def test_names_are_names_whatever_they_look_like():
    odd = pyarrow.table({".x": [1.0, 2.0, 3.0, 11.0, 12.0, 13.0], "x": list("fedcba"), "a.b": [0, 0, 0, 1, 1, 1]})
    made = microaggregated(odd, [".x", "a.b"])
    assert made.column(".x").to_pylist() == [2.0] * 3 + [12.0] * 3 and made.column("x").to_pylist() == list("defabc")


def test_equal_rows_are_one_group_and_large_blocks_of_few_values_are_split():
    made = microaggregated(pyarrow.table({"a": [7] * 1000}), ["a"])
    assert made.column("a").to_pylist() == [7] * 1000
    with pytest.raises(scumble.ScumbleError):
        microaggregated(pyarrow.table({"a": [7, 7]}), ["a"])
    sample = numpy.array([[0.0]] * 50 + [[1.0]] * 50)
    found, changed = centres.split(numpy.array([[0.5]]), {0: 1_000_000}, sample, 20_000, 1)
    assert changed and sorted(found.ravel()) == [0.0, 1.0]
    assert not centres.split(found, {0: 500_000, 1: 500_000}, sample, 20_000, 1)[1]


def test_the_ordered_distance_is_that_over_all_values():
    random.seed(9)
    for count in (2, 3, 10, 50):
        of_all = numpy.array([random.randint(1, 9) for _ in range(count)], dtype=float)
        of_all /= of_all.sum()
        measure = OrderedDistance(of_all)
        for size in (1, 2, count):
            places = random.sample(range(count), size)
            shares = numpy.array([random.random() for _ in places])
            shares /= shares.sum()
            dense = numpy.zeros(count)
            dense[places] = shares
            expected = numpy.abs(numpy.cumsum(dense) - numpy.cumsum(of_all)).sum() / (count - 1)
            assert measure(places, shares) == pytest.approx(expected, abs=1e-12)


def test_linkage_is_the_same_however_it_is_cut(monkeypatch):
    random.seed(2)
    rows = numpy.array([[random.gauss(0, 1), random.gauss(0, 1)] for _ in range(50)])
    of, sizes = group.classes(numpy.round(rows))
    whole = group.linked_in_block(rows, numpy.round(rows), of, sizes)
    monkeypatch.setattr(group, "_CELLS", 1)
    assert numpy.array_equal(group.linked_in_block(rows, numpy.round(rows), of, sizes), whole)


def test_reasons_of_all_columns_are_told_without_the_place_in_a_batch():
    class Done:
        """Texts of which the second is withheld, which no policy does to a plain text."""

        def texts(self, *given):
            return self if given else pyarrow.array(["a", None])

        def withheld(self):
            return [(1, "text 1: withheld: 2 mentions are left")]

    class Sanitizer:
        _native = Done()

    table = pyarrow.table({"a": ["a", "b"], "b": ["a", "b"]})
    made = labels.sanitized(table, ["a"], Sanitizer(), None, None, "why")
    assert made.column("why").to_pylist() == [None, "withheld: 2 mentions are left"]
    made = labels.sanitized(table, ["a", "b"], Sanitizer(), None, None, "why")
    assert made.column("why")[1].as_py() == "a: withheld: 2 mentions are left; b: withheld: 2 mentions are left"
