"""Documents with marks to fine-tune on. A mark is (start, end, kind, says), characters; what it says of its tokens:
mask: such a mention that is masked; stay: such a mention that stays; leave: it stays, as a mention or as nothing; kind: only
its kind is known; either: all of that is right."""
import hashlib
import json
import re
from dataclasses import dataclass, field

import corpus
from network import CLASSES, KINDS

FOLDS = 5
EVERYTHING = (1 << CLASSES) - 1
NOTHING = 1


def classes(kind, says):
    """The classes that are right, a bit each."""
    number = KINDS.index(kind)
    stay, mask = 1 << 1 + 2 * number, 1 << 2 + 2 * number
    right = {"mask": mask, "stay": stay, "leave": stay | NOTHING, "kind": stay | mask, "either": stay | mask | NOTHING}
    return right[says]


def any_of(kinds):
    """Nothing, or a mention of one of these kinds: what is right where a corpus does not mark such kinds."""
    bits = NOTHING
    for kind in kinds:
        bits |= classes(kind, "kind")
    return bits


@dataclass
class Document:
    source: str
    name: str
    domain: str
    text: str
    marks: list
    fold: int = -1
    # What is right for tokens outside of every mark.
    outside: int = NOTHING
    # Only to measure with: the entity of each mark and whether it identifies directly.
    entities: list = field(default_factory=list)


def fold_of(name):
    return int.from_bytes(hashlib.sha256(str(name).encode()).digest()[:4], "big") % FOLDS


def court(data):
    """TAB's 92 + 21 cases in the order of the files; fold = number modulo five, as `names.rs` cross-validates."""
    rows = []
    for file in ("tab144_train92", "tab144_dev21"):
        with open(data / f"tab/{file}.jsonl") as lines:
            rows.extend((file, json.loads(line)) for line in lines)
    for number, (file, row) in enumerate(rows):
        marks, entities = [], []
        for entity in row["entities"]:
            kind = entity["entity_type"] if entity["entity_type"] in KINDS else "MISC"
            says = "stay" if entity["identifier_type"] == "NO_MASK" else "mask"
            marks.append((entity["start_offset"], entity["end_offset"], kind, says))
            entities.append((entity["entity_id"], entity["identifier_type"]))
        name = row["metadata"]["provenance"]["doc_id"]
        yield Document(file, name, "court", row["text"], marks, number % FOLDS, entities=entities)


def biographies(data, here):
    """The lead paragraphs that we marked: leads.tsv holds numbers, offsets and marks, the corpus holds the text."""
    marks = {}
    with open(here / "leads.tsv") as lines:
        for line in lines:
            if line[0] != "#":
                number, start, end, kind, mask = line.rstrip("\n").split("\t")
                marks.setdefault(int(number), []).append((int(start), int(end), kind, mask))
    for number, text in corpus.leads(data, set(), set()):
        if number in marks:
            says = [(start, end, kind, "stay" if mask == "N" else "mask") for start, end, kind, mask in marks[number]]
            yield Document("leads", str(number), "biography", text, says, fold_of(number))


def visible_biographies(data):
    """wiki_replace's 50: to measure with only; they have no licence."""
    with open(data / "wiki_replace/wikireplace_visible50.jsonl") as lines:
        for line in lines:
            row = json.loads(line)
            marks, entities = [], []
            for span in row["spans"]:
                kind = span["type"] if span["type"] in KINDS else "MISC"
                says = "stay" if span["identifier_type"] == "NO_MASK" else "mask"
                marks.append((span["start"], span["end"], kind, says))
                entities.append((span["entity_id"], span["identifier_type"]))
            yield Document("wikireplace", row["doc_id"], "biography", row["text"], marks, entities=entities)


JOINING = set("of the and for de la le du von van der den di da del al el bin ibn y e & in at on to".split())
PRONOUNS = set(
    "i me my mine myself we us our ours you your yours he him his himself she her hers herself it its itself they them "
    "their theirs themselves who whom whose this that these those here there one".split()
)


def gum(data, split):
    """GUM: names of persons, places and organisations; what is linked but is no name may be one."""
    kinds = {"person": "PERSON", "place": "LOC", "organization": "ORG"}
    for row in corpus.rows(data / "gum_entities/gum_train_dev.jsonl.gz"):
        if row["split"] != split:
            continue
        text, marks = row["text"], []
        for entity in row["entities"]:
            kind = kinds.get(entity["etype"])
            start, end = entity["start"], entity["end"]
            end -= len(re.search(r"( ?['’] ?s)?$", text[start:end]).group())
            start += len(re.match(r"((the|a|an|The|A|An) )?", text[start:end]).group())
            words = text[start:end].split()
            if kind is None or not words or text[start:end].lower() in PRONOUNS:
                continue
            linked = bool(entity.get("identity"))
            named = all(not word[0].islower() or word in JOINING for word in words)
            if text[start].isupper() and len(words) <= 5 and (linked or named):
                marks.append((start, end, kind, "kind"))
            elif linked:
                marks.append((start, end, kind, "either"))
        yield Document("gum", row["doc_id"], "names", text, marks, outside=any_of(["CODE", "DEM", "DATETIME", "QUANTITY", "MISC"]))


WNUT = {"person": "PERSON", "location": "LOC", "corporation": "ORG", "group": "ORG", "product": "MISC", "creative-work": "MISC"}
UNER = {"PER": "PERSON", "LOC": "LOC", "ORG": "ORG"}


def sentences(path, kinds, source, unmarked, together=12):
    """Sentences with a label a word, some of them together to a document."""
    rows = list(corpus.rows(path))
    for first in range(0, len(rows), together):
        text, marks = "", []
        for row in rows[first : first + together]:
            text += "\n" if text else ""
            begun = None
            for number, (word, label) in enumerate(zip(row["tokens"], row["ner"])):
                before = corpus.joined(row["tokens"][:number])
                so_far = corpus.joined(row["tokens"][: number + 1])
                kind = kinds.get(label[2:])
                if begun is not None and (label[:1] != "I" or kind != begun[1]):
                    marks.append((len(text) + begun[0], len(text) + len(before), begun[1], "kind"))
                    begun = None
                if kind and begun is None:
                    begun = (len(so_far) - len(word), kind)
            whole = corpus.joined(row["tokens"])
            if begun is not None:
                marks.append((len(text) + begun[0], len(text) + len(whole), begun[1], "kind"))
            text += whole
        yield Document(source, f"{source}-{first}", "names", text, marks, outside=any_of(unmarked))


def names(data):
    """The sets that the linear model of names is trained on: GUM train, WNUT-17 train, UNER of EWT's dev part."""
    yield from gum(data, "train")
    yield from sentences(data / "ner/wnut17_train.jsonl.gz", WNUT, "wnut", ["CODE", "DEM", "DATETIME", "QUANTITY"])
    rest = ["CODE", "DEM", "DATETIME", "QUANTITY", "MISC"]
    yield from sentences(data / "ner/uner_ewt_dev.jsonl.gz", UNER, "uner", rest)
