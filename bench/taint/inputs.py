"""Documents of every kind that say one name and one number, in the text and in every place beside it."""

import base64
import io
import json
import quopri
import zipfile
import zlib
from pathlib import Path


def story(name, number):
    """Four sentences that say both, as a letter would."""
    return [
        f"Mr {name} Jones came to see us on Monday about his account number {number}.",
        f"We told {name} that the letter of 12 March 2021 had been sent to the wrong address.",
        f"Mr. {name} asked us to write to {name.lower()}@example.org and not to call again.",
        "The matter was closed in the following week.",
    ]


def html(name, number):
    lines = "".join(f"<p>{line}</p>\n" for line in story(name, number))
    return (
        f'<!DOCTYPE html>\n<html><head><title>Letter to Mr {name} Jones</title><meta name="author" content="{name}">\n'
        f"<style>.{name} {{ color: red }}</style></head>\n<body>\n{lines}"
        f'<p title="about {name}"><a target="{name.lower()}" href="/people/{name}?id={number}">his page</a> '
        f'<img alt="{name}" src="{name}.png"></p>\n<!-- {name} {number} -->\n'
        f'<script>var who = "{name}"; var hex = "{"".join(f"%{b:02x}" for b in name.encode())}";</script>\n</body></html>\n'
    ).encode()


def docx(name, number):
    w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    types = "application/vnd.openxmlformats-officedocument.wordprocessingml."
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    half = len(name) // 2
    body = "".join(f'<w:p><w:pPr><w:pStyle w:val="{name}Body"/></w:pPr><w:r><w:t>{line}</w:t></w:r></w:p>' for line in story(name, number))
    body += f'<w:p><w:bookmarkStart w:id="1" w:name="{name}"/><w:r><w:t>{name[:half]}</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>{name[half:]}</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>'
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    parts = {
        "[Content_Types].xml": f'{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{types}document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{types}styles+xml"/>'
        f'<Override PartName="/word/header1.xml" ContentType="{types}header+xml"/>'
        f'<Override PartName="/word/comments.xml" ContentType="{types}comments+xml"/>'
        '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>',
        "_rels/.rels": f'{head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{relation}officeDocument" Target="word/document.xml"/>'
        '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'{head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{relation}styles" Target="styles.xml"/><Relationship Id="rId2" Type="{relation}header" Target="header1.xml"/>'
        f'<Relationship Id="rId3" Type="{relation}comments" Target="comments.xml"/>'
        f'<Relationship Id="rId4" Type="{relation}hyperlink" Target="http://example.org/{name}" TargetMode="External"/></Relationships>',
        "word/document.xml": f'{head}<w:document {w} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>{body}'
        '<w:p><w:hyperlink r:id="rId4"><w:r><w:t>his page</w:t></w:r></w:hyperlink></w:p>'
        '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/></w:sectPr></w:body></w:document>',
        "word/styles.xml": f'{head}<w:styles {w}><w:style w:type="paragraph" w:styleId="{name}Body"><w:name w:val="{name} Body"/></w:style></w:styles>',
        "word/header1.xml": f"{head}<w:hdr {w}><w:p><w:r><w:t>Letter to Mr {name} Jones</w:t></w:r></w:p></w:hdr>",
        "word/comments.xml": f'{head}<w:comments {w}><w:comment w:id="0" w:author="{name}" w:initials="Z"><w:p><w:r><w:t>Ask {name} again.</w:t></w:r></w:p></w:comment></w:comments>',
        "docProps/core.xml": f'{head}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>{name}</dc:creator><dc:title>Letter to {name}</dc:title></cp:coreProperties>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for path, content in parts.items():
            package.writestr(path, content)
    return out.getvalue()


def pdf(name, number):
    """A page with the text, a note on it, a bookmark and an author."""
    show = "".join(f"({line}) Tj 0 -16 Td " for line in story(name, number))
    half = len(name) // 2
    page = zlib.compress(f"BT /F1 11 Tf 72 720 Td {show}[({name[:half]}) -10 ({name[half:]})] TJ ET".encode("latin-1"))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [8 0 R] /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(page) + page + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
        f"<< /Title (About {name}) /Parent 6 0 R /Dest [3 0 R /Fit] >>".encode(),
        f"<< /Type /Annot /Subtype /Text /Rect [10 10 20 20] /Contents (Ask {name}) >>".encode(),
        f"<< /Author ({name}) /Title (Letter to {name}, {number}) >>".encode(),
    ]
    out, places = b"%PDF-1.4\n", []
    for index, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % index + content + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<< /Size %d /Root 1 0 R /Info 9 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


def mail(name, number):
    text = "\n".join(story(name, number))
    encoded = quopri.encodestring(text.encode()).decode()
    page = base64.encodebytes(html(name, number)).decode()
    return (
        f'From: "{name}, Tom" <tom.{name.lower()}@example.org>\nTo: Front Desk <desk@example.org>\nSubject: Mr {name} Jones, {number}\n'
        f"Message-ID: <{name}.1@example.org>\nX-Sender: {name}\nDate: Mon, 15 Mar 2021 10:00:00 +0000\nMIME-Version: 1.0\n"
        f'Content-Type: multipart/mixed; boundary="{name}"\n\n--{name}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n'
        f"{encoded}\n\n--{name}\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{page}\n--{name}\n"
        f'Content-Type: application/octet-stream; name="{name}.bin"\nContent-Disposition: attachment; filename="{name}.bin"\n'
        f"Content-Transfer-Encoding: base64\n\n{base64.b64encode(name.encode()).decode()}\n--{name}--\n"
    ).encode()


def csv(name, number, more):
    head = "text" + (",customer,reference\n" if more else "\n")
    return (head + "".join(f'"{line}"' + (f",{name},{number}\n" if more else "\n") for line in story(name, number))).encode()


def jsonl(name, number, more):
    extra = {"customer": name, "card": int(number), "more": {"seen": [name, {"by": name}]}} if more else {}
    return "".join(json.dumps({"text": line, **extra}) + "\n" for line in story(name, number)).encode()


def parquet(name, number):
    import pyarrow
    import pyarrow.parquet

    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"text": story(name, number)}), out)
    return out.getvalue()


def xlsx(name, number):
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["text"])
    for line in story(name, number):
        book.active.append([line])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def cases(name, number):
    """(title, {path: content}, flags, single file or folder): each a run of its own. And what could not be made, with the reason."""
    text = ("\n".join(story(name, number)) + "\n").encode()
    made = [
        ("text", {"letter.txt": text}),
        ("markdown", {"letter.md": b"# A letter\n\n" + text}),
        ("html", {"letter.html": html(name, number)}),
        ("docx", {"letter.docx": docx(name, number)}),
        ("pdf", {"letter.pdf": pdf(name, number)}),
        ("mail", {"letter.eml": mail(name, number)}),
        ("csv", {"rows.csv": csv(name, number, False)}),
        ("csv, other fields", {"rows.csv": csv(name, number, True)}),
        ("jsonl", {"rows.jsonl": jsonl(name, number, False)}),
        ("jsonl, other fields", {"rows.jsonl": jsonl(name, number, True)}),
        ("file name", {f"{name} letter.txt": text, f"{name.lower()}_notes.txt": text, "letter.txt": text}),
        ("file name, plain text", {f"Mr {name} Jones.txt": b"The matter was closed in the following week.\n", "letter.txt": text}),
        ("number in a file name", {f"account-{number}.txt": text, "letter.txt": text}),
        ("folder name", {f"{name}/letter.txt": text, f"{name}/inner/page.html": html(name, number)}),
        ("damaged files", {f"{name}.docx": b"PK\x03\x04" + name.encode(), f"{name}.pdf": name.encode(), f"{name}.eml": name.encode(), f"{name}.txt": b"\xff\xfe\x00" + name.encode("latin-1"), "letter.txt": text}),
        ("bad records", {f"{name}.jsonl": text, f"{name}.csv": f'{name},{number}\n"{name}\n'.encode(), "rows.jsonl": jsonl(name, number, False) + b'{"text": "' + name.encode() + b"\n", "letter.txt": text}),
        ("fields named so", {"rows.jsonl": "".join(json.dumps({"text": line, name: 1}) + "\n" for line in story(name, number)).encode(), "rows.csv": f"text,{name}\n{name} came,1\n".encode()}),
    ]
    left = []
    for title, path, make in (("parquet", "rows.parquet", parquet), ("xlsx", "rows.xlsx", xlsx)):
        try:
            made.append((title, {path: make(name, number)}))
        except ImportError as error:
            left.append(f"{title}: {error.name} is not installed")
    return made, left


def write(folder, files):
    for path, content in files.items():
        place = Path(folder, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
