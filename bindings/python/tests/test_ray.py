"""Datasets of Ray: the promise holds over the whole, and blocks do not matter."""

from __future__ import annotations

import random

import pytest
import scumble

pyarrow = pytest.importorskip("pyarrow")
ray = pytest.importorskip("ray")

import ray.data  # noqa: E402
import scumble.ray as on_ray  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def cluster(tmp_path_factory):
    # More than there are processors, so that Ray keeps the workers that it has started.
    ray.init(num_cpus=6, include_dashboard=False, log_to_driver=False, logging_level="ERROR", object_store_memory=200_000_000)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars, context.default_hash_shuffle_parallelism = False, 4
    yield
    ray.shutdown()


def numbers(count, seed=7):
    random.seed(seed)
    a = [random.gauss(0, 1) for _ in range(count)]
    return pyarrow.table(
        {
            "id": [(1 << 60) + at for at in range(count)],
            "a": [round(50 + 10 * x) for x in a],
            "b": [round(x + random.gauss(0, 1), 3) for x in a],
            "region": [random.choice("NS") for _ in a],
        }
    )


def dataset(table, blocks):
    """The rows in so many blocks, in another order for each number of them."""
    rows = list(range(table.num_rows))
    random.Random(blocks).shuffle(rows)
    return ray.data.from_arrow(table.take(rows)).repartition(blocks)


def rows_of(ds):
    return sorted((tuple(row.values()) for row in ds.take_all()), key=repr)


def test_k_holds_over_the_whole_and_blocks_do_not_matter():
    table, results = numbers(1500), []
    for blocks in (1, 5):
        masked = on_ray.mask(dataset(table, blocks), ["a", "b"], 5, block_rows=500, linkage=True, others="publish")
        report = masked.report
        assert report["smallest_over_all"] >= 5 and report["records"] == 1500 and report["blocks"] > 1
        assert masked.ds.schema().names == table.column_names and masked.ds.schema().types == table.schema.types
        assert 0 < report["linked_in_blocks"] <= 20.0
        results.append(rows_of(masked.ds))
    assert results[0] == results[1]
    whole = scumble.mask(table.select(["a", "b"]), others="mask", k=5, round="none")
    assert report["sse_sst"] < 1.25 * whole.loss
    found = on_ray.assess(masked.ds, ["a", "b"], original=dataset(table, 3), key="id")
    assert (found["k"], found["classes"], found["records"]) == (report["smallest_over_all"], report["classes"], 1500)
    assert found["sse_sst"] == pytest.approx(report["sse_sst"], rel=1e-3)
    assert 0 < found["linked_in_blocks"] <= 20.0


def test_strata_are_masked_apart():
    masked = on_ray.mask(dataset(numbers(600), 3), ["a", "b"], 4, stratum="region", block_rows=200, others="drop")
    assert on_ray.assess(masked.ds, ["a", "b", "region"])["k"] >= 4
    one = pyarrow.table({"id": [600], "a": [1], "b": [1.0], "region": ["W"]})
    with pytest.raises(scumble.PromiseError, match="a stratum has fewer than 4 records"):
        on_ray.mask(dataset(pyarrow.concat_tables([numbers(100), one]), 2), ["a", "b"], 4, stratum="region", others="drop")


TEXTS = [
    "Ms Jane Roe was seen by Dr. Peter Lindqvist.",
    "Peter Lindqvist wrote to Ada Byron on 4 March 2019.",
    None,
    "Jane Roe and Ada Byron met in Oslo.",
]


def test_texts_are_as_on_one_machine_and_one_person_has_one_label():
    texts = TEXTS * 4
    table = pyarrow.table({"id": list(range(len(texts))), "note": texts})
    done = {row["id"]: row["note"] for row in on_ray.sanitize(dataset(table, 3), "note", withheld="why", publish="id").take_all()}
    assert [done[at] for at in range(len(texts))] == scumble.sanitize(texts).texts
    for pseudonyms in ("collection", "keyed"):
        results = [rows_of(on_ray.sanitize(dataset(table, blocks), ["note"], pseudonyms=pseudonyms, secret=b"k", publish="id")) for blocks in (1, 3)]
        assert results[0] == results[1]
        labels = dict(results[0])
        assert labels[3].startswith(f"{labels[0].split()[0]} and ") and len({labels[at] for at in range(0, 16, 4)}) == 1
    found = on_ray.count_phrases(dataset(table, 3), "note", ["Jane Roe", "Oslo"], partners=["Ada Byron"])
    assert (found.documents, found.counts["jane roe"], found.pairs[("oslo", "ada byron")]) == (12, 8, 4)


def test_sets_are_anonymised_in_blocks():
    random.seed(3)
    items = [["train", "bus", "ship", "bicycle", "car"], ["asthma", "measles", "influenza", "cough"], ["dog", "cat", "horse", "cow"]]
    table = pyarrow.table({"id": list(range(201)), "items": [random.sample(random.choice(items), 3) for _ in range(200)] + [["qqxzv"]]})
    results = []
    for blocks in (1, 4):
        masked = on_ray.sets(dataset(table, blocks), "items", 4, block_rows=50, publish="id")
        assert masked.report["smallest_over_all"] >= 4 and masked.report["blocks"] > 2 and masked.report["unknown"] == 1
        results.append(rows_of(masked.ds))
    assert results[0] == results[1] and (200, None) in results[0]


def test_k_l_and_t():
    table = pyarrow.table({"q": list("xxyyy"), "v": [1.0, 2.0, 3.0, 4.0, 4.0], "s": list("abaac")})
    found = on_ray.assess(dataset(table, 2), ["q"], confidential="s")
    assert (found["k"], found["l"], found["classes"], found["records"]) == (2, 2, 2, 5)
    # Class x: |0.5 − 0.6| + |0.5 − 0.2| + 0.2, halved; class y: |⅔ − 0.6| + 0.2 + |⅓ − 0.2|, halved.
    assert found["t"] == pytest.approx(0.3)
    with pytest.raises(scumble.InputError, match="pairs records with those of the original"):
        on_ray.assess(dataset(table, 2), ["q"], key="q")
    ordered = on_ray.assess(dataset(table, 2), ["q"], confidential="v")
    assert ordered["t"] == pytest.approx((abs(0.5 - 0.2) + abs(1 - 0.4) + abs(1 - 0.6)) / 3)


def test_zeros_missing_values_and_frames_of_pandas():
    cells = [0.0, -0.0, float("nan"), None]
    table = pyarrow.table({"q": pyarrow.array(cells), "s": pyarrow.array([0.0, -0.0, 1.0, None])})
    found = on_ray.assess(dataset(table, 2), ["q"], confidential="s")
    # Both zeros are one value; what is missing is alike, and none to be told: of the other class one value is left.
    assert (found["k"], found["classes"], found["l"]) == (2, 2, 1)
    frame = ray.data.from_pandas(pyarrow.table({"note": TEXTS}).to_pandas())
    assert [row["note"] for row in on_ray.sanitize(frame, "note").take_all()] == scumble.sanitize(TEXTS).texts


def test_decimals_are_compared_exactly():
    from decimal import Decimal

    near = [Decimal("1.00000000000000000001"), Decimal("1.00000000000000000002"), None, Decimal("2.00000000000000000000")]
    table = pyarrow.table({"q": pyarrow.array(near * 2, pyarrow.decimal128(30, 20))})
    found = on_ray.assess(dataset(table, 2), ["q"])
    assert (found["k"], found["classes"]) == (2, 4)
    of = on_ray.assess(dataset(table.append_column("s", table["q"]), 2), ["q"], confidential="s")
    assert of["l"] == 0 and of["t"] == pytest.approx(0.5)


def test_few_distinct_rows_are_drawn_by_how_many_they_are():
    table = pyarrow.table({"a": [at % 3 for at in range(40_000)]})
    masked = on_ray.mask(dataset(table, 2), ["a"], 5, block_rows=15_000)
    # Three values: a block may have two, and one group of it both.
    assert masked.report["blocks"] > 1 and masked.report["classes"] <= 4 and masked.report["sse_sst"] < 0.01


def test_times_are_published_and_rare_terms_need_blocks_of_as_many_records():
    from datetime import datetime, timezone

    times = pyarrow.array([datetime(2024, 5, 1 + at % 7, tzinfo=timezone.utc) for at in range(307)], pyarrow.timestamp("us", "Europe/Vienna"))
    items = [["cat", "dog"]] * 7 + [["train", "bus"]] * 200 + [["ship", "bus"]] * 100
    table = pyarrow.table({"a": [at % 5 for at in range(307)], "items": items, "t": times})
    masked = on_ray.mask(dataset(table.select(["a", "t"]), 3), ["a"], 4, publish="t")
    assert sorted(row["t"] for row in masked.ds.take_all()) == sorted(times.to_pylist())
    sets = on_ray.sets(dataset(table.select(["items", "t"]), 3), "items", 3, block_rows=40, rare_terms=20, publish="t")
    assert sets.report["smallest_over_all"] >= 3 and sets.report["released"] == 307


def test_bad_input():
    table = numbers(20)
    infinite = ray.data.from_arrow(pyarrow.table({"b": [float("inf"), *map(float, range(9))]}))
    sentinel = ray.data.from_arrow(pyarrow.table({"a": [(1 << 63) - 1, *range(9)]}))
    nothing = ray.data.from_arrow(table.slice(0, 0))
    ds = ray.data.from_arrow(table)
    null = ray.data.from_arrow(table.set_column(1, "a", pyarrow.array([None, *range(19)], pyarrow.int64())))
    for call, text in [
        (lambda: on_ray.mask(ds, ["a", "x"], 3), "there is no column “x”"),
        (lambda: on_ray.mask(ds, ["region"], 3), "column “region”: numbers are expected"),
        (lambda: on_ray.mask(ds, ["a"], 21, others="drop"), "k = 21 of 20 records"),
        (lambda: on_ray.mask(ds, [], 3), "name the columns"),
        (lambda: on_ray.mask(ray.data.from_arrow(table.rename_columns(["__block", "a", "b", "c"])), ["a"], 3), "that name is given to columns of ours"),
        (lambda: on_ray.mask(null, ["a"], 3, others="drop"), "column “a”: 1 values are missing"),
        (lambda: on_ray.mask(infinite, ["b"], 3), "column “b”: 1 values are infinite"),
        (lambda: on_ray.mask(sentinel, ["a"], 3), "column “a”: 1 values are infinite, or whole numbers beyond"),
        (lambda: on_ray.mask(ds, ["a"], "3", others="drop"), "k: a whole number"),
        (lambda: on_ray.mask(ds, ["a"], 3, others="drop", seed=-1), "seed: a whole number"),
        (lambda: on_ray.assess(ds, ["a"], original=ds, key="id", block_rows=0), "block_rows: a whole number"),
        (lambda: on_ray.assess(nothing, ["a"]), "the dataset is empty"),
        (lambda: on_ray.sanitize(ds, "a"), "column “a”: text is expected"),
        (lambda: on_ray.sanitize(ds, "region", others="drop", secret=b"k"), "labels of each document need none"),
        (lambda: on_ray.sanitize(ds, "region", others="drop", hid=["x"]), "did you mean “hide”"),
        (lambda: on_ray.mask(ds, ["a", "b"], 3), "2 columns are not declared: id, region"),
        (lambda: on_ray.sanitize(ds, "region", publish=["id"]), "2 columns are not declared: a, b"),
        (lambda: on_ray.mask(ds, ["a"], 3, others="drop", method="mdva"), "method: refined, mdav or v-mdav"),
        (lambda: on_ray.sets(ds, "a", 3), "lists of text are expected"),
        (lambda: on_ray.assess(ds, ["a"], original=ds), "key: name the column"),
        (lambda: on_ray.assess(ds, ["a"], original=ds, key="region"), "is not one value a record"),
        (lambda: on_ray.assess(ds, ["a"], original=ray.data.from_arrow(table.slice(0, 9)), key="id"), "9 of 20 records have the same “id”"),
        (lambda: on_ray.count_phrases(ds, "x", ["a"]), "there is no column “x”"),
    ]:
        with pytest.raises(scumble.InputError, match=text):
            call()
