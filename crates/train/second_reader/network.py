"""The second reader's network: pre-norm attention and SwiGLU, positions by rotation, whole numbers of eight bits imitated."""
import math
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import nn

import tokens

KINDS = ["PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"]
CLASSES = 1 + 2 * len(KINDS)
WINDOW = 384


@dataclass(frozen=True)
class Shape:
    layers: int = 4
    width: int = 256
    heads: int = 4
    hidden: int = 680
    vocabulary: int = tokens.VOCABULARY
    classes: int = CLASSES

    def dict(self):
        return asdict(self)


def whole(x):
    """Whole numbers of eight bits, and a scale a row."""
    scale = x.abs().amax(-1, keepdim=True).clamp_min(1e-12) / 127
    return torch.round(x / scale), scale


def rounded(x):
    """As the reader rounds; the gradient goes through."""
    numbers, scale = whole(x.detach())
    return x + (numbers * scale - x.detach())


class Product(nn.Module):
    """A matrix product; rows of weights and of inputs are rounded where asked."""

    def __init__(self, rows, columns, std):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(rows, columns) * std)

    def forward(self, x, rounds):
        if rounds and not self.training:
            # Sums of whole numbers are exact here, as they are in the reader.
            (numbers, scale), (weights, scales) = whole(x.float()), whole(self.weight)
            return F.linear(numbers, weights) * scale * scales.T
        if rounds:
            return F.linear(rounded(x), rounded(self.weight))
        return F.linear(x, self.weight)


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        x = x.float()
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * self.weight


def rotation(length, half, device):
    angle = torch.arange(length, device=device)[:, None] / 10000 ** (torch.arange(half, device=device) / half)
    return angle.cos(), angle.sin()


def rotated(u, cos, sin):
    a, b = u.chunk(2, -1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


class Block(nn.Module):
    def __init__(self, shape):
        super().__init__()
        width, hidden = shape.width, shape.hidden
        inner = 0.02 / math.sqrt(2 * shape.layers)
        self.heads = shape.heads
        self.n1, self.n2 = Norm(width), Norm(width)
        self.wqkv = Product(3 * width, width, 0.02)
        self.wo = Product(width, width, inner)
        self.wup = Product(2 * hidden, width, 0.02)
        self.wdown = Product(width, hidden, inner)

    def forward(self, h, turn, mask, rounds, dropout):
        batch, length, width = h.shape
        q, k, v = self.wqkv(self.n1(h), rounds).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        cos, sin = turn[0].to(q.dtype), turn[1].to(q.dtype)
        seen = F.scaled_dot_product_attention(rotated(q, cos, sin), rotated(k, cos, sin), v, attn_mask=mask)
        seen = self.wo(seen.transpose(1, 2).reshape(batch, length, width), rounds)
        h = h + F.dropout(seen, dropout, self.training)
        gate, x = self.wup(self.n2(h), rounds).chunk(2, -1)
        return h + F.dropout(self.wdown(F.silu(gate) * x, rounds), dropout, self.training)


class Encoder(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        self.embedding = nn.Parameter(torch.randn(shape.vocabulary, shape.width) * 0.02)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.n = Norm(shape.width)

    def forward(self, ids, mask=None, rounds=False, dropout=0.0):
        h = F.embedding(ids, self.embedding)
        if rounds:
            h = rounded(h)
        turn = rotation(ids.shape[1], self.shape.width // self.shape.heads // 2, ids.device)
        for block in self.blocks:
            h = block(h, turn, mask, rounds, dropout)
        return self.n(h)


class Reader(nn.Module):
    """The encoder and the classes of every token."""

    def __init__(self, shape):
        super().__init__()
        self.encoder = Encoder(shape)
        self.wout = Product(shape.classes, shape.width, 0.02)
        self.bias = nn.Parameter(torch.zeros(shape.classes))

    def forward(self, ids, mask=None, rounds=True, dropout=0.0):
        return self.classes(self.encoder(ids, mask, rounds, dropout), rounds, dropout)

    def classes(self, h, rounds=True, dropout=0.0):
        return self.wout(F.dropout(h, 2 * dropout, self.training), rounds).float() + self.bias


def masked(logits):
    """The probability of every token to be masked."""
    return logits.float().softmax(-1)[..., 2::2].sum(-1)
