"""Tables of every library: masked, measured, attacked, explored."""

from __future__ import annotations

import pytest
import scumble
from conftest import PEOPLE, frames

OPTIONS = {"identifier": "name", "columns": ["age", "income"], "publish": "region", "k": 2}


@pytest.mark.parametrize("library", ["pyarrow", "polars", "pandas"])
def test_a_frame_comes_back_as_it_came(library):
    frame = frames()[library]
    masked = scumble.mask(frame, **OPTIONS)
    assert type(masked.table) is type(frame)
    columns = pytest.importorskip("pyarrow").table(masked).to_pydict()
    assert list(columns) == list(masked.table.columns if library != "pyarrow" else masked.table.column_names)
    assert list(columns) == ["age", "income", "region"] and columns["region"] == PEOPLE["region"]
    assert all(columns["age"].count(age) >= 2 for age in columns["age"])
    assert masked.smallest == 2 and masked.loss > 0 and masked.rows == list(range(6))
    assert scumble.mask(frame, **OPTIONS).report["sse"] == masked.report["sse"]


def test_every_library_gives_the_same_values():
    pyarrow = pytest.importorskip("pyarrow")
    tables = [pyarrow.table(scumble.mask(frame, **OPTIONS)) for frame in frames().values()]
    values = [[column.to_pylist() for column in table.columns] for table in tables]
    assert values[0] == values[1] == values[2]


def test_a_relation_of_duckdb_goes_in():
    duckdb = pytest.importorskip("duckdb")
    people = frames()["pyarrow"]  # noqa: F841 - found by its name
    masked = scumble.mask(duckdb.sql("select * from people"), **OPTIONS)
    assert masked.table.column_names == ["age", "income", "region"]


def test_lazy_frames_and_dictionaries_go_in():
    polars = pytest.importorskip("polars")
    assert scumble.mask(polars.LazyFrame(PEOPLE), **OPTIONS).table.columns == ["age", "income", "region"]
    assert scumble.mask(PEOPLE, **OPTIONS).table.num_rows == 6


def test_integers_that_can_be_missing_stay_integers():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": [23, 25, 41, 44], "born": pandas.array([1990, None, 1970, 1971], dtype="Int64")})
    masked = scumble.mask(frame, columns=["age"], publish="born", k=2).table
    assert str(masked["born"].dtype) == "Int64" and masked["born"].isna().tolist() == [False, True, False, False]


def test_types_that_pandas_cannot_make_of_their_names_come_out_as_arrow_has_them():
    pandas = pytest.importorskip("pandas")
    pyarrow = pytest.importorskip("pyarrow")
    kind = pandas.ArrowDtype(pyarrow.list_(pyarrow.string()))
    frame = pandas.DataFrame({"age": [23, 25, 41, 44], "tags": pandas.Series([["a"], [], ["b", "c"], None], dtype=kind)})
    masked = scumble.mask(frame, columns=["age"], publish="tags", k=2).table
    assert [None if tags is None else list(tags) for tags in masked["tags"]] == [["a"], [], ["b", "c"], None]


@pytest.mark.parametrize("kind", ["large_string", "string", "string_view", "dictionary"])
def test_what_is_blanked_or_left_out_is_in_no_buffer(kind):
    pyarrow = pytest.importorskip("pyarrow")
    names = ["common"] * 8 + ["protected-name-of-one"] + ["common"]
    type_ = pyarrow.dictionary(pyarrow.int32(), pyarrow.string()) if kind == "dictionary" else getattr(pyarrow, kind)()
    table = pyarrow.table({"age": [30] * 10, "name": pyarrow.array(names).cast(pyarrow.large_string()).cast(pyarrow.string()).cast(type_)})

    def held(column):
        chunks = [chunk for chunk in column.chunks]
        dictionaries = [chunk.dictionary for chunk in chunks if pyarrow.types.is_dictionary(chunk.type)]
        buffers = [buffer for array in chunks + dictionaries for buffer in array.buffers() if buffer is not None]
        return any(b"protected" in buffer.to_pybytes() for buffer in buffers)

    assert held(table["name"])
    # A blank is a value of its own, which three records have then.
    blanked = scumble.mask(table, columns=["age", "name"], others="drop", method="suppress", k=3).table
    assert blanked["name"].null_count == 3 and not held(blanked["name"])
    ages = pyarrow.array([30] * 8 + [None, 30], pyarrow.int64())
    left = scumble.mask(table.set_column(0, "age", ages), columns=["age"], publish="name", k=3, missing="suppress").table
    assert left.num_rows == 9 and not held(left["name"])


def test_a_policy_is_a_file_or_a_dictionary_and_options_lie_over_it(root, tmp_path):
    import csv

    with open(root / "examples/people.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    people = {name: [row[name] for row in rows] for name in rows[0]}
    masked = scumble.mask(people, policy=root / "examples/people.toml")
    assert masked.report["k_promised"] == 4 and masked.smallest >= 4
    assert scumble.mask(people, policy=root / "examples/people.toml", k=6, promise={"k": 6}).smallest >= 6
    policy = {"others": "drop", "mask": [{"columns": ["age"], "k": 3}]}
    assert scumble.mask(people, policy=policy).table.column_names == ["age"]


def test_loss_and_risk_with_what_masking_knew():
    people = frames()["polars"]
    masked = scumble.mask(people, **OPTIONS, shuffle=True)
    found = scumble.assess(people, masked, only=["sse", "dbrl", "k"], page=True)
    assert found["loss"]["sse_sst"] == pytest.approx(masked.loss)
    assert len(found.records) == 6 and found.page.startswith("<!") and "loss" in found._repr_html_()
    linked = scumble.link(people, masked, distance="am")
    assert 0 <= linked.rate <= 100 and len(linked.records) == 6 and "linked" in linked._repr_html_()


def test_protection_is_raised_until_an_attack_fails():
    many = {"a": list(range(60)), "b": [a * a % 61 for a in range(60)]}
    masked = scumble.mask(many, others="mask", k=2, target=20)
    assert masked.report["against"][-1]["rate"] <= 20


def test_an_exploration_draws_a_map():
    many = {"a": list(range(60)), "b": [a * a % 61 for a in range(60)]}
    found = scumble.explore(many, others="mask", methods=["mdav", "noise"], k="3..5", p=[5])
    assert [point["name"] for point in found.points] == ["mdav-k3", "mdav-k4", "mdav-k5", "noise-p5"]
    assert found._repr_html_().startswith("<svg") and "[[mask]]" in found.policy()
    assert "<html" in found.page()


def test_pages_and_codebooks():
    masked = scumble.mask(frames()["pandas"], **OPTIONS)
    assert "<html" in masked.page() and "age" in masked.codebook() and "smallest class" in masked._repr_html_()
    assert "6 records by mdav" in repr(masked)


def test_a_search_ends_in_time():
    many = {"a": [a * 7919 % 5003 for a in range(3000)], "b": [a * a % 4001 for a in range(3000)]}
    masked = scumble.mask(many, others="mask", k=3, method="refined", effort=1000, time=1)
    assert masked.report["stopped"]


def test_a_time_does_not_end_what_is_beside_a_search():
    many = {"a": [a * 7919 % 5003 for a in range(3000)], "b": [a * a % 4001 for a in range(3000)]}
    many |= {"c": [f"{a % 90}" for a in range(3000)], "d": [f"{a % 7}" for a in range(3000)]}
    steps = [
        {"columns": ["a", "b"], "method": "refined", "k": 3, "effort": 1000},
        {"columns": ["c", "d"], "method": "full-domain", "k": 5},
    ]
    masked = scumble.mask(many, policy={"mask": steps}, time=1)
    assert masked.report["stopped"] and masked.table.num_rows == 3000


def test_dates_times_decimals_and_truth_values_keep_their_types():
    from datetime import date, datetime, timedelta, timezone
    from decimal import Decimal

    pyarrow = pytest.importorskip("pyarrow")
    start = datetime(2020, 1, 1, tzinfo=timezone.utc)
    table = pyarrow.table(
        {
            "day": [date(2020, 1, 1 + at) for at in range(6)],
            "at": pyarrow.array([start + timedelta(hours=at) for at in range(6)], pyarrow.timestamp("us", "Europe/Madrid")),
            "fine": pyarrow.array([1_577_836_800_123_456_789 + at * 10**9 for at in range(6)], pyarrow.timestamp("ns")),
            "cost": pyarrow.array([Decimal(at) + Decimal("0.25") for at in range(6)], pyarrow.decimal128(10, 2)),
            "smokes": [at < 3 for at in range(6)],
        }
    )
    masked = scumble.mask(table, others="mask", k=3)
    assert masked.table.schema.types == table.schema.types
    assert masked.table["day"].to_pylist() == [date(2020, 1, 2)] * 3 + [date(2020, 1, 5)] * 3
    # The mean of midnight, one and two o'clock, in UTC.
    assert [at.astimezone(timezone.utc) for at in masked.table["at"].to_pylist()] == [start + timedelta(hours=hour) for hour in (1, 1, 1, 4, 4, 4)]
    assert masked.table["cost"].to_pylist() == [Decimal("1.25")] * 3 + [Decimal("4.25")] * 3
    assert masked.table["smokes"].to_pylist() == [True] * 3 + [False] * 3
    kinds = {column["name"]: column["kind"] for column in scumble.roles(table).columns}
    assert all(kinds[name].startswith("date ") for name in ("day", "at", "fine"))
    assert scumble.assess(table, masked, only=["k"])["risk"]["k"] == 3


def test_published_columns_keep_extensions_and_the_order_of_categories():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": [23, 25, 41, 44], "name": list("abcd")})
    frame["month"] = pandas.period_range("2020-01", periods=4, freq="M")
    frame["grade"] = pandas.Categorical(["low", "high", "low", "mid"], categories=["low", "mid", "high"], ordered=True)
    out = scumble.mask(frame, identifier="name", columns=["age"], publish=["month", "grade"], k=2).table
    assert list(out["month"]) == list(frame["month"]) and str(out["month"].dtype) == "period[M]"
    assert out["grade"].cat.ordered and list(out["grade"].cat.categories) == ["low", "mid", "high"]
