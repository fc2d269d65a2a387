"""Loads written spaces as docs/vectors.md shows it, in both formats, and classifies with them.

Usage: load.py SPACE_MTX SPACE_SVM
"""
import sys

mtx, svm = sys.argv[1:]

import csv
from scipy.io import mmread
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import MultinomialNB
vectors = mmread(f"{mtx}/matrix.mtx").tocsr()
classes = [row["label"] for row in csv.DictReader(open(f"{mtx}/labels.csv"))]
print("accuracy of naive Bayes, 5-fold: %.3f" % cross_val_score(MultinomialNB(alpha=0.1), vectors, classes, cv=5).mean())

from sklearn.datasets import load_svmlight_file
terms = open(f"{svm}/vocabulary.txt", encoding="utf-8").read().split()
again, _ = load_svmlight_file(f"{svm}/matrix.svm", n_features=len(terms), zero_based=False)
assert again.shape == vectors.shape and (again != vectors).nnz == 0, "both formats hold the same weights, bit for bit"
print(f"both formats: {vectors.shape[0]} documents, {vectors.shape[1]} terms, {vectors.nnz} entries, equal to the last bit")
