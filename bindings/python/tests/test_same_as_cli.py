"""Python and the command line give the same results: same text, decisions and masked values."""

from __future__ import annotations

import csv
import json

import pytest
import scumble


def code_points(text: str, decision: dict) -> dict:
    """A decision of the command line, which counts bytes, in code points."""
    data = text.encode()
    start, end = (len(data[: decision[key]].decode()) for key in ("start", "end"))
    return {**decision, "start": start, "end": end}


def decisions(figures: dict) -> list:
    return [{key: value for key, value in one.items()} for one in figures["decisions"]]


@pytest.mark.parametrize("name", ["note.txt", "letter.txt"])
def test_documents_of_the_examples(scumble_cli, root, name):
    text = (root / "examples" / name).read_text()
    for flags, options in [
        ([], {}),
        (["--hide", "dismissal", "--replace", "mask"], {"hide": ["dismissal"], "replace": "mask"}),
        (["--policy", "examples/documents.toml"], {"policy": root / "examples/documents.toml"}),
    ]:
        expected = scumble_cli("sanitize", f"examples/{name}", *flags, "--show-text")["documents"][0]
        done = scumble.sanitize_file(root / "examples" / name, **options)
        assert done.text == expected["sanitized"]
        assert decisions(done.figures) == [code_points(text, one) for one in expected["decisions"]]
        for key in ("residual_risk", "tokens_kept", "output_sha256", "rounds"):
            assert done.figures[key] == expected[key]


def test_judgments_of_tab_as_a_column(scumble_cli, data, tmp_path):
    cases = [json.loads(line)["text"] for line in (data / "tab/tab144_dev21.jsonl").read_text().splitlines()]
    given = tmp_path / "cases.jsonl"
    given.write_text("".join(json.dumps({"text": text}) + "\n" for text in cases))
    out = tmp_path / "release.jsonl"
    report = scumble_cli("sanitize", given, "--field", "text", "-o", out, "--show-text")
    released = [json.loads(line)["text"] for line in out.read_text().splitlines()]
    done = scumble.sanitize(cases)
    assert not done.withheld and list(done) == released
    for at, (text, document) in enumerate(zip(cases, report["documents"])):
        found = json.loads(done._native.to_json(at, True))
        assert found["decisions"] == [code_points(text, one) for one in document["decisions"]]


def read(path) -> dict:
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {name: [row[at] for row in rows[1:]] for at, name in enumerate(rows[0])}


def same(table: dict, written: dict) -> bool:
    """Whether a table has the values of a file: numbers are written in several ways."""

    def cell(value):
        try:
            return float(value)
        except (TypeError, ValueError):
            return "" if value is None else str(value)

    return list(table) == list(written) and all([*map(cell, table[name])] == [*map(cell, written[name])] for name in written)


@pytest.mark.parametrize(
    "flags,options",
    [
        (["--policy", "examples/people.toml"], {"policy": "examples/people.toml"}),
        (
            ["--identifier", "name", "--columns", "age,born,region", "--others", "drop", "-k", "5"],
            {"identifier": "name", "columns": ["age", "born", "region"], "others": "drop", "k": 5},
        ),
        (
            ["--identifier", "name", "--columns", "age,income", "--others", "drop", "--method", "rank-swap", "-p", "10"],
            {"identifier": "name", "columns": ["age", "income"], "others": "drop", "method": "rank-swap", "percent": 10},
        ),
        (
            ["--identifier", "name", "--columns", "age,region", "--others", "drop", "--method", "suppress", "-k", "3"],
            {"identifier": "name", "columns": ["age", "region"], "others": "drop", "method": "suppress", "k": 3},
        ),
    ],
)
def test_the_people_of_the_examples(scumble_cli, root, tmp_path, monkeypatch, flags, options):
    monkeypatch.chdir(root)
    out = tmp_path / "release.csv"
    report = scumble_cli("mask", "examples/people.csv", *flags, "-o", out)
    masked = scumble.mask(read(root / "examples/people.csv"), **options)
    assert same(masked.table.to_pydict(), read(out))
    for key in ("sse_sst", "smallest_over_all", "distinct", "closeness", "columns", "suppressed"):
        assert masked.report[key] == report[key]
    if "percent" not in options:
        found, expected = scumble.assess(read(root / "examples/people.csv"), masked), scumble_cli("assess", "table", "examples/people.csv", out)
        assert found["loss"] == expected["loss"] and found["risk"] == expected["risk"]


def test_roles_of_the_people_of_the_examples(scumble_cli, root, tmp_path):
    expected = scumble_cli("roles", "examples/people.csv", "-k", 3, "-o", tmp_path / "people.toml")
    found = scumble.roles(read(root / "examples/people.csv"), k=3)
    assert (found.columns, found.pairs) == (expected["columns"], expected["pairs"])
    # Its first line names the file.
    assert found.policy.split("\n", 1)[1] == (tmp_path / "people.toml").read_text().split("\n", 1)[1]
    with pytest.raises(scumble.InputError, match="at least 2"):
        scumble.roles({"a": [1]}, k=1)


def test_adult(scumble_cli, data, tmp_path):
    table = data / "adult_arx/adult.csv"
    head = tmp_path / "adult.csv"
    lines = table.read_text().splitlines()[:5001]
    head.write_text("\n".join(line.replace(";", ",") for line in lines) + "\n")
    adult = read(head)
    columns = ["age", "sex", "race", "education"]
    out = tmp_path / "release.csv"
    flags = ["--columns", ",".join(columns), "--others", "publish", "-k", "5"]
    flags += ["--hierarchy", f"education=vgh:{data}/adult_arx/adult_hierarchy_education.csv"]
    scumble_cli("mask", head, *flags, "-o", out)
    kinds = {"education": {"kind": "text", "taxonomy": f"vgh:{data}/adult_arx/adult_hierarchy_education.csv"}}
    policy = {"columns": kinds, "others": "publish", "mask": [{"columns": columns, "k": 5}]}
    masked = scumble.mask(adult, policy=policy)
    assert same(masked.table.to_pydict(), read(out)) and masked.smallest >= 5
    # The types of numbers come from a reader of frames, and the masked values are the same.
    import pyarrow.csv

    typed = scumble.mask(pyarrow.csv.read_csv(head), policy=policy).table
    assert [str(value) for value in typed["age"].to_pylist()] == read(out)["age"]


def test_linkage_on_numbers(scumble_cli, data, tmp_path):
    people = {"a": [a * 7919 % 503 for a in range(200)], "b": [a * a % 401 for a in range(200)], "c": [a % 37 for a in range(200)]}
    original, released = tmp_path / "a.csv", tmp_path / "b.csv"
    original.write_text("a,b,c\n" + "".join(f"{a},{b},{c}\n" for a, b, c in zip(*people.values())))
    scumble_cli("mask", original, "--others", "mask", "-k", 3, "-o", released)
    expected = scumble_cli("link", original, released, "--distance", "wm")
    found = scumble.link(people, scumble.mask(people, others="mask", k=3), distance="wm")
    for key in ("links", "rate", "parameters", "bound"):
        assert found[key] == expected[key]
