"""kNN, multinomial naive Bayes and the adjusted Rand index by scikit-learn, and spherical k-means from a fixed start by plain numpy,
on 90 made-up documents of 30 terms. Writes the case and the answers as one JSON file."""

import json

import numpy as np
import sklearn
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import cosine_distances
from sklearn.naive_bayes import MultinomialNB
from sklearn.neighbors import KNeighborsClassifier

OUTPUT = "crates/assess/tests/golden/vectors_sklearn.json"


def documents(random, count):
    """Unit rows about one of four subjects: eight words of its own among common ones."""
    labels = random.integers(0, 4, count)
    weights = random.random((count, 30)) * (random.random((count, 30)) < 0.15)
    for row, label in enumerate(labels):
        own = slice(7 * label, 7 * label + 8)
        weights[row, own] += random.random(8) * (random.random(8) < 0.5)
        weights[row, 29] += 0.01
    return np.round(weights, 3), labels


def unit(weights):
    return weights / np.linalg.norm(weights, axis=1, keepdims=True)


def lloyd(rows, starts):
    """Spherical k-means from given rows as centroids, until no row changes its cluster."""
    centroids, clusters, steps = rows[starts], None, 0
    while True:
        following = np.argmax(rows @ centroids.T, axis=1)
        steps += 1
        settled = clusters is not None and np.array_equal(following, clusters)
        clusters = following
        sums = np.array([rows[clusters == cluster].sum(axis=0) for cluster in range(len(starts))])
        lengths = np.linalg.norm(sums, axis=1)
        assert lengths.min() > 0, "no cluster may be empty"
        centroids = sums / lengths[:, None]
        if settled:
            return clusters, float(lengths.sum()), steps


random = np.random.default_rng(16)
counts, labels = documents(random, 90)
rows = unit(counts)
training, test = np.arange(60), np.arange(60, 90)
answers = {}
for k in (5, 10):
    model = KNeighborsClassifier(n_neighbors=k, metric="cosine", algorithm="brute").fit(rows[training], labels[training])
    answers[f"knn{k}"] = model.predict(rows[test]).tolist()
    # The answer must not hang on neighbours at equal distances.
    ordered = np.sort(cosine_distances(rows[test], rows[training]), axis=1)
    assert (ordered[:, k] - ordered[:, k - 1]).min() > 1e-9
bayes = MultinomialNB().fit(rows[training], labels[training])
answers["nb"] = bayes.predict(rows[test]).tolist()
answers["nb_joint"] = bayes.predict_joint_log_proba(rows[test]).tolist()
starts = [0, 1, 2, 3]
clusters, coherence, steps = lloyd(rows, starts)
other, _, _ = lloyd(rows, [40, 41, 42, 43])
answers["lloyd"] = {"starts": starts, "clusters": clusters.tolist(), "coherence": coherence, "steps": steps}
noise = random.integers(0, 5, 90)
partitions = [labels, clusters, other, noise]
answers["rand"] = [
    {"one": one.tolist(), "other": two.tolist(), "index": adjusted_rand_score(one, two)}
    for number, one in enumerate(partitions)
    for two in partitions[number:]
]
case = {
    "made by": f"bench/sklearn/run, scikit-learn {sklearn.__version__}, numpy {np.__version__}",
    "training": len(training),
    "weights": [[[int(term), float(row[term])] for term in np.flatnonzero(row)] for row in counts],
    "labels": labels.tolist(),
    "answers": answers,
}
with open(OUTPUT, "w") as file:
    json.dump(case, file, separators=(",", ":"))
    file.write("\n")
print(f"{OUTPUT}: knn5 right {np.mean(answers['knn5'] == labels[test]):.2f}, nb right {np.mean(answers['nb'] == labels[test]):.2f}, "
      f"{steps} steps, ARI {[round(pair['index'], 3) for pair in answers['rand']]}")
