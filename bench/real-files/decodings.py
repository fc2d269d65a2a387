"""Every way in which a released file could still hold a string: names and texts of its decodings.

Nothing here is shared with the program that is measured: the readers are Python's own, qpdf, pdftotext and mutool.
"""

import base64
import binascii
import email
import email.header
import email.policy
import html
import quopri
import re
import subprocess
import urllib.parse
import zipfile
import zlib
from html.parser import HTMLParser

BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{4}\s?){6,}(?:[A-Za-z0-9+/]{2,3}={0,2})?")
ESCAPE = re.compile(r"\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})|\\([0-9a-fA-F]{1,6})[ \t\n]?")
VOCABULARY = set()  # attribute values that are the format's own words: see vocabulary.py
BLOCKS = "p|h[1-6]|div|li|td|th|tr|br|hr|table|ul|ol|dl|dt|dd|title|section|article|header|footer|blockquote|pre|option|label|a:p|w:p"


def unescaped(text):
    """Escapes of scripts and style sheets (`\\u0051`, `\\x51`, `\\51 `) as characters."""

    def character(match):
        code = int(next(group for group in match.groups() if group), 16)
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""

    return ESCAPE.sub(character, text)


def unpacked_base64(data):
    """The texts that runs of base64 in the bytes hold."""
    for match in BASE64.finditer(data):
        run = re.sub(rb"\s", b"", match.group())
        try:
            plain = base64.b64decode(run[: len(run) - len(run) % 4])
        except binascii.Error:
            continue
        yield plain


def of_bytes(data):
    """What bytes hold in the encodings that need no format: as they are, UTF-16, quoted-printable, base64, entities, escapes."""
    text = data.decode("utf-8", "replace")
    yield "bytes", text
    if b"\0" in data:
        for name in ("utf-16-le", "utf-16-be"):
            for shift in (0, 1):
                yield name, data[shift:].decode(name, "ignore")
    if b"=" in data:
        yield "quoted-printable", quopri.decodestring(data).decode("utf-8", "replace")
    if b"&" in data:
        yield "entities", html.unescape(text)
    if b"%" in data:
        yield "percent", urllib.parse.unquote(text)
    if b"\\" in data:
        yield "escapes", unescaped(text)
    plain = list(unpacked_base64(data))
    if plain:
        yield "base64", "\n".join(p.decode("utf-8", "replace") for p in plain)
        yield "base64, utf-16", "\n".join(p.decode("utf-16-le", "ignore") for p in plain if b"\0" in p)
    for number, match in enumerate(re.finditer(rb"\x78[\x01\x5e\x9c\xda]", data)):
        if number == 500:
            break
        try:
            yield "inflate", zlib.decompressobj().decompress(data[match.start() :], 1 << 22).decode("utf-8", "replace")
        except zlib.error:
            continue


class Words(HTMLParser):
    """Text and attribute values of a page or an XML part: names of elements and attributes are no text."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.text, self.values = [], []

    def handle_starttag(self, tag, attributes):
        if re.fullmatch(BLOCKS, tag):
            self.text.append("\n")
        elif tag in ("w:tab", "w:br", "w:cr"):
            self.text.append(" ")
        self.values += [value for name, value in attributes if value and not name.startswith("xmlns")]

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        if re.fullmatch(BLOCKS, tag):
            self.text.append("\n")

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        self.values.append(data)

    def unknown_decl(self, data):
        self.text.append(data)


def of_markup(data):
    """Running text (across runs and inline elements) and attribute values of markup, without its own vocabulary."""
    words = Words()
    try:
        words.feed(data.decode("utf-8", "replace"))
        words.close()
    except Exception:  # a page that Python's reader cannot follow is still read as bytes
        yield "bytes", data.decode("utf-8", "replace")
    yield "text", "".join(words.text)
    values = "\n".join(value for value in words.values if value.strip() not in VOCABULARY)
    yield "attributes", values
    for name, text in of_bytes(("".join(words.text) + "\n" + values).encode("utf-8", "replace")):
        if name not in ("bytes", "entities"):
            yield name, text


def of_docx(path):
    """Every part of the package."""
    with zipfile.ZipFile(path) as package:
        yield "names of parts", "\n".join(package.namelist()) + package.comment.decode("utf-8", "replace")
        for part in package.infolist():
            data = package.read(part)
            reading = of_markup(data) if data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<") else of_bytes(data)
            for name, text in reading:
                yield f"{part.filename}, {name}", text


def output(*command):
    """What a tool prints, or nothing when it fails."""
    try:
        return subprocess.run(command, capture_output=True, timeout=60).stdout
    except subprocess.TimeoutExpired:
        return b""


def drawn(page):
    """The strings that an unpacked PDF shows, in drawing order, without the kerning between them."""
    pieces = []
    for match in re.finditer(rb"\(((?:\\.|[^\\()])*)\)|<([0-9A-Fa-f\s]{4,})>|(T\*|Td|TD|Tm|ET|'|\")\b", page, re.DOTALL):
        literal, digits, _ = match.groups()
        if literal is not None:
            pieces.append(re.sub(rb"\\([()\\])", rb"\1", literal).decode("latin-1"))
        elif digits is not None:
            raw = bytes.fromhex(re.sub(rb"\s", b"", digits).decode() + "0" * (len(re.sub(rb"\s", b"", digits)) % 2))
            pieces.append(raw.decode("utf-16-be", "ignore") if raw[:1] == b"\0" else raw.decode("latin-1"))
        else:
            pieces.append("\n")
    return "".join(pieces)


PDF_WORDS = (
    "Catalog Pages Page Type Kids Count Parent MediaBox CropBox BleedBox TrimBox ArtBox Rotate Resources ProcSet PDF Text Contents Length Length1 Filter FlateDecode Font Subtype "
    "Type0 Type1 TrueType CIDFontType0 CIDFontType2 CIDSystemInfo CIDToGIDMap CMapName CMapType CMap CIDInit DescendantFonts FontDescriptor FontFile2 FontFile3 FontName FontBBox "
    "FontFamily Flags Ascent Descent CapHeight StemV ItalicAngle MissingWidth FirstChar LastChar Widths DW Encoding Differences BaseFont BaseEncoding WinAnsiEncoding Identity-H Identity ToUnicode "
    "Registry Ordering Supplement Adobe UCS Helvetica Helvetica-Bold Helvetica-Oblique Times-Roman Courier Symbol ZapfDingbats Producer Info Root Size Index Prev XRef ObjStm First "
    "ExtGState XObject Form Matrix BBox Metadata Lang MarkInfo Marked"
).split()
SYNTAX = re.compile(
    rb"^%%.*$|/(?:" + b"|".join(word.encode() for word in PDF_WORDS) + rb")(?![A-Za-z0-9_.+-])|\b(?:obj|endobj|stream|endstream|xref|trailer|startxref)\b"
    rb"|\b(?:findresource|begin\w+|end\w+|dict|dup|defineresource|currentdict|usecmap|pop|def)\b",
    re.MULTILINE,
)


def of_pdf(path):
    """Two readers' text, all objects unpacked, and the strings that the pages draw."""
    yield "pdftotext", output("pdftotext", "-q", path, "-").decode("utf-8", "replace")
    yield "pdftotext -raw", output("pdftotext", "-q", "-raw", path, "-").decode("utf-8", "replace")
    yield "mutool", output("mutool", "draw", "-q", "-F", "txt", path).decode("utf-8", "replace")
    unpacked = output("qpdf", "--qdf", "--object-streams=disable", "--decode-level=all", path, "-")
    yield "qpdf, drawn strings", drawn(unpacked)
    for name, text in of_bytes(SYNTAX.sub(b" ", unpacked)):
        yield f"qpdf, {name}", text


def of_header(part):
    """Header values of a mail or one of its parts; of those that only say how it is written, the free parameters."""
    for name, value in part.raw_items():
        if name.lower() in ("mime-version", "content-transfer-encoding"):
            continue
        if name.lower() in ("content-type", "content-disposition"):
            value = "\n".join(text for key, text in part.get_params([], name)[1:] if key not in ("charset", "format", "delsp", "type"))
        try:
            text = str(email.header.make_header(email.header.decode_header(str(value))))
        except Exception:
            text = str(value)
        yield f"header {name}", text


def of_mail(path):
    """The values of all headers and each part decoded."""
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.compat32)
    for part in message.walk():
        yield from of_header(part)
        yield "between the parts", f"{part.preamble or ''}\n{part.epilogue or ''}"
        if not part.is_multipart():
            written = str(part.get_payload()).encode("utf-8", "replace")
            payload = part.get_payload(decode=True) or b""
            page = part.get_content_type() == "text/html"
            for data in {written, payload}:
                for name, text in of_markup(data) if page else of_bytes(data):
                    yield f"body, {name}", text


def of_file(kind, path):
    """All decodings of a released file."""
    if kind == "docx":
        return of_docx(path)
    if kind == "pdf":
        return of_pdf(path)
    if kind == "mail":
        return of_mail(path)
    return of_markup(open(path, "rb").read())
