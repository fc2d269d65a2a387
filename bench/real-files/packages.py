"""Fetches the source packages that packages.tsv names, and takes the documents out of them."""

import hashlib
import re
import sys
import tarfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

LARGEST = 20_000_000
SUFFIX = {"docx": ".docx", "pdf": ".pdf", "html": ".html", "mail": ".eml"}
PATTERN = {"docx": r"\.docx$", "pdf": r"\.pdf$", "html": r"\.(html?|xhtml)$"}


@dataclass(frozen=True)
class Taken:
    """One document: its kind, the package it comes from, its path there, its content's hash and where it lies now."""

    kind: str
    package: str
    inside: str
    sha256: str
    path: str

    @property
    def name(self):
        return f"{self.package}:{self.inside}"


def listed(table):
    """The rows of packages.tsv: (label, kinds, mail pattern, sha256, address)."""
    for line in Path(table).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            origin, name, version, kinds, mails, sha256, address = line.split("\t")
            yield f"{name} {version}", origin, kinds.split(","), mails, sha256, address


def fetched(address, sha256, folder):
    """The package's file, from the folder or from the net; None when it is not to be had."""
    path = Path(folder, address.rsplit("/", 1)[1])
    if not path.exists():
        part = path.with_name(path.name + ".part")
        try:
            with urllib.request.urlopen(address, timeout=120) as answer, open(part, "wb") as out:
                while piece := answer.read(1 << 20):
                    out.write(piece)
        except OSError as error:
            print(f"not to be had: {address} ({error})", file=sys.stderr)
            return None
        part.rename(path)
    if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        print(f"not the file that is listed: {path.name}", file=sys.stderr)
        return None
    return path


def documents(package, kinds, mails):
    """What a package holds: (kind, path inside, content), in the order of the paths."""
    patterns = {kind: re.compile(mails if kind == "mail" else PATTERN[kind], re.IGNORECASE) for kind in kinds}
    found = []
    with tarfile.open(package) as archive:
        for member in archive:
            kind = next((k for k, p in patterns.items() if p.search(member.name)), None)
            if kind and member.isfile() and 0 < member.size <= LARGEST:
                inside = member.name.split("/", 1)[-1]
                found.append((kind, inside, archive.extractfile(member).read()))
    return sorted(found, key=lambda item: item[:2])


def spread(items, most):
    """At most so many of the items, at equal steps."""
    return items if len(items) <= most else [items[i * len(items) // most] for i in range(most)]


def take(table, folder, kinds, most):
    """Every document of the listed packages, once (the same bytes in two packages count for the first), and a line for each package."""
    store, cache = Path(folder, "documents"), Path(folder, "packages")
    cache.mkdir(parents=True, exist_ok=True)
    rows = [row for row in listed(table) if set(row[2]) & kinds]
    with ThreadPoolExecutor(4) as pool:
        files = list(pool.map(lambda row: fetched(row[5], row[4], cache), rows))
    seen, taken, lines = set(), [], []
    for (label, origin, wanted, mails, _, _), file in zip(rows, files):
        if file is None:
            lines.append(f"{label} ({origin}): not to be had")
            continue
        counts = []
        held = documents(file, [k for k in wanted if k in kinds], mails)
        for kind in (k for k in wanted if k in kinds):
            new = []
            for _, inside, content in (d for d in held if d[0] == kind):
                sha256 = hashlib.sha256(content).hexdigest()
                if sha256 not in seen:
                    seen.add(sha256)
                    new.append((inside, sha256, content))
            chosen = spread(new, most)
            for inside, sha256, content in chosen:
                path = store / kind / (sha256[:16] + SUFFIX[kind])
                path.parent.mkdir(parents=True, exist_ok=True)
                if not path.exists():
                    path.write_bytes(content)
                taken.append(Taken(kind, label.split(" ")[0], inside, sha256, str(path)))
            some = sum(d[0] == kind for d in held)
            counts.append(f"{len(chosen)} {kind}" + (f" of {some}" if some != len(chosen) else ""))
        lines.append(f"{label} ({origin}): " + ", ".join(counts))
    return taken, lines
