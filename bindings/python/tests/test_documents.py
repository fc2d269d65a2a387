"""Texts, columns and files; decisions edited in Python; keys; pickles."""

from __future__ import annotations

import pickle

import pytest
import scumble

NOTE = "— “well”: Ms Jane Roe was seen by Dr. Peter Lindqvist on 4 March 2019."


def test_a_text_with_decisions_in_code_points():
    note = scumble.sanitize(NOTE)
    assert note.text == "— “well”: Pers1 was seen by Pers2 on Date1."
    assert note.original == NOTE and 0 < note.words_kept < 1 and note.residual_risk is None
    applied = [decision for decision in note.decisions if decision.is_applied]
    assert [NOTE[one.start : one.end] for one in applied] == [one.text for one in applied]
    assert [one.kind for one in applied] == ["person", "person", "date"]


def test_risk_is_measured_where_a_term_is_named():
    note = scumble.sanitize("Ms Jane Roe was treated for leprosy.", hide="leprosy")
    assert note.text == "Pers1 was treated for Term1." and note.residual_risk is not None


def test_lists_and_columns_come_back_as_they_came():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    texts = ["Jane Roe slept.", None, "Nobody slept."]
    expected = ["Pers1 slept.", None, "Nobody slept."]
    sanitizer = scumble.Sanitizer()
    done = sanitizer.texts(texts)
    assert done.texts == expected and list(done) == expected and len(done) == 3 and not done.withheld
    assert done[0].text == "Pers1 slept." and done[1] is None
    assert [one.text for one in done.decisions(0)] == ["Jane Roe"]
    assert [None if one is None else one.text for one in map(done.__getitem__, range(len(done)))] == done.texts
    with pytest.raises(IndexError):
        done[3]
    column = sanitizer.texts(pyarrow.chunked_array([texts[:1], texts[1:]])).texts
    assert isinstance(column, pyarrow.Array) and column.to_pylist() == expected
    assert sanitizer.texts(pyarrow.array(texts).dictionary_encode()).texts.to_pylist() == expected
    assert sanitizer.texts(pandas.Series(texts, dtype="category")).texts.to_list() == expected
    assert sanitizer.texts(polars.Series(texts, dtype=polars.Categorical)).texts.to_list() == expected
    series = sanitizer.texts(polars.Series("note", texts)).texts
    assert isinstance(series, polars.Series) and (series.name, series.to_list()) == ("note", expected)
    series = sanitizer.texts(pandas.Series(texts, index=[7, 8, 9], name="note")).texts
    assert (list(series), list(series.index), series.name) == (expected, [7, 8, 9], "note")
    index = sanitizer.texts(pandas.Index(texts, name="note")).texts
    assert isinstance(index, pandas.Index) and (list(index), index.name) == (expected, "note")
    assert sanitizer.texts(numpy.array(texts, dtype=object)).texts.tolist() == expected
    assert sanitizer.texts([]).texts == [] and len(sanitizer.texts(pandas.Series([], dtype=object))) == 0


def test_decisions_are_edited_and_applied_again():
    note = scumble.sanitize(NOTE)
    decisions = note.decisions
    for decision in decisions:
        if decision.kind == "date":
            decision.state, decision.replacement = "manual", "a day in spring"
    decided = note.apply(decisions + [scumble.Decision(start=NOTE.index("seen"), end=NOTE.index("seen") + 4, kind="term")])
    assert "on a day in spring." in decided.text and "was seen" in note.text and "seen" not in decided.text
    assert decided.apply([]).text == note.text
    with pytest.raises(scumble.InputError, match="decision 1: start and end"):
        note.apply([scumble.Decision(start=5, end=5000)])
    with pytest.raises(scumble.InputError, match="unknown key “strat”"):
        note.apply([{"strat": 5}])


def test_files_and_bytes(root, tmp_path):
    docx = root / "crates/scumble/examples/letter.docx"
    letter = scumble.sanitize_file(docx)
    assert letter.bytes.startswith(b"PK") and "Roe" not in letter.text and "Pers1" in letter.text
    decisions = letter.decisions
    for decision in decisions:
        if "Hospital" in (decision.text or ""):
            decision.state = "rejected"
    decided = letter.apply(decisions)
    assert "Hospital" in decided.text and decided.bytes.startswith(b"PK")
    page = scumble.sanitize_file("note.html", "<p>Ms <b>Jäne</b> Roe slept.</p>".encode())
    assert b"Roe" not in page.bytes
    with pytest.raises(scumble.InputError, match="no such files are read"):
        scumble.sanitize_file("note.xyz", b"Jane Roe")


def test_labels_are_undone_with_the_key(tmp_path):
    texts = {"a.txt": "Jane Roe met Dr. Peter Lindqvist.", "b.txt": "Peter Lindqvist wrote to Jane Roe."}
    sanitizer, key = scumble.Sanitizer(), tmp_path / "labels.key"
    released, withheld = sanitizer.release(texts, key, "correct horse battery")
    assert sorted(released) == ["a.txt", "b.txt"] and not withheld
    assert released["b.txt"] == b"Pers2 wrote to Pers1."
    for name, data in released.items():
        assert scumble.restore(name, data, key, "correct horse battery") == texts[name].encode()
    with pytest.raises(scumble.InputError, match="the passphrase is wrong"):
        scumble.restore("a.txt", released["a.txt"], key, "wrong horse battery")


def test_a_sanitizer_pickles_with_its_settings_alone():
    sanitizer = scumble.Sanitizer(replace="remove", deny=["bluebird"])
    packed = pickle.dumps(sanitizer)
    assert len(packed) < 2000
    again = pickle.loads(packed)
    assert again.options == sanitizer.options
    assert again.text("Bluebird met Jane Roe.").text == "[REDACTED] met [REDACTED]."


def test_a_policy_file_travels_with_what_it_says(tmp_path):
    policy = tmp_path / "documents.toml"
    policy.write_text('[documents]\nreplace = "remove"\n')
    packed = pickle.dumps(scumble.Sanitizer(policy=policy))
    policy.write_text('[documents]\nreplace = "mask"\n')
    masked = scumble.sanitize("Jane Roe slept.", policy=policy).text
    assert "[REDACTED]" not in masked and "Roe" not in masked
    policy.unlink()
    assert pickle.loads(packed).text("Jane Roe slept.").text == "[REDACTED] slept."


def test_a_background_is_searched_by_name(tmp_path):
    for name, text in [("roe", "Roe keeps bees in the old mill."), ("lund", "Lund paints ships."), ("berg", "Berg sings.")]:
        (tmp_path / f"{name}.txt").write_text(text)
    sanitizer = scumble.Sanitizer(background=tmp_path, below_rank=2)
    letter = "Ms Jane Roe keeps bees in the old mill."
    named = sanitizer.text(letter, name="roe")
    assert named.figures["search_ranks"] and "Roe" not in named.text
    for nameless in (lambda: sanitizer.text(letter), lambda: sanitizer.texts([letter]), lambda: scumble.sanitize(letter, background=tmp_path, below_rank=2)):
        with pytest.raises(scumble.InputError, match="a text without a name"):
            nameless()


def test_fields_of_records_are_no_option_of_texts():
    for key in ("fields", "publish", "drop_fields", "other_fields"):
        with pytest.raises(scumble.InputError, match=f"{key}: a text has no fields"):
            scumble.sanitize("Jane Roe", **{key: ["a"]})


def test_a_seed_fixes_what_is_drawn():
    text = "Ms Jane Roe was seen on 4 March 2019."
    once = scumble.sanitize(text, seed=7, replace="surrogate").text
    assert once == scumble.sanitize(text, seed=7, replace="surrogate").text and "Roe" not in once


def test_notebooks_show_the_release_and_nothing_protected():
    note = scumble.sanitize("Is 1 < 2? Ms Jane Roe said so.")
    html = note._repr_html_()
    assert "<mark" in html and ">Pers1</mark>" in html and "&lt;" in html and "Roe" not in html
    assert "Roe" not in repr(note) and "1 replacements" in repr(note)
    many = scumble.sanitize(["Jane Roe slept."] * 12)
    assert many._repr_html_().count("<mark") == 10 and "2 more" in many._repr_html_()


def test_marks_of_direction_hide_no_name():
    for text in ("Name: \u200eJane Roe\u200e.", "\u202eJane Roe\u202c slept.", "The patient is \u2066Jane Roe\u2069.", "Jane\u2060 Roe slept.", "Ms \u202aJ a n e  R o e\u202c slept."):
        released = scumble.sanitize(text).text
        assert "Jane" not in released and "Roe" not in released, repr(text)


def test_labels_beside_marks_of_direction_are_undone(tmp_path):
    text = "\u202eJane Roe\u202c met \u2068Peter Lindqvist\u2069."
    released, withheld = scumble.Sanitizer().release({"a.txt": text}, tmp_path / "key", "correct horse battery")
    assert not withheld and b"Roe" not in released["a.txt"]
    assert scumble.restore("a.txt", released["a.txt"], tmp_path / "key", "correct horse battery").decode() == text
