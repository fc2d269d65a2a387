"""The words of a format: what stands as an attribute's value in documents of three packages or more is nobody's name."""

import html
import re
import zipfile
from collections import defaultdict

import decodings

PACKAGES = 3
VALUE = re.compile(rb"""=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>=]+))""")
# Fonts that come with an office suite or a system: a document that talks of one still names it in its layout.
FONTS = "Arial,Arial Black,Arial Narrow,Calibri,Cambria,Candara,Comic Sans MS,Consolas,Constantia,Corbel,Courier New,Garamond,Georgia,Gill Sans MT,Helvetica,"
FONTS += "Impact,Lucida Console,Palatino Linotype,Segoe UI,Symbol,Tahoma,Times New Roman,Trebuchet MS,Verdana,Wingdings"


def pages(document):
    """The XML parts of a DOCX, or the page itself."""
    if document.kind == "html":
        with open(document.path, "rb") as file:
            yield file.read()
    elif document.kind == "docx":
        try:
            with zipfile.ZipFile(document.path) as package:
                for part in package.namelist():
                    if part.endswith((".xml", ".rels")):
                        yield package.read(part)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError):
            return


def common(taken):
    """The values that documents of several packages share, for DOCX and for HTML apart."""
    seen = defaultdict(set)
    for document in taken:
        for value in {value for data in pages(document) for groups in VALUE.findall(data) for value in groups if value}:
            text = html.unescape(value.decode("utf-8", "replace")).strip()
            seen[document.kind, text].add(document.package)
    return {value for (_, value), packages in seen.items() if len(packages) >= PACKAGES} | set(FONTS.split(","))


def know(values):
    """Tells this process the words."""
    decodings.VOCABULARY.update(values)
