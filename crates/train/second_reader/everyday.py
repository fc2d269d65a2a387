"""The documents of our generator (`train generate`): everyday text of many kinds, with marks."""
import json

from network import KINDS
from sources import NOTHING, Document, classes, fold_of

OURS = {
    **dict.fromkeys(["handle", "email", "phone", "url", "account", "id", "device", "secret"], "CODE"),
    **dict.fromkeys(["place", "address"], "LOC"),
    **dict.fromkeys(["date", "time"], "DATETIME"),
    "person": "PERSON", "organisation": "ORG", "age": "DEM", "misc": "MISC", "quantity": "QUANTITY",
}
SAYS = {True: "mask", False: "leave", "optional": "either"}


def everyday(path):
    """Offsets count code points, as Python's do. Outside of the marks nothing is masked; what it is, is not said. Notes of wards and
    letters of discharge are clinical text, three of five of them: the others are read as everyday text."""
    outside = NOTHING
    for kind in KINDS:
        outside |= classes(kind, "stay")
    with open(path) as lines:
        for row in map(json.loads, lines):
            marks = [(s["start"], s["end"], OURS[s["kind"]], SAYS[s["mask"]]) for s in row["spans"]]
            source = "everyday_test" if row["part"] == "test" else "everyday"
            domain = "clinical" if row["kind"] in ("clinical", "discharge") and fold_of(row["id"]) < 3 else "everyday"
            entities = [(str(number), "QUASI") for number in range(len(marks))]
            yield Document(source, row["id"], domain, row["text"], marks, row["fold"], outside, entities)
