"""Set-valued records, vector spaces, terms."""

from __future__ import annotations

import http.server
import json
import threading
import warnings

import pytest
import scumble
from scumble import vectors

LOGS = [["train", "hotel"], ["ship", "inn"], ["bus", "hostel"], ["asthma", "flu"], ["measles", "cough"], ["fever", "cold"]]


def test_sets_as_lists_dictionaries_and_columns():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    released = scumble.anonymize_sets(LOGS, k=3)
    counts = {}
    for items in released:
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert min(counts.values()) >= 3 and released.report["k"] == 3
    for same in (dict(zip("abcdef", LOGS)), pyarrow.array(LOGS), polars.Series(LOGS)):
        assert scumble.anonymize_sets(same, k=3).records == released.records
    found = scumble.assess_sets(LOGS, released)
    assert found["smallest"] >= 3 and found["loss"]["sum_min_sum"] > 0


def test_vectors_are_built_masked_and_measured():
    texts = [f"the {noun} {verb} in the harbour" for noun in ("ship", "boat", "cat", "dog") for verb in ("sank", "sailed", "slept")]
    space = vectors.build(texts, k=2, stop_words="english")
    assert space.shape[0] == 12 and "ship" in space.vocabulary and "the" not in space.vocabulary
    scipy = pytest.importorskip("scipy.sparse")
    again = vectors.VectorSpace.of(space.matrix, space.vocabulary)
    assert isinstance(space.matrix, scipy.csr_matrix) and (again.matrix != space.matrix).nnz == 0
    masked = vectors.mask(space, k=3)
    assert masked.report["smallest_group"] >= 3
    found = vectors.assess(space, masked, clusters=[2], labels=[text.split()[1] for text in texts])
    assert 0 <= found["spherical_loss"] <= 1 and found["classification"]


def test_terms():
    assert scumble.similarity("dog", "cat")["measure"] == "wu-palmer"
    assert "topics" in scumble.topics("national-security")
    with pytest.raises(scumble.InputError, match="does not know “xyzzyq”"):
        scumble.similarity("xyzzyq", "cat")


def test_the_same_as_the_command_line(scumble_cli, root, tmp_path):
    assert scumble.similarity("dog", "cat", measure="lin") == scumble_cli("similarity", "dog", "cat", "--measure", "lin")
    assert scumble.topics("weapon") == scumble_cli("topics", "weapon")
    assert scumble.topics("national-security") == scumble_cli("topics", "national-security")
    records = [json.loads(line) for line in (root / "examples/queries.jsonl").read_text().splitlines()]
    released = scumble.anonymize_sets({record["id"]: record["items"] for record in records}, k=3)
    out = tmp_path / "release.jsonl"
    report = scumble_cli("sets", "examples/queries.jsonl", "-k", 3, "-o", out)
    written = [json.loads(line)["items"] for line in out.read_text().splitlines()]
    assert [items for items in released if items is not None] == written
    for key in ("sum", "groups", "smallest", "exposure", "concepts"):
        assert released.report[key] == report[key]
    found = scumble.assess_sets({record["id"]: record["items"] for record in records}, released)
    assert found == scumble_cli("assess", "sets", "examples/queries.jsonl", out)
    texts = [path.read_text() for path in sorted((root / "docs").glob("*.md"))]
    assert vectors.build(texts, k=2, stop_words="english", lexicon=True).shape[0] == len(texts)


#: A folder of documents, what is released of them, and pages about people.
LETTERS = {
    "ada": ("Ada Byron wrote about the analytical engine in London.", "Pers1 wrote about the analytical engine in Loc1.", "Byron wrote on the engine."),
    # A text that was taken out of a PDF.
    "alan.pdf": ("Alan Turing ran marathons near Cambridge.", "Pers1 [REDACTED] near Loc1.", "Turing ran marathons."),
    "émilie": ("Émilie du Châtelet translated Newton.", "Pers1 translated [REDACTED].", "She explained physics."),
}


def collection(folder):
    """The letters in folders, and the folders."""
    places = [folder / name for name in ("in", "out", "pages")]
    for at, place in enumerate(places):
        place.mkdir()
        for name, texts in LETTERS.items():
            (place / f"{name}.txt").write_text(texts[at], encoding="utf-8")
    return places


def columns():
    """The letters as dictionaries."""
    return [{f"{name}.txt": texts[at] for name, texts in LETTERS.items()} for at in range(3)]


def test_documents_are_measured_as_the_command_line_does(scumble_cli, tmp_path):
    before, after, pages = collection(tmp_path)
    originals, released, background = columns()
    expected = scumble_cli("assess", "documents", before, after, "--background", pages)
    for place in (background, str(pages)):
        found = scumble.assess_documents(originals, released, background=place)
        assert dict(found) == expected and not found["attack"]["without_page"]
    assert found.page.startswith("<!") and "tokens kept" in found._repr_html_()
    expected = scumble_cli("assess", "documents", before, "--background", pages, "--sweep", "beta=6,10")
    swept = scumble.sweep_documents(originals, background=background, sweep="beta", values=[6, 10])
    assert dict(swept) == expected and len(swept.values) == 3


def test_redactions_that_are_known_are_not_guessed(tmp_path):
    text = "Şahin Yılmaz met Peter Lindqvist. Yılmaz slept."
    spans = [{"start": a, "end": b, "type": "PERSON", "identifier_type": "DIRECT", "entity_id": e} for a, b, e in ((0, 12, "s"), (17, 32, "p"), (34, 40, "s"))]
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"doc_id": "a", "text": text, "spans": spans}) + "\n")
    released = {"a": scumble.sanitize(text, person="Şahin Yılmaz")}
    found = scumble.assess_documents({"a": text}, released, gold=gold)
    assert found["by_decisions"] == 1 and found["gold"]["direct"]["value"] == 1.0
    texts = scumble.sanitize([text, None])
    assert scumble.assess_documents([text, None], texts)["by_decisions"] == 1
    with pytest.raises(scumble.InputError, match="“b” is not released"):
        scumble.assess_documents({"a": text, "b": text}, released)
    with pytest.raises(scumble.InputError, match="did you mean “background”"):
        scumble.assess_documents({"a": text}, released, backgrund="x")


def test_phrases_are_counted_and_texts_parsed_as_the_command_line_does(scumble_cli, tmp_path):
    for phrases in (["AIDS"], ["AIDS", "blood transfusion"], ["a", "b", "c"], ["xyzzyq xyzzyq", "ship"]):
        assert scumble.count(*phrases) == scumble_cli("corpus", "count", "embedded", *phrases)
    text = "Ms Jane Roe had a blood transfusion. She slept.\n"
    file = tmp_path / "note.txt"
    file.write_text(text)
    assert scumble.parse(text, stem="nltk") == scumble_cli("parse", file, "--stem", "nltk")
    # Offsets are code points where the command line has bytes.
    start = scumble.parse("É — Jane Roe slept.")["sentences"][0]["entities"][0]["start"]
    assert "É — Jane Roe slept."[start:].startswith("Jane")


def test_who_asks_a_server_is_warned_before_it_is_asked():
    # Nothing listens there: whoever asked it would get another error.
    nowhere = "elasticsearch:http://127.0.0.1:1/pages"
    pages = {"roe": "Roe keeps bees.", "lund": "Lund paints."}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for ask in (
            lambda: scumble.count("Jane Roe", corpus=nowhere),
            lambda: scumble.Sanitizer(hide=["Jane Roe"], counts=nowhere),
            lambda: scumble.sweep_documents({"roe": "Jane Roe keeps bees."}, background=pages, values=[6], counts=nowhere),
        ):
            with pytest.raises(UserWarning, match="it will see every phrase") as caught:
                ask()
            assert "Jane" not in str(caught.value)
    with pytest.warns(UserWarning, match="it will see every phrase") as caught, pytest.raises(scumble.CountsError):
        scumble.count("Jane Roe", corpus=nowhere)
    assert caught[0].filename == __file__


def test_a_sanitizer_warns_of_its_server():
    class Answers(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["content-length"]))
            answer = json.dumps({"count": 100_000, "_shards": {"failed": 0}}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.warns(UserWarning, match="it will see every phrase") as caught:
            sanitizer = scumble.Sanitizer(counts=f"elasticsearch:http://127.0.0.1:{server.server_port}/pages")
        assert caught[0].filename == __file__
        assert sanitizer.text("Ms Jane Roe slept.").text == "Pers1 slept."
        server.shutdown()
