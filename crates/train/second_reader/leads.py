"""Packs marks of lead paragraphs as offsets, so that no text is committed:  leads.py BATCH.jsonl… > leads.tsv

Beside each BATCH.jsonl ({id, text} a line) lies BATCH.marks: "# ID", then lines "KIND MASK<TAB>string". A string marks all its
occurrences in that document that do not lie inside of a longer marked string.
"""
import json
import re
import sys
from pathlib import Path

from network import KINDS

MASKS = "DQN"


def marks_of(text, strings):
    """Longest strings first; an occurrence stands on borders of words where the string begins or ends with a word."""
    taken, found = [], []
    for string, kind, mask in sorted(strings, key=lambda s: -len(s[0])):
        pattern = re.escape(string)
        pattern = (r"(?<!\w)" if string[0].isalnum() else "") + pattern + (r"(?!\w)" if string[-1].isalnum() else "")
        here = [m.span() for m in re.finditer(pattern, text)]
        free = [(a, b) for a, b in here if not any(a < d and c < b for c, d in taken)]
        if not here:
            yield None, string
        taken.extend(free)
        found.extend((a, b, kind, mask) for a, b in free)
    for mark in sorted(found):
        yield mark, None


def main(batches):
    print("# id\tstart\tend\tkind\tmask (D direct, Q quasi, N stays); offsets are characters of the lead paragraph with this id")
    wrong, unmarked, rows = 0, [], []
    for batch in map(Path, batches):
        texts = {}
        for line in batch.read_text().splitlines():
            row = json.loads(line)
            texts[row["id"]] = row["text"]
        marks, current = {}, None
        for number, line in enumerate(batch.with_suffix(".marks").read_text().splitlines(), 1):
            if not line.strip():
                continue
            if line.startswith("# "):
                current = marks.setdefault(int(line[2:]), {})
                continue
            match = re.fullmatch(r"(\w+) ([DQN])\t(.+)", line)
            if match is None or match[1] not in KINDS or current is None:
                print(f"{batch.stem} line {number} is no mark", file=sys.stderr)
                wrong += 1
                continue
            current.setdefault(match[3].strip(), (match[1], match[2]))
        for number, strings in marks.items():
            if number not in texts:
                print(f"{batch.stem}: {number} has no text", file=sys.stderr)
                wrong += 1
                continue
            for mark, missing in marks_of(texts[number], [(s, *m) for s, m in strings.items()]):
                if missing:
                    print(f"{batch.stem} {number}: a string of {len(missing)} characters is not in the text", file=sys.stderr)
                    wrong += 1
                else:
                    rows.append("\t".join(map(str, (number, *mark))))
        unmarked.extend(sorted(set(texts) - set(marks)))
        print(f"{batch.stem}: {len(marks)} documents", file=sys.stderr)
    print("# not marked, but left out of pre-training too:", *sorted(unmarked))
    print("\n".join(rows))
    print(f"{wrong} marks left out", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
