"""The same document with other names, places, dates and numbers, so that none of them is learned by heart."""
import json
import random
import re
import subprocess

import corpus

TITLES = set("mr mrs ms miss dr prof professor sir lord lady judge justice captain colonel general president king queen prince".split())
SETTLEMENT = re.compile(r" is an? (?:\w+ ){0,3}(?:village|town|city|municipality|commune|district|settlement|suburb|hamlet|county|province)\b")
ORGANISATION = re.compile(r" (?:is|was) an? (?:\w+ ){0,4}(?:company|club|university|band|school|college|newspaper|bank|airline|party|agency|charity)\b")
MONTHS = "January February March April May June July August September October November December".split()


class Inventory:
    """Names from the titles of lead paragraphs: about persons, places and organisations."""

    def __init__(self, data, without):
        first, last, places, organisations = set(), set(), set(), set()
        for number, title, text in titles(data):
            if number in without:
                continue
            title = re.sub(r" \(.*", "", title)
            words = title.split()
            if not words or not all(word[0].isupper() for word in words):
                continue
            if "(born " in text[:200] and 2 <= len(words) <= 3:
                first.add(words[0])
                last.add(words[-1])
            elif SETTLEMENT.search(text[:200]) and len(words) <= 3:
                places.add(title.split(",")[0])
            elif ORGANISATION.search(text[:200]) and len(words) <= 5:
                organisations.add(title)
        self.first, self.last = sorted(first), sorted(last)
        self.places, self.organisations = sorted(places), sorted(organisations)


def titles(data):
    file = data / "web_corpus/enwiki2014_leads.jsonl.zst"
    with subprocess.Popen(["zstd", "-dc", "--long=27", str(file)], stdout=subprocess.PIPE) as unpacked:
        for line in unpacked.stdout:
            row = json.loads(line)
            yield row["id"], row["title"], row["text"]


def digits(text, luck):
    """Other digits; a number keeps its length and does not begin with nought."""
    return re.sub(r"\d", lambda m: m.group() if m.group() == "0" else str(luck.randint(1, 9)), text)


class Swap:
    """One way to write other names into a document; a word goes to the same word everywhere."""

    def __init__(self, inventory, luck, organisations):
        self.inventory, self.luck, self.words, self.organisations = inventory, luck, {}, organisations
        self.years = luck.randint(-12, 6)

    def person(self, text):
        words = re.findall(r"[^\W\d_][\w'’-]*", text)

        def other(match):
            word = match.group()
            if word.lower() in TITLES or not word[0].isupper():
                return word
            if len(word) == 1:
                return self.words.setdefault(word, self.luck.choice("ABCDEFGHIJKLMNOPRSTVWZ"))
            if word.title() not in self.words:
                names = self.inventory.last if word == words[-1] else self.inventory.first
                self.words[word.title()] = self.luck.choice(names)
            new = self.words[word.title()]
            return new.upper() if word.isupper() else new

        return re.sub(r"[^\W\d_][\w'’-]*", other, text)

    def date(self, text):
        def number(match):
            value = match.group()
            if len(value) == 4 and value[:2] in ("18", "19", "20"):
                return str(max(1800, min(2025, int(value) + self.years)))
            if len(value) <= 2 and 1 <= int(value) <= 31:
                return str(self.luck.randint(1, 28))
            return value

        text = re.sub(r"\d+", number, text)
        return re.sub("|".join(MONTHS), lambda m: self.luck.choice(MONTHS) if m.group() != "May" else "May", text)

    def known(self, text):
        """Words that were changed elsewhere are changed here too: "Ankara Court" where Ankara is another town now."""
        return re.sub(r"[^\W\d_]+", lambda m: self.words.get(m.group(), m.group()), text)

    def other(self, text, kind, says):
        if kind == "PERSON":
            return self.person(text)
        if kind == "DATETIME":
            return self.date(text)
        if kind in ("CODE", "QUANTITY"):
            return digits(text, self.luck)
        if kind == "LOC" and says != "stay" and text[0].isupper():
            if text not in self.words:
                self.words[text] = self.luck.choice(self.inventory.places) if self.luck.random() < 0.6 else text
            return self.words[text]
        if kind == "ORG" and self.organisations and says != "stay" and text[0].isupper() and self.luck.random() < 0.4:
            if text not in self.words:
                self.words[text] = self.luck.choice(self.inventory.organisations)
            return self.words[text]
        return self.known(text) if kind == "ORG" else text


def swapped(text, marks, inventory, key, organisations):
    """The text and its marks with other names, of organisations too if wanted (of courts and ministries it is not). Marks inside
    of a changed mark are lost with it."""
    swap = Swap(inventory, random.Random(f"{corpus.SEED} {key}"), organisations)
    order = sorted(marks, key=lambda mark: (mark[0], -mark[1]))
    for kind in ("LOC", "PERSON"):
        for start, end, of, says in order:
            if of == kind:
                swap.other(text[start:end], of, says)
    out, new_marks, at, outer = "", [], 0, None
    for start, end, kind, says in order:
        if start < at:
            if outer and outer[2]:
                shift = outer[1] - outer[0]
                new_marks.append((start + shift, min(end, at) + shift, kind, says))
            continue
        out += text[at:start]
        new = swap.other(text[start:end], kind, says) or text[start:end]
        outer = (start, len(out), new == text[start:end])
        new_marks.append((len(out), len(out) + len(new), kind, says))
        out += new
        at = end
    return out + text[at:], new_marks
