"""Wrong input: Python exceptions that say where and what, and never a value."""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import scumble
from conftest import PEOPLE, frames


def raises(text, kind=scumble.InputError):
    return pytest.raises(kind, match=text)


def test_options_that_are_not_known_name_the_nearest():
    with raises("options: kk: unknown; did you mean “k”?") as caught:
        scumble.mask(PEOPLE, kk=2)
    assert caught.value.help.startswith("known keys: ") and isinstance(caught.value, ValueError)
    with raises("options: hid: unknown; did you mean “hide”?"):
        scumble.sanitize("x", hid=["y"])
    with raises("policy: othres: unknown; did you mean “others”?"):
        scumble.mask(PEOPLE, policy={"othres": "drop"})
    with raises("columns.age.rol: unknown; did you mean “role”?"):
        scumble.mask(PEOPLE, columns={"age": {"rol": "quasi"}})
    with raises("options: k: a whole number is expected"):
        scumble.mask(PEOPLE, k="two")
    with raises("options: k: a value of type object cannot be used"):
        scumble.mask(PEOPLE, k=object())
    with raises("options: effort: the number is not finite"):
        scumble.mask(PEOPLE, effort=math.nan)
    with raises("options: distnce: unknown; did you mean “distance”?"):
        scumble.link(PEOPLE, PEOPLE, distnce="wm")
    with raises("rare_term: unknown; did you mean “rare_terms”?"):
        scumble.anonymize_sets([["dog"]], rare_term=3)
    with raises("stopwords: unknown; did you mean “stop_words”?"):
        scumble.vectors.build(["dog"], k=1, stopwords="english")


def test_wrong_types():
    for wrong in (3, None, "a.csv", [1, 2], object()):
        with raises("a table is expected, not|an Arrow|Expected"):
            scumble.mask(wrong, k=2)
    for wrong in (3, None, b"text", {"a": "b"}):
        with raises("a text, a list of texts or a column is expected, not"):
            scumble.sanitize(wrong)
    with raises("text 1: text is expected, not int"):
        scumble.sanitize(["a", 3])
    with raises("record 1: a list of items is expected, not str"):
        scumble.anonymize_sets([["dog"], "dog"])
    with raises("record 0: an item is no text"):
        scumble.anonymize_sets([[3]])
    pyarrow = pytest.importorskip("pyarrow")
    with raises("a column of text is expected, not of Int64"):
        scumble.sanitize(pyarrow.array([1, 2]))


def test_lone_surrogates_are_told_by_their_place():
    with raises("text: code point 5 is a lone surrogate"):
        scumble.sanitize("Jane \ud800 Roe")
    with raises("text 1: code point 0 is a lone surrogate"):
        scumble.sanitize(["ok", "\udfff"])
    with raises("record 1.*: code point 1 is a lone surrogate"):
        scumble.anonymize_sets([["dog"], ["a\udfff"]])
    sanitizer = scumble.Sanitizer()
    for bad in (
        lambda: sanitizer.text("Jane Roe slept.", name="x\udcff"),
        lambda: sanitizer.file("x\udcff.txt", b"Jane Roe slept."),
        lambda: scumble.assess_documents({"x\udcff": "a"}, {"x\udcff": "a"}),
    ):
        with raises("name: code point 1 is a lone surrogate"):
            bad()
    pandas = pytest.importorskip("pandas")
    names = ["ok", "x\ud800"]
    for frame in ({"a": [1, 2], "b": names}, pandas.DataFrame({"a": [1, 2], "b": names})):
        with raises("column “b”, row 1: code point 1 is a lone surrogate") as caught:
            scumble.mask(frame, others="mask", k=2)
        assert (caught.value.row, caught.value.column) == (1, "b")
    with raises("text 1: code point 1 is a lone surrogate"):
        scumble.sanitize(pandas.Series(names))


def test_numbers_that_are_too_large_are_told_by_their_column():
    with raises("column “b”: a number is too large") as caught:
        scumble.mask({"a": [1, 2], "b": [1, 2**80]}, others="mask", k=2)
    assert caught.value.column == "b"


def test_a_column_has_one_role():
    for options in (
        {"identifier": "name", "publish": ["name", "region"]},
        {"identifier": "name", "confidential": "name"},
        {"quasi": ["age"], "publish": ["age"]},
        {"columns": {"name": {"role": "identifier"}}, "publish": "name"},
    ):
        with raises("is given two roles"):
            scumble.mask(PEOPLE, others="drop", k=2, **options)


def test_decisions_are_checked_and_their_values_never_told():
    note = scumble.sanitize("Jane Roe lives in Oslo.")
    for wrong, text in [
        ({"start": "Jane Roe", "end": 3}, "decision 0: start: a whole number"),
        ({"start": -1, "end": 3}, "decision 0: start: a whole number of at least 0"),
        ({"start": 0, "end": 8, "probability": "Jane Roe"}, "decision 0: probability: a number"),
        ({"start": 0, "end": 8, "state": 3}, "decision 0: state: text is expected"),
        ({"start": 0, "end": 8, "replacement": "\ud800"}, "decision 0: replacement: code point 0 is a lone surrogate"),
    ]:
        with raises(text) as caught:
            note.apply([wrong])
        assert "Jane" not in str(caught.value)
    for wrong in (None, "Jane Roe", scumble.Decision(start=0, end=3), [(1, 2)]):
        with raises("decision"):
            note.apply(wrong)
    numpy = pytest.importorskip("numpy")
    decision = scumble.Decision(start=numpy.int64(18), end=numpy.int64(22), state="rejected")
    assert note.apply([decision]).text.startswith("Pers1 lives in")


def test_wrong_types_of_options_that_are_no_policy_s():
    with raises("seed: a whole number"):
        scumble.sanitize("x", seed=-1)
    with raises("time: a number"):
        scumble.mask(PEOPLE, columns=["age"], others="drop", k=2, method="refined", time="5")
    with raises("target: a number"):
        scumble.mask(PEOPLE, columns=["age"], others="drop", k=2, target="x")
    with raises("b: text is expected, not NoneType"):
        scumble.similarity("dog", None)
    with raises("passphrase: text is expected"):
        scumble.restore("a.txt", "x", "no.key", None)
    with raises("space: a VectorSpace is expected"):
        scumble.vectors.mask([1], k=2)
    with raises("record 0: a list of items is expected, not dict"):
        scumble.anonymize_sets([{"a": 1}], k=2)
    pyarrow = pytest.importorskip("pyarrow")
    with raises("not a table"):
        scumble.anonymize_sets(pyarrow.table({"items": [["dog"], ["cat"]]}), k=2)


def test_a_name_in_brackets_is_a_name():
    assert scumble.mask({"[x]": [1, 2, 3, 4], "b": [1, 2, 3, 4]}, others="mask", k=2).smallest == 2


def test_types_that_only_polars_has():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"age": range(4), "x": [None] * 4})
    assert scumble.mask(frame, columns="age", others="publish", k=2).table["x"].null_count() == 4
    assert scumble.sanitize(frame["x"]).texts.null_count() == 4
    with raises("column “o”: its type Object"):
        scumble.mask(frame.with_columns(o=polars.Series([object()] * 4, dtype=polars.Object)), columns="age", others="drop", k=2)


def test_a_time_is_for_searches_alone():
    with raises("time", scumble.InputError):
        scumble.mask(PEOPLE, columns=["age"], others="drop", k=2, time=5)


def test_missing_values_are_told_by_row_and_column():
    for missing in (None, math.nan):
        ages = [23.0, 25.0, missing, 44.0, 67.0, 70.0]
        with raises("column “age”, row 2: the value is missing") as caught:
            scumble.mask({**PEOPLE, "age": ages}, columns=["age"], others="drop", k=2)
        assert (caught.value.row, caught.value.column) == (2, "age") and "missing" in caught.value.help
        masked = scumble.mask({**PEOPLE, "age": ages}, columns=["age"], others="drop", k=2, missing="suppress")
        assert masked.table.num_rows == 5 and masked.rows == [0, 1, 3, 4, 5]


def test_nested_columns_are_refused_where_they_are_masked():
    pyarrow = pytest.importorskip("pyarrow")
    nested = pyarrow.table({"a": [[1], [2]], "b": [{"x": 1}, {"x": 2}], "c": [1, 2]})
    for name in "ab":
        with raises(f"column “{name}”: its values are lists or structures") as caught:
            scumble.mask(nested, columns=[name], others="drop", k=2)
        assert caught.value.column == name and caught.value.help
    kept = scumble.mask(nested, columns=["c"], others="publish", k=2).table
    assert kept["b"].to_pylist() == [{"x": 1}, {"x": 2}]


def test_empty_frames_duplicate_names_and_k_above_n():
    pyarrow = pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    for frame in frames().values():
        with raises("record"):
            scumble.mask(frame[:0] if not hasattr(frame, "slice") else frame.slice(0, 0), others="mask", k=2)
        with raises("7|6 records", (scumble.InputError, scumble.PromiseError)):
            scumble.mask(frame, others="mask", k=7)
    twice = pyarrow.table([[1, 2], [3, 4]], names=["a", "a"])
    with raises("“a”"):
        scumble.mask(twice, others="mask", k=2)
    with raises("column “a” is there twice"):
        scumble.mask(pandas.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]), others="mask", k=2)
    with raises("column"):
        scumble.mask({"a": [1, 2]}, columns=["b"], others="drop", k=2)


def test_columns_of_several_types_are_told_without_values():
    pandas = pytest.importorskip("pandas")
    with raises("column “a”: its values are of several types") as caught:
        scumble.mask(pandas.DataFrame({"a": ["secret", 3]}), others="mask", k=2)
    assert "secret" not in str(caught.value)
    with raises("several types") as caught:
        scumble.sanitize(pandas.Series(["secret", 3]))
    assert "secret" not in str(caught.value)


def test_a_promise_that_cannot_be_kept_gives_nothing():
    with raises("column “region”: .* no groups keep this l-diversity", scumble.PromiseError):
        scumble.mask(PEOPLE, columns=["age"], confidential=["region"], others="drop", k=2,
                     promise={"l": {"column": "region", "distinct": 3}})


def test_errors_pickle_with_all_they_say():
    error = scumble.InputError("what", help="do this", row=3, column="age")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.row, again.column) == (str(error), 3, "age") and "help: do this" in str(again)


def test_the_interpreter_is_let_go():
    many = {"a": [a * 7919 % 5003 for a in range(4000)], "b": [a * a % 4001 for a in range(4000)]}
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    scumble.mask(many, others="mask", k=3, method="refined", effort=1000, time=1)
    took = time.monotonic() - start
    done.set()
    thread.join()
    assert len(ticks) > 20 * took


def test_progress_is_told():
    told = []
    many = {"a": [a * 7919 % 5003 for a in range(4000)], "b": [a * a % 4001 for a in range(4000)]}
    scumble.mask(many, others="mask", k=3, method="refined", effort=1000, time=1, progress=lambda *step: told.append(step))
    assert told and all(len(step) == 3 for step in told) and any(step[0] == "searching" for step in told)
    with pytest.raises(RuntimeError, match="enough"):
        def stop(*_):
            raise RuntimeError("enough")
        scumble.mask(many, others="mask", k=3, method="refined", effort=1000, progress=stop)


def test_a_bar_is_written(capsys):
    from scumble._progress import _Bar

    bar = _Bar(at_once=True)
    bar("searching", 1, 4)
    bar.close()
    assert "searching  25 % |██████" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="signals of Unix")
def test_control_c_ends_a_run():
    program = textwrap.dedent(
        """
        import scumble
        many = {"a": [a * 7919 % 5003 for a in range(4000)], "b": [a * a % 4001 for a in range(4000)]}
        print("go", flush=True)
        try:
            scumble.mask(many, others="mask", k=3, method="refined", effort=100000)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "go\n"
    time.sleep(1.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out == "interrupted\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks of Unix")
def test_a_fork_works_after_its_parent_has():
    many = {"a": [a * 7919 % 5003 for a in range(3000)], "b": [a * a % 4001 for a in range(3000)]}
    expected = scumble.mask(many, others="mask", k=3).table.to_pydict()
    program = textwrap.dedent(
        """
        import os, sys, scumble
        many = {"a": [a * 7919 % 5003 for a in range(3000)], "b": [a * a % 4001 for a in range(3000)]}
        scumble.mask(many, others="mask", k=3)
        child = os.fork()
        if child == 0:
            os._exit(0 if scumble.mask(many, others="mask", k=3).smallest >= 3 else 1)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=120).returncode == 0
    assert len(expected["a"]) == 3000


def test_files_that_are_not_there_and_bad_files():
    with pytest.raises(FileNotFoundError):
        scumble.sanitize_file("no/such/file.txt")
    with raises("no/such/policy.toml", (scumble.InputError, scumble.FileError)):
        scumble.mask(PEOPLE, policy="no/such/policy.toml")
    with raises("note.docx"):
        scumble.sanitize_file("note.docx", b"no zip")
