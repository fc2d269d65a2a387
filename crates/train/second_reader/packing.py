"""Packs a reader for Rust, and unpacks it.

The file (little endian): "SCREAD01"; u32: layers, width, heads, hidden, vocabulary, classes, window, merges; merges as u16
pairs; embedding, of each block n1, Wqkv, Wo, n2, Wup, Wdown, then n, Wout, bias. A matrix is an f32 scale a row, then i8;
norms and bias are f32. Last the SHA-256 of all before.
"""
import hashlib
import struct

import numpy as np
import torch

from network import WINDOW, Reader, Shape, whole


def parts(reader):
    encoder = reader.encoder
    yield encoder.embedding
    for block in encoder.blocks:
        yield from (block.n1.weight, block.wqkv.weight, block.wo.weight, block.n2.weight, block.wup.weight, block.wdown.weight)
    yield from (encoder.n.weight, reader.wout.weight, reader.bias)


def packed(reader, merges):
    shape = reader.encoder.shape
    numbers = (shape.layers, shape.width, shape.heads, shape.hidden, shape.vocabulary, shape.classes, WINDOW, len(merges))
    out = b"SCREAD01" + struct.pack("<8I", *numbers) + np.array(merges, "<u2").tobytes()
    for tensor in parts(reader):
        tensor = tensor.detach().float()
        if tensor.dim() == 1:
            out += tensor.numpy().astype("<f4").tobytes()
        else:
            values, scale = whole(tensor)
            out += scale.numpy().astype("<f4").tobytes() + values.numpy().astype("i1").tobytes()
    return out + hashlib.sha256(out).digest()


def unpacked(data):
    """The reader of a packed file, and its merges."""
    if data[:8] != b"SCREAD01" or hashlib.sha256(data[:-32]).digest() != data[-32:]:
        raise SystemExit("the file is no packed reader, or is damaged")
    layers, width, heads, hidden, vocabulary, classes, _, count = struct.unpack_from("<8I", data, 8)
    at = 40
    merges = [tuple(map(int, pair)) for pair in np.frombuffer(data, "<u2", 2 * count, at).reshape(-1, 2)]
    at += 4 * count
    reader = Reader(Shape(layers, width, heads, hidden, vocabulary, classes))
    with torch.no_grad():
        for tensor in parts(reader):
            rows = tensor.shape[0]
            numbers = np.frombuffer(data, "<f4", rows, at)
            at += 4 * rows
            if tensor.dim() == 2:
                weights = np.frombuffer(data, "i1", tensor.numel(), at).reshape(tensor.shape)
                at += tensor.numel()
                numbers = weights * numbers[:, None]
            tensor.copy_(torch.from_numpy(numbers.astype(np.float32)))
    return reader.eval(), merges
