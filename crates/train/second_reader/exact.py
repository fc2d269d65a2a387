"""What the reader in Rust must answer, step by step in NumPy:  exact.py READER.bin TEXTS.jsonl VALUES.json.gz

The framework rounds activations to int8 as the reader does, but sums floats in another order: where an activation lies between two
steps, one rounds up and the other down, and a few probabilities differ by more than 0.01. Here every operation on floats is the
reader's, in its order (products of whole numbers are exact in any), so that the stored values can be compared closely. The mean
difference to the framework is printed.
"""
import gzip
import hashlib
import json
import os
import struct
import sys

# Threads of small products wait for each other most of the time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

import tokens

F = np.float32
ROUNDER = F(12582912)
HIGHEST = F(2**31)
WINDOW_STEP = 37


def sums(x):
    """Sums over the last axis: sixteen, number i modulo 16, joined by halves."""
    whole = x.shape[-1] // 16 * 16
    lanes = np.zeros(x.shape[:-1] + (16,), F)
    for start in range(0, whole, 16):
        lanes += x[..., start : start + 16]
    lanes[..., : x.shape[-1] - whole] += x[..., whole:]
    while lanes.shape[-1] > 1:
        half = lanes.shape[-1] // 2
        lanes = lanes[..., :half] + lanes[..., half:]
    return lanes


def exp(x):
    x = np.clip(x, F(-87), F(88))
    shifted = x * F(1.4426950408889634) + ROUNDER
    n = shifted - ROUNDER
    r = (x - n * F(0.6933594)) + n * F(2.1219444e-4)
    series = F(1) / F(5040)
    for divisor in (720, 120, 24, 6, 2):
        series = series * r + F(1) / F(divisor)
    power = series * (r * r) + (r + F(1))
    return (power.view(np.uint32) + (shifted.view(np.uint32) << np.uint32(23))).view(F)


def rounded(x, most, axis):
    """Whole numbers up to `most`, and what they are to be multiplied by."""
    top = np.abs(x).max(axis, keepdims=True)
    with np.errstate(divide="ignore"):
        factor = F(most) / top
    factor[~np.isfinite(factor)] = 0
    return np.rint(x * factor).astype(np.float64), top / F(most)


def product(x, matrix):
    numbers, scale = rounded(x, 127, -1)
    scales, weights = matrix
    return (numbers @ weights.T).astype(F) * (scale * scales)


def normalised(x, gain):
    return x * (F(1) / np.sqrt(sums(x * x) / F(x.shape[-1]) + F(1e-6))) * gain


class Reader:
    def __init__(self, data):
        assert data[:8] == b"SCREAD01" and hashlib.sha256(data[:-32]).digest() == data[-32:]
        layers, width, self.heads, hidden, vocabulary, classes, self.window, count = struct.unpack_from("<8I", data, 8)
        self.merges = [tuple(map(int, pair)) for pair in np.frombuffer(data, "<u2", 2 * count, 40).reshape(-1, 2)]
        at = 40 + 4 * count

        def vector(length):
            nonlocal at
            at += 4 * length
            return np.frombuffer(data, "<f4", length, at - 4 * length)

        def matrix(rows, columns):
            nonlocal at
            scales = vector(rows)
            at += rows * columns
            return scales, np.frombuffer(data, "i1", rows * columns, at - rows * columns).reshape(rows, columns).astype(np.float64)

        self.embedding = matrix(vocabulary, width)
        self.layers = [
            (vector(width), matrix(3 * width, width), matrix(width, width), vector(width), matrix(2 * hidden, width), matrix(width, hidden))
            for _ in range(layers)
        ]
        self.last, self.out, self.bias = vector(width), matrix(classes, width), vector(classes)

    def attention(self, joint):
        rows, width = joint.shape[0], joint.shape[1] // 3
        head = width // self.heads
        half = head // 2
        angle = np.arange(rows)[:, None] * np.exp(-np.arange(half) / half * np.log(10000))
        sine, cosine = np.sin(angle).astype(F), np.cos(angle).astype(F)
        most = min(16383, np.floor(np.sqrt(HIGHEST / F(head))) - 1)
        most_value = min(16383, np.floor(HIGHEST / (F(524288) + F(2) * F(rows))) - 1)
        out = np.empty((rows, width), F)
        for number in range(self.heads):
            own = slice(number * head, (number + 1) * head)

            def turned(x):
                a, b = x[:, own][:, :half], x[:, own][:, half:]
                return rounded(np.concatenate([a * cosine - b * sine, a * sine + b * cosine], -1), most, -1)

            (queries, query_scale), (keys, key_scale) = turned(joint[:, :width]), turned(joint[:, width : 2 * width])
            query_scale = query_scale * (F(1) / np.sqrt(F(head)))
            scores = (queries @ keys.T).astype(F) * (query_scale * key_scale.T)
            chances = exp(scores - scores.max(-1, keepdims=True))
            weights = np.rint(chances * np.minimum(F(524288) / sums(chances), F(32767))).astype(np.float64)
            values, value_scale = rounded(joint[:, 2 * width :][:, own], most_value, 0)
            total = F(1) / weights.sum(-1, keepdims=True).astype(F)
            out[:, own] = (weights @ values).astype(F) * (total * value_scale)
        return out

    def masked(self, ids):
        """The probability of each token of a window to be masked."""
        scales, numbers = self.embedding
        state = numbers[ids].astype(F) * scales[ids][:, None]
        for n1, joint, attended, n2, up, down in self.layers:
            state = state + product(self.attention(product(normalised(state, n1), joint)), attended)
            gate, x = np.split(product(normalised(state, n2), up), 2, -1)
            state = state + product(gate / (F(1) + exp(-gate)) * x, down)
        scores = product(normalised(state, self.last), self.out) + self.bias
        chances = exp(scores - scores.max(-1, keepdims=True))
        chances = chances / sums(chances)
        return chances[:, 2::2].sum(-1)


def windows(reader, texts):
    """A window of each text, of many lengths and all kinds of text."""
    tokenizer, domains = tokens.Tokenizer(reader.merges), sorted(tokens.DOMAINS.values())
    for number, text in enumerate(texts):
        domain = domains[number % len(domains)]
        yield [domain] + tokenizer.ids(text)[: 1 + number * WINDOW_STEP % (reader.window - 1)]


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    with open(sys.argv[2]) as lines:
        texts = [json.loads(line)["text"] for line in lines]
    reader = Reader(data)
    found = [{"ids": ids, "masked": [round(1000 * float(p)) for p in reader.masked(ids)]} for ids in windows(reader, texts)]
    text = json.dumps(found, separators=(",", ":")).encode()
    with open(sys.argv[3], "wb") as file:
        file.write(gzip.compress(text, mtime=0) if sys.argv[3].endswith(".gz") else text)
    import torch

    import packing
    from network import masked

    framework, _ = packing.unpacked(data)
    differences = []
    for window in found:
        with torch.no_grad():
            chances = masked(framework(torch.tensor([window["ids"]])))[0]
        differences += [abs(float(a) - b / 1000) for a, b in zip(chances, window["masked"])]
    differences = np.array(differences)
    print(
        f"{len(found)} windows, {len(differences)} tokens; the framework differs by {differences.mean():.5f} on average, "
        f"{(differences <= 0.01).mean():.4f} of the tokens by at most 0.01, the most by {differences.max():.3f}"
    )


if __name__ == "__main__":
    main()
