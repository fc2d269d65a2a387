"""Pre-trains the encoder from nothing: three of ten tokens are hidden, whole words at a time, and guessed.

    pretrain.py PREPARED OUT [--steps N | --seconds S] [--layers L]      PREPARED: corpus.xz, merges.txt
"""
import argparse
import math
import os
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import corpus
import tokens
from network import WINDOW, Encoder, Shape

SEED = 42
BATCH = 256
HIDDEN = 0.3
MUON_RATE, ADAM_RATE, DECAY, WARM = 4e-3, 2e-3, 0.05, 300


def orthogonal(matrices):
    """Newton–Schulz: nearly orthogonal matrices with the directions of these (Muon's update)."""
    x = matrices.bfloat16()
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        a = x @ x.mT
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x.float()


class Muon:
    """Momentum, made orthogonal: for the matrices of the blocks. Stacked parts (q, k, v; gate, x) are matrices of their own."""

    def __init__(self, blocks):
        self.parts = []
        for block in blocks:
            for weight, parts in ((block.wqkv, 3), (block.wo, 1), (block.wup, 2), (block.wdown, 1)):
                self.parts.append((weight.weight, parts, torch.zeros_like(weight.weight)))
        self.step_compiled = torch.compile(orthogonal) if torch.cuda.is_available() else orthogonal

    @torch.no_grad()
    def step(self, rate):
        groups = {}
        for weight, parts, momentum in self.parts:
            momentum.mul_(0.95).add_(weight.grad)
            update = weight.grad + 0.95 * momentum
            for number, part in enumerate(update.chunk(parts)):
                wide = part.T if part.shape[0] > part.shape[1] else part
                groups.setdefault(wide.shape, []).append((weight, parts, number, wide, part.shape != wide.shape))
        for shape, members in groups.items():
            straight = self.step_compiled(torch.stack([member[3] for member in members]))
            for (weight, parts, number, _, turned), update in zip(members, straight):
                update = update.T if turned else update
                weight.chunk(parts)[number].mul_(1 - rate * DECAY).sub_(update, alpha=rate * 0.2 * math.sqrt(max(shape)))


def hide(ids, opens, count, generator):
    """Hides whole pieces at random: inputs, the places asked for, and what stood there."""
    batch, length = ids.shape
    piece = opens.long().cumsum(1).clamp_max(length - 1)
    chance = torch.rand(batch, length, device=ids.device, generator=generator).gather(1, piece)
    places = (chance + torch.arange(length, device=ids.device) * 1e-7).topk(count, 1).indices
    asked = ids.gather(1, places)
    luck = torch.rand(batch, count, device=ids.device, generator=generator)
    other = torch.randint(tokens.FIRST_BYTE, tokens.VOCABULARY, (batch, count), device=ids.device, generator=generator)
    shown = torch.where(luck < 0.85, tokens.MASK, torch.where(luck < 0.93, asked, other))
    return ids.scatter(1, places, shown), places, asked


def pretrain(prepared, out, steps, seconds, shape):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(SEED)
    torch.set_float32_matmul_precision("high")
    began = time.time()
    ids, opens = corpus.stream(prepared / "corpus.xz", prepared / "merges.txt", os.cpu_count())
    print(f"[{time.time() - began:6.1f}] {len(ids)} tokens", flush=True)
    ids = torch.from_numpy(ids.astype("int32")).to(device)
    opens = torch.from_numpy(opens).to(device)
    encoder = Encoder(shape).to(device)
    names = dict(encoder.named_parameters())
    others = [p for name, p in names.items() if p.dim() == 1 or name == "embedding"]
    adam = torch.optim.AdamW(others, betas=(0.9, 0.98), weight_decay=0.0, fused=device == "cuda")
    muon = Muon(encoder.blocks)
    generator = torch.Generator(device).manual_seed(SEED)
    count = int(HIDDEN * WINDOW)

    def loss_of(shown, places, asked):
        h = encoder(shown).gather(1, places[..., None].expand(-1, -1, shape.width)).reshape(-1, shape.width)
        return F.cross_entropy((h.bfloat16() @ encoder.embedding.bfloat16().T).float(), asked.reshape(-1))

    compiled = torch.compile(loss_of) if device == "cuda" else loss_of
    reach = torch.arange(WINDOW, device=device)
    step, started, recent = 0, time.time(), 0.0
    while steps is None or step < steps:
        if step == 60:
            torch.cuda.synchronize() if device == "cuda" else None
            started = time.time()
        if step == 160 and steps is None:
            torch.cuda.synchronize() if device == "cuda" else None
            pace = (time.time() - started) / 100
            steps = 160 + int((seconds - (time.time() - started)) / pace)
            print(f"[{time.time() - began:6.1f}] {pace * 1000:.1f} ms a step, {steps} steps", flush=True)
        progress = step / (steps or 10**9)
        rate = min(1, (step + 1) / WARM) * (1 if progress < 0.3 else max(0.01, (1 - progress) / 0.7))
        start = torch.randint(0, len(ids) - WINDOW, (BATCH if device == "cuda" else 8, 1), device=device, generator=generator)
        window = start + reach
        shown, places, asked = hide(ids[window].long(), opens[window], count, generator)
        with torch.autocast(device, dtype=torch.bfloat16):
            loss = compiled(shown, places, asked)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(others, 1.0)
        for group in adam.param_groups:
            group["lr"] = ADAM_RATE * rate
        adam.step()
        muon.step(MUON_RATE * rate)
        encoder.zero_grad(set_to_none=True)
        step += 1
        if step % 100 == 0 or step == steps:
            recent = 0.9 * recent + 0.1 * loss.item() if recent else loss.item()
            if step % 500 == 0 or step < 500 or step == steps:
                print(f"[{time.time() - began:6.1f}] step {step} loss {recent:.3f}", flush=True)
            if not math.isfinite(recent):
                raise SystemExit("the loss is no number any more")
    torch.save({"shape": shape.dict(), "steps": step, "loss": recent, "state": {k: v.detach().bfloat16().cpu() for k, v in encoder.state_dict().items()}}, out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--layers", type=int, default=4)
    chosen = parser.parse_args()
    pretrain(chosen.prepared, chosen.out, chosen.steps, chosen.seconds, Shape(layers=chosen.layers))
