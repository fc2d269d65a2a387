"""Set-valued records, vector spaces, terms."""

from __future__ import annotations

import json

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
