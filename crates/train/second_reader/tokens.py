"""Byte-level byte-pair tokens: how a text is cut, how merges are learned, how a text is read.

Text is cut into pieces first and never merged over them; the pieces are
    \\p{Nd}| ?\\p{L}[\\p{L}\\p{M}]*| ?[^\\s\\p{L}\\p{Nd}]+|\\s+(?!\\S)|\\s
Ids: 0 PAD, 1 MASK, 2 SEP, 3..7 kinds of text, 8..15 reserved, 16 + byte, 272 + number of a merge.
"""
import heapq
import re
import sys
import unicodedata
from collections import Counter, defaultdict

PAD, MASK, SEP = 0, 1, 2
DOMAINS = {"court": 3, "biography": 4, "everyday": 5, "clinical": 6, "names": 7}
FIRST_BYTE, FIRST_MERGE, VOCABULARY = 16, 272, 16384
LONGEST_PIECE = 256


def _class_of(wanted):
    """The inside of a character class with all characters of these Unicode categories."""
    ranges, start = [], None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and wanted(unicodedata.category(chr(code)))
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            ranges.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = None
    return "".join(ranges)


# The property White_Space, written out: Python's own \s has four control characters more.
_SPACE = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
_LETTER = _class_of(lambda category: category[0] == "L")
_MARK = _class_of(lambda category: category[0] == "M")
_DIGIT = _class_of(lambda category: category == "Nd")
PIECES = re.compile(
    f"[{_DIGIT}]| ?[{_LETTER}][{_LETTER}{_MARK}]*| ?[^{_SPACE}{_LETTER}{_DIGIT}]+|[{_SPACE}]+(?![^{_SPACE}])|[{_SPACE}]"
)


def learn(counts, merges=VOCABULARY - FIRST_MERGE):
    """The merges that shorten these pieces (bytes → count) most, one after the other. No two make the same bytes."""
    words = [[FIRST_BYTE + byte for byte in piece] for piece in counts]
    weights = list(counts.values())
    tally, places = Counter(), defaultdict(set)
    for number, (word, weight) in enumerate(zip(words, weights)):
        for pair in zip(word, word[1:]):
            tally[pair] += weight
            places[pair].add(number)
    heap = [(-count, pair) for pair, count in tally.items()]
    heapq.heapify(heap)
    spelling = {FIRST_BYTE + byte: bytes([byte]) for byte in range(256)}
    known, learned = set(spelling.values()), []
    while heap and len(learned) < merges:
        count, pair = heapq.heappop(heap)
        if -count != tally[pair]:
            if tally[pair] > 0:
                heapq.heappush(heap, (-tally[pair], pair))
            continue
        made = spelling[pair[0]] + spelling[pair[1]]
        if made in known:
            continue
        known.add(made)
        token = FIRST_MERGE + len(learned)
        spelling[token] = made
        learned.append(pair)
        changed = set()
        for number in sorted(places.pop(pair)):
            old, weight = words[number], weights[number]
            new = _merge(old, pair, token)
            if len(new) == len(old):
                continue
            for gone in zip(old, old[1:]):
                tally[gone] -= weight
            for come in zip(new, new[1:]):
                tally[come] += weight
                places[come].add(number)
                changed.add(come)
            words[number] = new
        for come in changed:
            heapq.heappush(heap, (-tally[come], come))
    return learned


def _merge(word, pair, token):
    out, i = [], 0
    while i < len(word):
        if i + 1 < len(word) and word[i] == pair[0] and word[i + 1] == pair[1]:
            out.append(token)
            i += 2
        else:
            out.append(word[i])
            i += 1
    return out


def cut(piece):
    """A piece as bytes, in parts of at most 256 that end between characters."""
    data = piece.encode("utf-8", "surrogatepass")
    while len(data) > LONGEST_PIECE:
        end = LONGEST_PIECE
        while data[end] & 0xC0 == 0x80:
            end -= 1
        yield data[:end]
        data = data[end:]
    yield data


class Tokenizer:
    def __init__(self, merges):
        self.merges = merges
        self.rank = {pair: number for number, pair in enumerate(merges)}
        self.spelling = [b""] * FIRST_BYTE + [bytes([byte]) for byte in range(256)]
        for left, right in merges:
            self.spelling.append(self.spelling[left] + self.spelling[right])
        self.cache = {}

    @classmethod
    def read(cls, path):
        with open(path) as lines:
            return cls([tuple(map(int, line.split())) for line in lines])

    def write(self, path):
        with open(path, "w") as out:
            out.writelines(f"{left} {right}\n" for left, right in self.merges)

    def _part(self, data):
        word = [FIRST_BYTE + byte for byte in data]
        while len(word) > 1:
            best = min((self.rank.get(pair, len(self.rank)) for pair in zip(word, word[1:])))
            if best == len(self.rank):
                break
            word = _merge(word, self.merges[best], FIRST_MERGE + best)
        return word

    def piece(self, piece):
        """The ids of a piece."""
        ids = self.cache.get(piece)
        if ids is None:
            ids = tuple(token for data in cut(piece) for token in self._part(data))
            if len(self.cache) < 2_000_000:
                self.cache[piece] = ids
        return ids

    def ids(self, text):
        return [token for piece in PIECES.findall(text) for token in self.piece(piece)]

    def read_text(self, text):
        """Ids, where each token starts and ends (characters; a token that ends inside of a character ends after it), and
        whether it opens a piece."""
        ids, starts, ends, opens = [], [], [], []
        for match in PIECES.finditer(text):
            piece = match.group()
            tokens = self.piece(piece)
            ids.extend(tokens)
            opens.extend([True] + [False] * (len(tokens) - 1))
            if piece.isascii():
                at = match.start()
                for token in tokens:
                    starts.append(at)
                    at += len(self.spelling[token])
                    ends.append(at)
            else:
                character = [
                    number for number, one in enumerate(piece) for _ in one.encode("utf-8", "surrogatepass")
                ]
                at = 0
                for token in tokens:
                    length = len(self.spelling[token])
                    starts.append(match.start() + character[at])
                    ends.append(match.start() + character[at + length - 1] + 1)
                    at += length
        return ids, starts, ends, opens
