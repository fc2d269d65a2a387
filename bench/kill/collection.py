"""A collection of made-up documents of five kinds, the same for the same seed, in folders."""

import csv
import io
import json
import random
import zipfile
from pathlib import Path

FIRST = "Anna Boris Celia Dmitri Elena Farid Greta Hugo Ines Jonas Karim Lucia Marta Nils Olga Pedro Qadir Rosa Stefan Tara".split()
LAST = (
    "Achterberg Brankovic Castellanos Dubrovnik Eisenhauer Fitzwilliam Grabowski Hallstrom Ivanenko Jovanovic Kowalczyk Lindqvist "
    "Montgomery Nakamura Okonkwo Petrosyan Quackenbush Ravensdale Szymanski Thorvaldsen"
).split()
TOWNS = "Salford Leominster Gdansk Aarhus Tampere Braga Ghent Lucca Graz Split".split()
SENTENCES = [
    "{title} {name} came to the clinic in {town} on {day} March 2021 and asked for the results.",
    "The letter to {name} was returned; the new address is {number} Mill Lane, {town}.",
    "Please call {last} on +44 20 7946 0{short} before noon, or write to {mail}.",
    "According to {name}, the account {iban} was opened in {town}.",
    "The committee noted that nothing else had changed since the last meeting.",
    "{last} said that the contract with the company would end in May 2022.",
]


def paragraph(draw):
    first, last, town = draw.choice(FIRST), draw.choice(LAST), draw.choice(TOWNS)
    values = dict(
        title=draw.choice(["Mr", "Mrs", "Dr"]), name=f"{first} {last}", last=last, town=town, day=draw.randint(1, 28), number=draw.randint(1, 300),
        short=draw.randint(100, 999), mail=f"{first}.{last}@example.org".lower(), iban="GB82 WEST 1234 5698 7654 32",
    )
    return " ".join(s.format(**values) for s in draw.sample(SENTENCES, draw.randint(2, 5)))


def docx(paragraphs):
    """The least that a word processor opens."""
    body = "".join(f'<w:p><w:r><w:t xml:space="preserve">{p}</w:t></w:r></w:p>' for p in paragraphs)
    files = {
        "[Content_Types].xml": '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": '<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        f"<w:body>{body}</w:body></w:document>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(zipfile.ZipInfo(name, (2021, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def document(kind, draw):
    paragraphs = [paragraph(draw) for _ in range(draw.randint(2, 8))]
    if kind == "txt":
        return ("\n\n".join(paragraphs) + "\n").encode()
    if kind == "html":
        return ("<!DOCTYPE html>\n<html><head><title>Note</title></head>\n<body>\n" + "".join(f"<p>{p}</p>\n" for p in paragraphs) + "</body></html>\n").encode()
    if kind == "docx":
        return docx(paragraphs)
    if kind == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["text"])
        writer.writerows([p] for p in paragraphs)
        return out.getvalue().encode()
    return "".join(json.dumps({"text": p}) + "\n" for p in paragraphs).encode()


def write(folder, count, seed=7, prefix="note", telling=False):
    """So many documents, in turn of each kind, a hundred in a folder. Telling names are those of people: every file is renamed."""
    draw = random.Random(seed)
    kinds = ["txt", "html", "docx", "txt", "csv", "html", "txt", "jsonl"]
    for number in range(count):
        kind = kinds[number % len(kinds)]
        name = f"{FIRST[number % len(FIRST)]} {LAST[number // len(FIRST) % len(LAST)]}" if telling else f"{prefix}-{word(number)}"
        path = Path(folder, f"the-{WORDS[number // 100]}", f"{name}.{kind}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document(kind, draw))


WORDS = "table window paper water bridge garden ladder basket button candle".split()


def word(number):
    """Three ordinary words, so that no file is renamed."""
    return "-".join(WORDS[int(digit)] for digit in f"{number:03}")
