"""Writes ic.json: Resnik, Lin and Jiang-Conrath by NLTK on WordNet 3.0, to compare ours with.

Run by hand, from the repository's root, after bench/peers/nltk has installed NLTK:
    bench/.venv/bin/python crates/ontology/tests/golden/make_ic.py

Information content is NLTK's -ln(count / count at the root), with counts from WordNet's own tags: each synset's tagged
occurrences plus one, added once to every ancestor. Intrinsic information content (Seco) is computed here in full.
"""

import json
import math
import os
import random
import warnings

import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader

warnings.simplefilter("ignore")
DATA = os.path.abspath("bench/.data/nltk_data")
nltk.data.path.insert(0, DATA)
wn = WordNetCorpusReader(f"{DATA}/corpora/wordnet", None)

nouns = list(wn.all_synsets("n"))
above = {s: set(h for path in s.hypernym_paths() for h in path) for s in nouns}
own = {s: 1 + sum(lemma.count() for lemma in s.lemmas()) for s in nouns}
counts, below = {}, {}
for synset in nouns:
    for ancestor in above[synset]:
        counts[ancestor.offset()] = counts.get(ancestor.offset(), 0) + own[synset]
        below[ancestor] = below.get(ancestor, 0) + 1
total = sum(own.values())
ic = {"n": {**counts, 0: total}}
intrinsic = {s: 1 - math.log(below[s]) / math.log(len(nouns)) for s in nouns}

random.seed(11)
pairs = [tuple(random.sample(nouns, 2)) for _ in range(60)]
# Near pairs: a synset and another one below its grandparent.
while len(pairs) < 120:
    s = random.choice(nouns)
    up = [g for p in s.hypernyms() for g in p.hypernyms()]
    down = [c for g in up for p in g.hyponyms() for c in p.hyponyms() if c != s]
    if down:
        pairs.append((s, random.choice(down)))

rows = []
for s, t in pairs:
    shared = max(intrinsic[h] for h in above[s] & above[t])
    rows.append(
        {
            "synset1": s.name(),
            "synset2": t.name(),
            "resnik": s.res_similarity(t, ic),
            "lin": s.lin_similarity(t, ic),
            "jiang_conrath_similarity": s.jcn_similarity(t, ic),
            "resnik_intrinsic": shared,
            "lin_intrinsic": 2 * shared / (intrinsic[s] + intrinsic[t]),
            "jiang_conrath_intrinsic": intrinsic[s] + intrinsic[t] - 2 * shared,
        }
    )
with open("crates/ontology/tests/golden/ic.json", "w") as out:
    json.dump({"source": f"make_ic.py, NLTK {nltk.__version__}, WordNet 3.0 (Debian's files)", "total": total, "rows": rows}, out, indent=1)
