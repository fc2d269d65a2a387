"""The transformers keep to the conventions of scikit-learn, and to their promise."""

from __future__ import annotations

import pickle

import numpy
import pytest
import scumble

sklearn = pytest.importorskip("sklearn")

from scumble.sklearn import Microaggregator, TextSanitizer  # noqa: E402
from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: E402
from sklearn.linear_model import LinearRegression, LogisticRegression  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402


# Other rows than those that were fitted are transformed by these checks.
@parametrize_with_checks([Microaggregator(k=2, promise=False)])
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


def test_every_row_is_there_k_times_and_other_rows_raise():
    rows = numpy.random.default_rng(7).normal(size=(200, 3))
    masker = Microaggregator(k=5)
    masked = masker.fit_transform(rows)
    _, counts = numpy.unique(masked, axis=0, return_counts=True)
    assert counts.min() >= 5 and masker.smallest_ >= 5 and masked.shape == rows.shape
    assert numpy.array_equal(masker.transform(rows), masked)
    with pytest.raises(scumble.PromiseError, match="k holds only for the rows that were grouped together"):
        masker.transform(rows[:10])
    loose = Microaggregator(k=5, promise=False).fit(rows)
    assert numpy.array_equal(numpy.unique(numpy.vstack([loose.transform(rows[:10]), masker.centroids_]), axis=0), masker.centroids_)
    again = pickle.loads(pickle.dumps(masker))
    assert numpy.array_equal(again.transform(rows), masked)


def test_fewer_rows_than_k_raise():
    rows = numpy.arange(8.0).reshape(4, 2)
    with pytest.raises(scumble.PromiseError, match="k = 5 of 4 rows"):
        Microaggregator(k=5).fit_transform(rows)
    assert len(numpy.unique(Microaggregator(k=5, promise=False).fit_transform(rows), axis=0)) == 1


def test_a_text_is_no_list_of_texts():
    with pytest.raises(scumble.InputError, match="not str"):
        TextSanitizer().fit_transform("Jane Roe")


def test_rows_in_a_pipeline():
    rows = numpy.random.default_rng(7).normal(size=(300, 4))
    target = rows @ [1.0, -2.0, 0.5, 0.0]
    model = make_pipeline(Microaggregator(k=3), LinearRegression()).fit(rows, target)
    assert model.score(rows, target) > 0.8


def test_the_same_as_the_function():
    rows = numpy.random.default_rng(3).normal(size=(50, 2))
    masked = scumble.mask({"a": rows[:, 0], "b": rows[:, 1]}, others="mask", k=4, round="none").table
    expected = numpy.column_stack([masked["a"].to_numpy(), masked["b"].to_numpy()])
    assert numpy.array_equal(Microaggregator(k=4).fit_transform(rows), expected)


def test_texts_in_a_pipeline():
    texts = ["Ms Jane Roe paid.", "The ship sank.", "Mr Peter Lindqvist paid.", "A ship sailed."] * 3
    model = make_pipeline(TextSanitizer(), TfidfVectorizer(), LogisticRegression()).fit(texts, [1, 0, 1, 0] * 3)
    assert list(model.predict(["Dr Ada Byron paid.", "His ship sank."])) == [1, 0]
    names = model[1].get_feature_names_out()
    assert "pers1" in names and "roe" not in names
    assert TextSanitizer({"replace": "remove"}).fit_transform(["Jane Roe slept."]) == ["[REDACTED] slept."]
    with pytest.raises(scumble.InputError, match="did you mean “replace”"):
        TextSanitizer({"replce": "remove"}).fit(texts)
    again = pickle.loads(pickle.dumps(TextSanitizer().fit(texts)))
    assert again.transform(texts[:1]) == ["Pers1 paid."]


def test_parameters_are_read_and_set():
    from sklearn.base import clone

    masker = clone(Microaggregator(k=7, method="refined", effort=0.5))
    assert masker.get_params()["k"] == 7 and masker.set_params(k=3).k == 3
    assert clone(TextSanitizer({"hide": ["x"]})).options == {"hide": ["x"]}
    assert list(Microaggregator(k=2).fit(numpy.eye(4)).get_feature_names_out()) == ["x0", "x1", "x2", "x3"]


def test_a_method_that_keeps_no_k_is_refused_unless_nothing_is_promised():
    rows = numpy.random.default_rng(3).normal(size=(40, 3))
    with pytest.raises(scumble.PromiseError, match="k is 3"):
        Microaggregator(k=3, method="individual-ranking").fit_transform(rows)
    assert Microaggregator(k=3, method="individual-ranking", promise=False).fit(rows).smallest_ < 3
