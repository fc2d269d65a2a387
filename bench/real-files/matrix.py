"""Real documents out of source packages: what happens to each, as a matrix, and the bars of the project. See README.md."""

import argparse
import json
import re
import shutil
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import measure
import office
import packages
import vocabulary

HERE = Path(__file__).parent
KINDS = ["docx", "pdf", "html", "mail"]
LEAST = {"docx": 150, "pdf": 300, "html": 40, "mail": 40}


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def grouped(title, entries, most):
    """Like causes together, with the first names of each."""
    if not entries:
        return
    groups = defaultdict(list)
    for why, name in entries:
        groups[why].append(name)
    print(f"\n{title}: {len(entries)}")
    for why, names in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"  {len(names):4}  {why}")
        for name in names[:most]:
            print(f"          {name}")
        if len(names) > most:
            print(f"          … and {len(names) - most} more")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scumble", required=True, help="the binary to measure")
    parser.add_argument("--folder", default="target/real-files", help="where packages and documents are kept")
    parser.add_argument("--only", default=",".join(KINDS), help="kinds to measure, comma-separated")
    parser.add_argument("--most", type=int, default=150, help="at most so many documents of a kind from one package")
    parser.add_argument("--names", type=int, default=5, help="how many names to print for each cause")
    parser.add_argument("--show", action="store_true", help="print the strings that were found again, with their surroundings")
    options = parser.parse_args()
    missing = [tool for tool in ("soffice", "qpdf", "mutool", "pdftotext") if not shutil.which(tool)]
    if missing:
        sys.exit(
            f"not installed: {', '.join(missing)}\n"
            "apt-get install --no-install-recommends libreoffice-writer-nogui qpdf mupdf-tools poppler-utils"
        )
    began = time.monotonic()
    kinds = [kind for kind in KINDS if kind in options.only.split(",")]
    taken, lines = packages.take(HERE / "packages.tsv", options.folder, set(kinds), options.most)
    print("Packages (documents that two hold count once)")
    for line in lines:
        print(f"  {line}")
    scumble = str(Path(options.scumble).resolve())
    results = []
    words = vocabulary.common(taken)
    with ProcessPoolExecutor(2, initializer=vocabulary.know, initargs=(words,)) as pool:
        jobs = {pool.submit(measure.document, scumble, one, Path(options.folder, "results")): one for one in taken}
        for job in as_completed(jobs):
            one = jobs[job]
            try:
                results.append(job.result())
            except Exception as error:
                results.append({"kind": one.kind, "name": one.name, "state": "sanitised", "unmeasured": repr(error)})
            if len(results) % 50 == 0 and sys.stderr.isatty():
                print(f"\r{len(results)} of {len(taken)}", end="", file=sys.stderr)
    results.sort(key=lambda r: (KINDS.index(r["kind"]), r["name"]))
    if "docx" in kinds:
        by_name = {one.name: one for one in taken if one.kind == "docx"}
        before = office.opens([one.path for one in by_name.values()], Path(options.folder, "opens.json"))
        released = [r["at"] + "/out.docx" for r in results if r["kind"] == "docx" and r["state"] == "sanitised"]
        after = office.opens(released)
        for r in results:
            if r["kind"] == "docx":
                r["original_opens"] = before[by_name[r["name"]].path]
                r["opens"] = after.get(r.get("at", "") + "/out.docx")
    for r in results:
        r.setdefault("leaks", [])
    Path(options.folder, "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8")

    print("\n| | files | sanitised | refused | withheld | … of these for restore | crashed | restored | original opens | … and the release |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for kind in kinds:
        of = [r for r in results if r["kind"] == kind]
        state = Counter(r["state"] for r in of)
        done = [r for r in of if r["state"] == "sanitised"]
        restored = sum(r.get("restored") is True for r in done)
        opens = [r for r in done if r.get("original_opens")]
        cells = [kind.upper(), len(of), state["sanitised"], state["refused"], state["withheld"]]
        cells += [sum(r.get("of_restore", False) for r in of), state["crashed"], f"{restored} ({share(restored, len(done))})"]
        cells += [len(opens), sum(r.get("opens") is True for r in opens)] if kind in ("docx", "pdf") else ["–", "–"]
        print("| " + " | ".join(map(str, cells)) + " |")
    print("\nRestored: text for DOCX, PDF and mail, bytes for HTML. Opens: in LibreOffice (DOCX), without a word of qpdf --check (PDF).")
    if results:
        slow = max(results, key=lambda r: r.get("seconds", 0))
        print(f"Slowest: {slow.get('seconds')} s, {slow['name']}")

    for kind in kinds:
        of = [r for r in results if r["kind"] == kind]
        grouped(f"{kind.upper()} refused", [(r["why"], r["name"]) for r in of if r["state"] == "refused"], options.names)
        grouped(f"{kind.upper()} withheld", [(r["why"], r["name"]) for r in of if r["state"] == "withheld"], options.names)
        grouped(f"{kind.upper()} crashed", [(r["why"], r["name"]) for r in of if r["state"] == "crashed"], options.names)
        lost = [r for r in of if r["state"] == "sanitised" and r.get("restored") is not True]
        grouped(
            f"{kind.upper()} not restored",
            [(re.sub(r"\d+", "N", r.get("why_not_restored", r.get("unmeasured", ""))), r["name"]) for r in lost],
            options.names,
        )
    broken = [r for r in results if r.get("original_opens") and r.get("opens") is False]
    grouped("Releases that do not open though the original does", [(r["kind"], r["name"]) for r in broken], options.names)
    emptied = [r for r in results if r.get("emptied")]
    grouped(
        "PDF with emptied pages",
        [("drawn text" if any(page[2] for page in r["emptied"]) else "text of forms and notes only", f"{r['name']} ({len(r['emptied'])} of {r['pages']} pages)") for r in emptied],
        50,
    )
    leaking = [r for r in results if r["leaks"]]
    grouped("Removed strings found again", [(f"{r['kind']}: {h[1]}", r["name"]) for r in leaking for h in r["leaks"]], 50)
    if options.show:
        for r in leaking:
            print(f"  {r['name']}  ({r['at']})")
            for string, decoding, around in r["leaks"]:
                print(f"      {string!r} in {decoding}: …{around}…")
    writer = [r for r in results if r["kind"] == "docx" and r.get("original_opens")]
    good = sum(r["state"] == "sanitised" and r.get("restored") is True for r in writer)
    held = sum(r.get("of_restore", False) for r in writer)
    bars = [(f"{kind}: at least {LEAST[kind]} files", sum(r["kind"] == kind for r in results), None) for kind in kinds]
    bars = [(name, count, count >= LEAST[kind]) for (name, count, _), kind in zip(bars, kinds)]
    if "docx" in kinds:
        bars.append(("DOCX that LibreOffice opens: sanitised and restored ≥ 97 %", share(good, len(writer)), good >= 0.97 * len(writer)))
        bars.append(("DOCX that LibreOffice opens: withheld because of restore ≤ 1 %", share(held, len(writer)), held <= 0.01 * len(writer)))
    bars.append(("releases that do not open though the original does: 0", len(broken), not broken))
    bars.append(("PDF pages emptied: 0", sum(len(r["emptied"]) for r in emptied), not emptied))
    crashes = sum(r["state"] == "crashed" for r in results)
    bars.append(("crashes: 0", crashes, crashes == 0))
    unmeasured = sum("unmeasured" in r for r in results)
    bars.append(("documents that could not be measured: 0", unmeasured, unmeasured == 0))
    hits = sum(len(r["leaks"]) for r in leaking)
    bars.append(("removed strings in any decoding: 0", hits, hits == 0))
    print("\nBars")
    for name, value, met in bars:
        print(f"  {'met   ' if met else 'MISSED'}  {name}: {value}")
    print(f"\n{time.monotonic() - began:.0f} s")
    sys.exit(0 if all(met for _, _, met in bars) else 1)


if __name__ == "__main__":
    main()
