"""Prints our pairs per second, NLTK's on the same pairs, and the ratios. Run by bench/similarity."""

import csv
import json
import os
import subprocess
import sys
import time
import warnings

DATA = sys.argv[1]
NLTK_DATA = os.path.abspath("bench/.data/nltk_data")
PATH_PAIRS = f"{DATA}/similarity/path_pairs.csv"
WORD_PAIRS = f"{DATA}/similarity/word_pairs.csv"
# A plain C++ merge of two sorted ancestor sets: the figure that the goal was set by, not measured in this run.
PLAIN_MERGE = 28e6


def rows(file):
    with open(file, newline="") as lines:
        return [row[:2] for row in list(csv.reader(lines))[1:]]


def rates(pairs, compare):
    """Pairs per second when each is met for the first time, and again when NLTK has all it needs in memory."""
    result = []
    for _ in range(2):
        start = time.perf_counter()
        for a, b in pairs:
            compare(a, b)
        result.append(len(pairs) / (time.perf_counter() - start))
    return result


def path(s, t):
    return -s.shortest_path_distance(t)


def wu_palmer(s, t):
    return s.wup_similarity(t)


def taxonomic(s, t):
    x, y = ({h for path in synset.hypernym_paths() for h in path} for synset in (s, t))
    return len(x & y) / len(x | y) - 1


def nltk_rates():
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    warnings.simplefilter("ignore")
    nltk.data.path.insert(0, NLTK_DATA)
    result = {}
    for name, measure in (("path", path), ("wu-palmer", wu_palmer), ("taxonomic", taxonomic)):
        wn = WordNetCorpusReader(f"{NLTK_DATA}/corpora/wordnet", None)
        concepts = [(wn.synset(a), wn.synset(b)) for a, b in rows(PATH_PAIRS)]
        result[name, "concepts"] = rates(concepts, measure)
        wn = WordNetCorpusReader(f"{NLTK_DATA}/corpora/wordnet", None)
        best = lambda a, b: max(measure(s, t) for s in wn.synsets(a, "n") for t in wn.synsets(b, "n"))
        result[name, "words"] = rates(rows(WORD_PAIRS), best)
    return nltk.__version__, result


def our_rates():
    command = ["target/release/examples/similarity_speed", PATH_PAIRS, WORD_PAIRS]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def start_up(runs=31):
    """Median seconds and the most memory of `scumble similarity dog cat`.

    To be called while this process is small: a child's peak counts its parent's memory from before it started.
    """
    seconds, memory = [], 0
    for _ in range(runs):
        start = time.perf_counter()
        child = subprocess.Popen(["target/release/scumble", "similarity", "dog", "cat"], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        seconds.append(time.perf_counter() - start)
        memory = max(memory, usage.ru_maxrss)
        child.returncode = status
        assert status == 0
    return sorted(seconds)[runs // 2], memory / 1024


def main():
    seconds, memory = start_up()
    ours = our_rates()
    version, theirs = nltk_rates()
    print(f"similarity, one thread, pairs per second (NLTK {version}; 2,000 synset pairs, 500 word pairs)")
    print("NLTK first: each pair met once, synsets read as needed; again: the same pairs, all in its memory\n")
    print(f"{'measure':<11}{'between':<10}{'scumble':>12}{'NLTK first':>12}{'ratio':>9}{'NLTK again':>12}{'ratio':>9}")
    for (name, what), (first, again) in theirs.items():
        own = ours[name][what]
        print(f"{name:<11}{what:<10}{own:>12,.0f}{first:>12,.0f}{own / first:>8,.0f}x{again:>12,.0f}{own / again:>8,.0f}x")
    print(f"\ntaxonomic against 28 million a second (a plain C++ merge, not run here): {ours['taxonomic']['concepts'] / PLAIN_MERGE:.2f}x")
    print(f"scumble similarity dog cat: {seconds * 1000:.1f} ms from start to answer (median of 31), {memory:.1f} MB resident")


main()
