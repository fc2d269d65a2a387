"""A local cluster of two workers: the promise holds over the whole, and partitions do not matter."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest
import scumble

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
    pytest.skip("Spark needs Java 17", allow_module_level=True)

import scumble.spark as on_spark  # noqa: E402


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("scumble")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.default.parallelism": "4",
        "spark.executor.memory": "800m",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.adaptive.coalescePartitions.enabled": "false",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.task.maxFailures": "8",
        "spark.local.dir": str(tmp_path_factory.mktemp("spark")),
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def numbers(count, seed=7):
    random.seed(seed)
    rows = []
    for at in range(count):
        x = random.gauss(0, 1)
        y = x + random.gauss(0, 1)
        rows.append((at, round(50 + 10 * x), round(y, 3), random.choice("NS")))
    return rows


SCHEMA = "id long, a long, b double, region string"


def rows_of(df):
    return sorted(map(tuple, df.collect()))


def test_k_holds_over_the_whole_and_partitions_do_not_matter(spark):
    rows = numbers(6000)
    results = []
    for partitions in (1, 2, 8):
        df = spark.createDataFrame(rows, SCHEMA).repartition(partitions)
        masked = on_spark.mask(df, ["a", "b"], 5, block_rows=1500, linkage=True, others="publish")
        results.append(rows_of(masked.df))
        report = masked.report
        assert report["smallest_over_all"] >= 5 and report["records"] == 6000 and report["blocks"] > 1
        assert masked.df.dtypes == [("id", "bigint"), ("a", "bigint"), ("b", "double"), ("region", "string")]
        assert 0 < report["linked_in_blocks"] <= 20.0
        if partitions == 8:
            assert len(report["workers"]) == 2, "both workers did work"
            found = on_spark.assess(masked.df, ["a", "b"], confidential="region")
            assert found["k"] == report["smallest_over_all"] and found["records"] == 6000
        masked.unpersist()
    assert results[0] == results[1] == results[2]
    columns = {"a": [row[1] for row in rows], "b": [row[2] for row in rows]}
    whole = scumble.mask(columns, others="mask", k=5, round="none")
    # Blocks of 1,500 rows are small, and their borders are not repaired.
    assert report["sse_sst"] < 1.25 * whole.loss


def test_strata_are_masked_apart(spark):
    df = spark.createDataFrame(numbers(3000), SCHEMA)
    masked = on_spark.mask(df, ["a", "b"], 4, stratum="region", block_rows=800, others="drop")
    assert on_spark.assess(masked.df, ["a", "b", "region"])["k"] == masked.report["smallest_over_all"] >= 4
    assert masked.df.columns == ["a", "b", "region"]
    masked.unpersist()
    few = spark.createDataFrame(numbers(100) + [(100, 1, 1.0, "W")], SCHEMA)
    with pytest.raises(scumble.PromiseError, match="a stratum has fewer than 4 records"):
        on_spark.mask(few, ["a", "b"], 4, stratum="region", others="drop")


def test_one_block_is_what_one_machine_makes(spark):
    rows = [(at, at * 7919 % 503, float(at * at % 401), "N") for at in range(600)]
    masked = on_spark.mask(spark.createDataFrame(rows, SCHEMA), ["a", "b"], 3, method="mdav", publish=["id", "region"])
    assert masked.report["blocks"] == 1
    made = {row["id"]: (row["a"], row["b"]) for row in masked.df.collect()}
    # The same rows in the same order, so that ties are broken alike.
    ordered = sorted(rows, key=lambda row: (row[1], row[2], row[0]))
    columns = {"a": [row[1] for row in ordered], "b": [row[2] for row in ordered]}
    whole = scumble.mask(columns, others="mask", k=3, round="none", columns={"a": {"role": "quasi", "round": 0}}).table
    same = sum(made[row[0]] == pair for row, pair in zip(ordered, zip(whole["a"].to_pylist(), whole["b"].to_pylist())))
    assert same == 600


TEXTS = [
    "Ms Jane Roe was seen by Dr. Peter Lindqvist.",
    "Peter Lindqvist wrote to Ada Byron on 4 March 2019.",
    None,
    "Nobody was there.",
    "Jane Roe and Ada Byron met in Oslo.",
]


def test_texts_are_as_on_one_machine(spark):
    texts = TEXTS * 8
    df = spark.createDataFrame([(at, text) for at, text in enumerate(texts)], "id long, note string").repartition(4)
    done = {row["id"]: row["note"] for row in on_spark.sanitize(df, "note", withheld="why", publish="id").collect()}
    assert [done[at] for at in range(len(texts))] == scumble.sanitize(texts).texts


def test_one_person_has_one_label_over_all_partitions(spark):
    rows = [(at, text) for at, text in enumerate(TEXTS * 4)]
    results = []
    for partitions in (1, 5):
        df = spark.createDataFrame(rows, "id long, note string").repartition(partitions)
        results.append(rows_of(on_spark.sanitize(df, ["note"], pseudonyms="collection", secret=b"k", publish="id").fillna("")))
    assert results[0] == results[1]
    texts = [text for _, text in results[0]]
    jane = texts[0].split()[0]
    assert texts[4].startswith(f"{jane} and ") and jane in ("Pers1", "Pers2", "Pers3")
    assert len({texts[0], texts[5], texts[10]}) == 1


def test_keyed_labels_need_no_driver_and_are_the_same_in_every_run(spark):
    rows = [(at, text) for at, text in enumerate(TEXTS * 4)]
    results = []
    for partitions, secret in ((1, b"k"), (5, b"k"), (1, b"other")):
        df = spark.createDataFrame(rows, "id long, note string").repartition(partitions)
        results.append(rows_of(on_spark.sanitize(df, ["note"], pseudonyms="keyed", secret=secret, publish="id").fillna("")))
    assert results[0] == results[1] != results[2]
    texts = [text for _, text in results[0]]
    jane = texts[0].split()[0]
    assert texts[4].startswith(f"{jane} and ") and len(jane) > 6
    with pytest.raises(scumble.InputError, match="need a secret"):
        on_spark.sanitize(spark.createDataFrame(rows, "id long, note string"), "note", pseudonyms="keyed", publish="id")


ITEMS = [
    ["train", "bus", "ship", "bicycle", "car", "tram"],
    ["asthma", "measles", "influenza", "cough", "fever", "cold"],
    ["hotel", "inn", "hostel", "house", "palace", "cottage"],
    ["dog", "cat", "horse", "cow", "sheep", "goat"],
]


def test_sets_are_anonymised_in_blocks(spark):
    random.seed(3)
    rows = [(at, random.sample(random.choice(ITEMS), 3)) for at in range(400)] + [(400, ["qqxzv"])]
    results = []
    for partitions in (1, 6):
        df = spark.createDataFrame(rows, "id long, items array<string>").repartition(partitions)
        masked = on_spark.sets(df, "items", 4, block_rows=100, publish="id")
        report = masked.report
        assert report["smallest_over_all"] >= 4 and report["blocks"] > 2 and report["unknown"] == 1
        results.append(sorted((row["id"], tuple(row["items"] or ())) for row in masked.df.collect()))
        masked.unpersist()
    assert results[0] == results[1] and results[0][-1] == (400, ())
    whole = scumble.anonymize_sets([items for _, items in rows[:-1]], k=4)
    assert report["loss"] < whole.report["published_mean"] + 0.1
    with pytest.raises(scumble.InputError, match="arrays of text are expected"):
        on_spark.sets(df, "id", 4)


def test_phrases_are_counted_as_an_index_counts_them(spark, scumble_cli, tmp_path):
    texts = [f"{a} after a {b}, and {c}." for a in ("AIDS", "Fever") for b in ("blood transfusion", "Blood-Transfusion") for c in ("flu", "no flu")]
    df = spark.createDataFrame([(text,) for text in texts] + [(None,)], "text string").repartition(3)
    found = on_spark.count_phrases(df, "text", ["blood transfusion", "fever", "no flu"], partners=["AIDS"])
    assert (found.documents, found.counts) == (8, {"aids": 4, "blood transfusion": 8, "fever": 4, "no flu": 4})
    assert found.pairs == {("blood transfusion", "aids"): 4, ("no flu", "aids"): 2}
    (tmp_path / "texts.jsonl").write_text("".join(f'{{"text": "{text}"}}\n' for text in texts))
    scumble_cli("corpus", "build", tmp_path / "texts.jsonl", "-o", tmp_path / "index")
    for phrases, count in [*((phrase.split("\t"), count) for phrase, count in found.counts.items()), *found.pairs.items()]:
        assert scumble_cli("corpus", "count", f"index:{tmp_path / 'index'}", *phrases)["count"] == count
    assert on_spark.count_phrases(df, "text", (phrase for phrase in ["fever"])).counts == {"fever": 4}
    found.write(tmp_path / "counts.tsv")
    assert scumble_cli("corpus", "count", f"table:{tmp_path / 'counts.tsv'}", "fever")["count"] == 4


def test_k_l_and_t(spark):
    rows = [("x", 1.0, "a"), ("x", 2.0, "b"), ("y", 3.0, "a"), ("y", 4.0, "a"), ("y", 4.0, "c")]
    df = spark.createDataFrame(rows, "q string, v double, s string")
    found = on_spark.assess(df, ["q"], confidential="s")
    assert (found["k"], found["l"], found["classes"]) == (2, 2, 2)
    # Class x: |0.5 − 0.6| + |0.5 − 0.2| + 0.2, halved; class y: |⅔ − 0.6| + 0.2 + |⅓ − 0.2|, halved.
    assert found["t"] == pytest.approx(0.3)
    ordered = on_spark.assess(df, ["q"], confidential="v")
    assert ordered["t"] == pytest.approx((abs(0.5 - 0.2) + abs(1 - 0.4) + abs(1 - 0.6)) / 3)


def test_loss_and_linkage_beside_the_original(spark):
    rows = numbers(900)
    df = spark.createDataFrame(rows, SCHEMA).repartition(3)
    masked = on_spark.mask(df, ["a", "b"], 4, method="mdav", publish="id", others="drop")
    found = on_spark.assess(masked.df.repartition(5), ["a", "b"], original=df, key="id")
    made = {row["id"]: (row["a"], row["b"]) for row in masked.df.collect()}
    before = {"a": [row[1] for row in rows], "b": [row[2] for row in rows]}
    after = {"a": [made[row[0]][0] for row in rows], "b": [made[row[0]][1] for row in rows]}
    whole = scumble.assess(before, after, only=["sse"])
    assert found["k"] == 4 and found["sse_sst"] == pytest.approx(whole["loss"]["sse_sst_published"])
    # By hand over all pairs: one block is all there is.
    x, y = (numpy.column_stack([numpy.array(table[name], float) for name in "ab"]) for table in (before, after))
    x, y = (x - x.mean(0)) / x.std(0), (y - x.mean(0)) / x.std(0)
    squares = ((x[:, None, :] - y[None, :, :]) ** 2).sum(2)
    nearest = squares <= squares.min(1, keepdims=True) + 1e-9
    links = (nearest.diagonal() / nearest.sum(1)).sum()
    assert found["linked_in_blocks"] == pytest.approx(100 * links / 900, rel=1e-9)
    # In more blocks the intruder has fewer to choose from.
    assert on_spark.assess(masked.df, ["a", "b"], original=df, key="id", block_rows=150)["linked_in_blocks"] >= found["linked_in_blocks"]
    masked.unpersist()


def test_confidential_columns_of_every_kind(spark):
    rows = [("x", ["a"], 1, b"1"), ("x", ["b"], 2, b"1"), ("y", ["a"], 2, b"1"), ("y", ["a"], 2, b"2")]
    df = spark.createDataFrame(rows, "q string, items array<string>, s long, raw binary").selectExpr("*", "timestamp_seconds(s) as t")
    # Class y: |1 − ¾| + ¼, halved.
    for column, l, t in (("items", 1, 0.25), ("t", 1, 0.25), ("raw", 1, 0.25)):
        found = on_spark.assess(df, "q", confidential=column)
        assert (found["l"], found["t"]) == (l, pytest.approx(t)), column
    with pytest.raises(scumble.InputError, match="maps cannot be compared"):
        on_spark.assess(df.selectExpr("q", "map(q, s) as m"), "q", confidential="m")


def test_missing_numbers_and_names_of_every_kind(spark):
    nan = float("nan")
    rows = [("x", 1.0, 1), ("x", nan, 1), ("y", 0.0, 1), ("y", -0.0, 1), ("y", None, 1)]
    df = spark.createDataFrame(rows, "`a.b` string, `v``w` double, count long")
    found = on_spark.assess(df, ["a.b", "count"], confidential="v`w")
    # What is missing is no value to be told, and both zeros are one.
    assert (found["k"], found["classes"], found["l"]) == (2, 2, 1)
    # In the order missing, 0, 1, of which all records have 0.4, 0.4, 0.2: class x has ½, 0, ½.
    assert found["t"] == pytest.approx((abs(0.5 - 0.4) + abs(0.5 - 0.8)) / 2)
    odd = spark.createDataFrame([(at % 5, float(at), "Jane Roe slept.") for at in range(40)], "count long, `x.y``z` double, `n.t` string")
    masked = on_spark.mask(odd, ["count", "x.y`z"], 4, publish=["n.t"], linkage=True)
    assert masked.report["smallest_over_all"] >= 4 and masked.df.columns == odd.columns
    masked.unpersist()
    assert masked.df is None
    texts = on_spark.sanitize(odd, "n.t", others="drop", pseudonyms="collection")
    assert texts.columns == ["n.t"] and texts.first()[0] == "Pers1 slept."


def test_names_that_differ_by_case_are_one_to_spark(spark):
    from pyspark.sql import functions as F

    twice = spark.range(40).select(F.col("id").alias("a"), F.col("id").alias("A"))
    for work in (lambda df: on_spark.mask(df, ["a"], 4, others="drop"), lambda df: on_spark.assess(df, ["a"])):
        with pytest.raises(scumble.InputError, match="column “A” is there twice: to Spark it is “a”"):
            work(twice)
        with pytest.raises(scumble.InputError, match="“__Block”: that name is given to columns of ours"):
            work(spark.range(40).select(F.col("id").alias("a"), F.col("id").alias("__Block")))


def test_few_distinct_rows_are_drawn_by_how_many_they_are(spark):
    df = spark.range(40_000).selectExpr("id % 3 as a", "cast(id % 3 as double) as b")
    masked = on_spark.mask(df, ["a", "b"], 5, block_rows=15_000)
    # Three values: a block may have two, and one group of it both.
    assert masked.report["blocks"] > 1 and masked.report["classes"] <= 4 and masked.report["sse_sst"] < 0.01
    masked.unpersist()


def test_blocks_of_sets_are_never_too_small(spark):
    # One category with many equal records and a few others, which lie in other places.
    rows = [(["dog", "cat"],)] * 300 + [(["dog", "horse"],)] * 2 + [(["ship", "bus"],)] * 3
    masked = on_spark.sets(spark.createDataFrame(rows, "items array<string>"), "items", 4, block_rows=60)
    assert masked.report["smallest_over_all"] >= 4 and masked.report["released"] == 305
    masked.unpersist()


def test_rare_terms_need_blocks_of_as_many_records(spark):
    # A small category, sorted before one that is cut.
    rows = [(["cat", "dog"],)] * 7 + [(["train", "bus"],)] * 200 + [(["ship", "bus"],)] * 100
    masked = on_spark.sets(spark.createDataFrame(rows, "items array<string>"), "items", 3, block_rows=40, rare_terms=20)
    assert masked.report["smallest_over_all"] >= 3 and masked.report["released"] == 307
    masked.unpersist()


def test_times_are_published_in_every_zone(spark):
    rows = [(at % 7, ["dog", "cat"]) for at in range(40)]
    for zone in ("Europe/Vienna", "UTC"):
        spark.conf.set("spark.sql.session.timeZone", zone)
        df = spark.createDataFrame(rows, "a long, items array<string>").selectExpr("*", "timestamp_seconds(1700000000 + a) as t", "array(timestamp_seconds(a)) as ts")
        masked = on_spark.mask(df.drop("items"), ["a"], 4, publish=["t", "ts"])
        assert rows_of(masked.df.select("t")) == rows_of(df.select("t"))
        masked.unpersist()
        released = on_spark.sets(df.drop("a"), "items", 4, publish=["t", "ts"])
        assert rows_of(released.df.select("t")) == rows_of(df.select("t"))
        released.unpersist()
        within = on_spark.mask(df.drop("items", "ts"), ["a"], 4, stratum="t")
        assert within.report["smallest_over_all"] >= 4
        within.unpersist()
    spark.conf.unset("spark.sql.session.timeZone")


def test_what_a_worker_refuses_is_our_exception(spark):
    from scumble._cluster.failure import told

    def work(batches):
        raise scumble.PromiseError("what", help="do this")
        yield

    with pytest.raises(scumble.PromiseError, match="what") as caught, told():
        spark.range(3).mapInArrow(work, "id long").collect()
    assert caught.value.help == "do this"


def test_a_text_that_is_withheld_is_null_in_a_column_without_nulls(spark):
    from pyspark.sql.types import StringType, StructField, StructType

    schema = StructType([StructField("note", StringType(), False)])
    done = on_spark.sanitize(spark.createDataFrame([("Jane Roe slept.",)], schema), "note")
    assert done.schema["note"].nullable and done.first()[0] == "Pers1 slept."


def test_bad_input(spark, tmp_path):
    for name in ("roe", "lund", "berg"):
        (tmp_path / f"{name}.txt").write_text(f"{name} sails.")
    df = spark.createDataFrame(numbers(20), SCHEMA)
    lists = spark.createDataFrame([(at, ["dog"]) for at in range(9)], "id long, items array<string>")
    for call, text in [
        (lambda: on_spark.assess(df, ["a"], original=df), "key: name the column"),
        (lambda: on_spark.assess(df, ["a"], original=df, key="region"), "“region” of the release is not one value a record"),
        (lambda: on_spark.assess(df, ["a"], original=df.where("id < 9"), key="id"), "9 of 20 records have the same “id”"),
        (lambda: on_spark.assess(df, ["region"], original=df, key="id"), "column “region”: numbers are expected"),
        (lambda: on_spark.assess(df, ["a"], key="id"), "pairs records with those of the original"),
        (lambda: on_spark.mask(df.withColumnRenamed("id", "__block"), ["a"], 3, others="drop"), "that name is given to columns of ours"),
        (lambda: on_spark.sanitize(df, "region", others="drop", secret=b"k"), "labels of each document need none"),
        (lambda: on_spark.mask(df, ["a", "x"], 3), "there is no column “x”"),
        (lambda: on_spark.mask(df, ["region"], 3), "column “region”: numbers are expected"),
        (lambda: on_spark.mask(df, ["a"], 21, others="drop"), "k = 21 of 20 records"),
        (lambda: on_spark.mask(df, [], 3), "name the columns"),
        (lambda: on_spark.mask(df.selectExpr("if(id = 3, null, a) as a"), ["a"], 3), "column “a”: 1 values are missing"),
        (lambda: on_spark.mask(df.selectExpr("if(id = 3, double('inf'), b) as b"), ["b"], 3), "column “b”: 1 values are infinite"),
        (lambda: on_spark.mask(df.selectExpr("if(id = 3, 9223372036854775807, a) as a"), ["a"], 3), "column “a”: 1 values are infinite, or whole numbers beyond"),
        (lambda: on_spark.mask(df.selectExpr("a", "map(a, b) as m"), ["a"], 3, publish="m"), "column “m”: maps cannot be published"),
        (lambda: on_spark.mask(df.selectExpr("a", "array(a) as s"), ["a"], 3, stratum="s"), "column “s”: a stratum is"),
        (lambda: on_spark.mask(df, ["a"], 3, others="drop", seed=-1), "seed: a whole number"),
        (lambda: on_spark.mask(df, ["a"], "3", others="drop"), "k: a whole number"),
        (lambda: on_spark.assess(df, ["a"], original=df, key="id", block_rows=0), "block_rows: a whole number"),
        (lambda: on_spark.assess(df.where("id < 0"), ["a"]), "the frame is empty"),
        (lambda: on_spark.sanitize(df, "a"), "column “a”: text is expected"),
        (lambda: on_spark.sanitize(df, "region", others="drop", hid=["x"]), "did you mean “hide”"),
        (lambda: on_spark.sanitize(df, "region", others="drop", pseudonyms="x"), "document, collection or keyed"),
        (lambda: on_spark.sanitize(df, "region", others="drop", pseudonyms="keyed", secret="k"), "secret: bytes are expected, not str"),
        (lambda: on_spark.sanitize(df, "region", others="drop", pseudonyms="keyed", secret=b"k", policy={"documents": {"replace": "remove"}}), "only labels"),
        (lambda: on_spark.sanitize(df, "region", others="drop", fields=["a"]), "a text has no fields"),
        (lambda: on_spark.sanitize(df, "region", others="drop", background=str(tmp_path), below_rank=2), "a text without a name"),
        (lambda: on_spark.mask(df, ["a", "b"], 3), "2 columns are not declared: id, region"),
        (lambda: on_spark.mask(df, ["a", "b"], 3, publish="id"), "column “region” is not declared"),
        (lambda: on_spark.mask(df, ["a"], 3, publish="a", others="drop"), "protected and published"),
        (lambda: on_spark.mask(df, ["a"], 3, publish="x", others="drop"), "there is no column “x”"),
        (lambda: on_spark.mask(df, ["a"], 3, others="mask"), "others: drop or publish"),
        (lambda: on_spark.mask(df, ["a"], 3, others="drop", method="mdva"), "method: refined, mdav or v-mdav"),
        (lambda: on_spark.mask(df, ["a"], 3, others="drop", method="mdav", effort=1), "effort: a number above 0 is expected, for the method refined"),
        (lambda: on_spark.mask(df, ["a"], 3, others="drop", block_rows=4), "block_rows: a whole number of at least 6"),
        (lambda: on_spark.mask(df, ["a"], 2.5, others="drop"), "k: a whole number"),
        (lambda: on_spark.sanitize(df, "region"), "3 columns are not declared: id, a, b"),
        (lambda: on_spark.sets(lists, "items", 3), "column “id” is not declared"),
        (lambda: on_spark.sets(lists, "items", 3, others="drop", rare_term=3), "did you mean “rare_terms”"),
        (lambda: on_spark.sets(lists, "items", 3, others="drop", taxonomy="none"), "taxonomy"),
        (lambda: on_spark.assess(df.selectExpr("a as __count"), ["__count"]), "that name is given to columns of ours"),
        (lambda: on_spark.assess(df, []), "name the columns"),
        (lambda: on_spark.assess(df, ["a"], original=df.selectExpr("cast(id as string) as id", "a"), key="id"), "is of bigint in the release, of string"),
        (lambda: on_spark.count_phrases(df, "region", "word"), "phrases: a list of texts"),
        (lambda: on_spark.count_phrases(df, "x", ["a"]), "there is no column “x”"),
    ]:
        with pytest.raises(scumble.InputError, match=text):
            call()


def executors():
    """The processes of the executors that this process started."""
    parents, found = {}, []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if b"CoarseGrainedExecutorBackend" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except (OSError, IndexError):
                continue

    def is_ours(process):
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return [process for process in found if is_ours(process)]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_a_worker_that_is_killed_does_not_change_the_result(spark):
    rows = numbers(6000, seed=11)
    df = spark.createDataFrame(rows, SCHEMA).repartition(8)
    expected = rows_of(on_spark.mask(df, ["a", "b"], 5, block_rows=1500, others="publish").df)
    killed = []

    def kill():
        time.sleep(2.0)
        for process in executors()[:1]:
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    thread = threading.Thread(target=kill)
    thread.start()
    masked = on_spark.mask(df, ["a", "b"], 5, block_rows=1500, method="refined", effort=1, others="publish")
    first = rows_of(masked.df)
    thread.join()
    assert killed and masked.report["smallest_over_all"] >= 5
    assert rows_of(on_spark.mask(df, ["a", "b"], 5, block_rows=1500, method="refined", effort=1, others="publish").df) == first
    assert rows_of(on_spark.mask(df, ["a", "b"], 5, block_rows=1500, others="publish").df) == expected
