"""What a document says, read without the program that is measured: to compare an original with what was restored."""

import email
import email.policy
import html
import re
import subprocess
import tempfile
import unicodedata
import xml.etree.ElementTree as tree
import zipfile
from collections import Counter

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
CHARACTERS = {W + "tab": "\t", W + "ptab": "\t", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "\u2011", W + "softHyphen": "\u00ad"}
STORY = re.compile(r"word/(?:document\d*|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$")


def told(element, lines):
    """Adds the text under an element to the lines; text that a tracked change took out or moved away is no text."""
    tag = element.tag.replace(STRICT, W) if isinstance(element.tag, str) else ""
    if tag in (W + "del", W + "moveFrom", W + "pPr", W + "rPr"):
        return
    if tag == W + "p":
        lines.append("")
    elif tag in CHARACTERS:
        lines[-1] += CHARACTERS[tag]
    elif tag == W + "t":
        lines[-1] += element.text or ""
    for child in element:
        told(child, lines)


def docx(path):
    """The lines of each story part that say something: one for each paragraph."""
    stories = {}
    with zipfile.ZipFile(path) as package:
        for name in sorted(package.namelist()):
            if STORY.search(name):
                lines = [""]
                told(tree.fromstring(package.read(name)), lines)
                stories[name] = [line for line in lines if line.strip()]
    return stories


def same_docx(original, restored):
    """Whether every story says what it said, paragraph by paragraph; and what differs."""
    before, after = docx(original), docx(restored)
    for name, lines in before.items():
        if lines != after.get(name, []):
            kind = re.sub(r"\d+", "", name)
            if name not in after:
                return False, f"{kind} is missing"
            if "".join(lines).split() == "".join(after[name]).split():
                return False, f"{kind}: text stands in another paragraph"
            if "".join("".join(lines).split()) == "".join("".join(after[name]).split()):
                return False, f"{kind}: other blanks or paragraphs"
            return False, f"{kind}: other text"
    return True, ""


def pages(path):
    """The words of each page of a PDF, by pdftotext."""
    text = subprocess.run(["pdftotext", "-q", path, "-"], capture_output=True, timeout=60).stdout.decode("utf-8", "replace")
    return [unicodedata.normalize("NFKC", page).split() for page in text.split("\f")[:-1]]


def drawn_pages(path):
    """The words that the pages themselves draw, without forms and notes, which a release drops."""
    unpacked = subprocess.run(["qpdf", "--qdf", "--object-streams=disable", path, "-"], capture_output=True, timeout=60).stdout
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(unpacked.replace(b"/Annots ", b"/Annotx "))
        file.flush()
        return pages(file.name)


def same_pdf(original, restored):
    """Whether pdftotext reads the same letters on each page: white space and order are the reader's own."""
    after = pages(restored)
    for before in (pages(original), drawn_pages(original)):
        if not before:
            return None, "cannot compare: pdftotext finds no page in the original"
        if len(before) != len(after):
            return False, "there are fewer pages" if len(before) > len(after) else "there are more pages"
        odd = [(a, b) for a, b in zip(before, after) if sorted("".join(a)) != sorted("".join(b))]
        if not odd:
            return True, ""
    a, b = (Counter("".join(words)) for words in odd[0])
    fewer, more = sum((a - b).values()), sum((b - a).values())
    if fewer and more:
        return False, "other letters on a page"
    return False, "fewer letters on a page" if fewer else "more letters on a page"


def mail(path):
    """The headers that people read and the text parts of a mail."""
    message = email.message_from_bytes(open(path, "rb").read(), policy=email.policy.compat32)
    said = {}
    for name in ("From", "To", "Cc", "Subject", "Reply-To"):
        values = message.get_all(name, [])
        said[name] = []
        for value in values:
            try:
                value = str(email.header.make_header(email.header.decode_header(str(value))))
            except Exception:
                value = str(value)
            said[name].append(" ".join(value.split()))
    said["texts"], said["attached"] = leaves(message)
    return said


def leaves(message, attached=False):
    """The texts of a mail, and those of its attachments (which a release drops), in order."""
    own, others = [], []
    if message.is_multipart():
        inner = attached or message.get_content_maintype() == "message"
        for part in message.get_payload():
            here, there = leaves(part, inner)
            own += here
            others += there
    elif message.get_content_type() in ("text/plain", "text/html"):
        payload = message.get_payload(decode=True) or b""
        try:
            text = payload.decode(message.get_content_charset() or "utf-8", "replace")
        except LookupError:
            text = payload.decode("latin-1")
        text = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n"))
        aside = attached or message.get_filename() or message.get_content_disposition() == "attachment"
        (others if aside else own).append(text)
    return own, others


def same_mail(original, restored):
    """Whether headers and texts are those of the original; attachments may be missing."""
    before, after = mail(original), mail(restored)
    for name in ("From", "To", "Cc", "Subject", "Reply-To"):
        if before[name] != after[name]:
            return False, f"{name} differs"
    left = [text for text in after["texts"] + after["attached"] if text]
    for text in before["texts"]:
        if text in left:
            left.remove(text)
        elif text:
            words = any(text.split() == other.split() for other in left)
            return False, "a text differs in its blanks" if words else "a text differs or is missing"
    for text in left:
        if text not in before["attached"]:
            return False, "a text that was not there"
    return True, ""


DATA = re.compile(rb"data:[^\"'\s)>]*")


def difference(before, after):
    """What kind of difference the bytes of a page have."""
    if html.unescape(before.decode("utf-8", "replace")) == html.unescape(after.decode("utf-8", "replace")):
        return "entities are written in another way"
    nodes = [[html.unescape(node.decode("utf-8", "replace")) for node in re.split(rb"<[^>]*>", page)] for page in (before, after)]
    if nodes[0] == nodes[1]:
        return "attributes are written in another way"
    return "text stands in another element" if "".join("".join(nodes[0]).split()) == "".join("".join(nodes[1]).split()) else "other text"


def same(kind, original, restored):
    """Whether the restored document is the original: text for DOCX, PDF and mail, bytes for HTML (but for embedded data, which is dropped)."""
    if kind == "html":
        before, after = (DATA.sub(b"data:,", open(path, "rb").read()) for path in (original, restored))
        return before == after, difference(before, after) if before != after else ""
    return {"docx": same_docx, "pdf": same_pdf, "mail": same_mail}[kind](original, restored)
