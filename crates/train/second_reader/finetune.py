"""Fine-tunes the encoder: which kind every token is of and whether it is masked.

    finetune.py PREPARED ENCODER OUT.bin [--without FOLD…] [--without-dev] [--seeds N]

The loss is -log of the summed probability of the classes that are right. Weights and inputs are rounded as the reader does.
The weights written are the moving average over the steps, and the mean over the seeds.
"""
import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import packing
import score
import sources
import tokens
from network import CLASSES, WINDOW, Reader, Shape

STEPS, BATCH, RATE, WARM, DROPOUT, HIDE, SMOOTH, AVERAGED = 2500, 32, 6e-4, 100, 0.1, 0.1, 0.03, 0.998
# Of how many windows of each kind a batch is made, on average; and how often a document is taken as it is.
SHARES = {"court": 0.33, "biography": 0.17, "everyday": 0.26, "clinical": 0.06, "names": 0.18}
PLAIN = {"court": 0.8, "biography": 0.5, "everyday": 0.6, "clinical": 0.6, "names": 0.7}
# How often only a part of a short document is seen, so that its opening does not give the rest away.
PART, LEAST = 0.3, 40
# The weight of guessing hidden tokens beside, and of what readers that did not see a document say of it.
GUESS, SOFT = 0.05, 0.5
STRIDE = 256


class Examples:
    """Windows at random places of documents, of the kinds in their shares."""

    def __init__(self, path, keeps, device, seed):
        file = np.load(path)
        self.ids = torch.from_numpy(file["ids"].astype(np.int64)).to(device)
        self.bits = torch.from_numpy(file["bits"].astype(np.int64)).to(device)
        self.soft = None
        self.device, self.luck = device, np.random.default_rng(seed)
        names, documents = file["sources"], {}
        for number, version, start, end, domain, fold in file["rows"]:
            if end > start and keeps(str(names[number]), fold):
                documents.setdefault(domain, {}).setdefault(number, []).append((start, end))
        self.documents = {domain: list(of.values()) for domain, of in documents.items()}
        # Long documents are taken as often as they have windows.
        self.chances = {}
        for domain, of in self.documents.items():
            windows = np.array([1 + (v[0][1] - v[0][0]) / WINDOW for v in of])
            self.chances[domain] = windows.cumsum() / windows.cumsum()[-1]
        self.domains = sorted(self.documents)
        self.plain = {token: PLAIN[name] for name, token in tokens.DOMAINS.items() if name in PLAIN}
        shares = np.array([SHARES[name] for d in self.domains for name, token in tokens.DOMAINS.items() if token == d])
        self.shares = shares / shares.sum()

    def listen(self, files):
        """Takes what other readers said of documents that they had not seen: a file a fold, by the place of the tokens."""
        if files:
            self.soft = torch.zeros(len(self.ids), CLASSES, dtype=torch.float16, device=self.device)
        for file in files:
            said = np.load(file)
            self.soft[torch.from_numpy(said["places"]).to(self.device)] = torch.from_numpy(said["chances"]).to(self.device)

    def batch(self, size):
        starts, ends, domains = [], [], []
        for domain in self.luck.choice(self.domains, size, p=self.shares):
            versions = self.documents[domain][np.searchsorted(self.chances[domain], self.luck.random(), "right")]
            version = 0 if self.luck.random() < self.plain[domain] else self.luck.integers(len(versions))
            start, end = versions[version]
            room = end - start - (WINDOW - 1)
            # A window may begin before the document, so that its edges are seen as often as its middle.
            at = start + min(max(0, self.luck.integers(-WINDOW // 2, room + WINDOW // 2)), room) if room > 0 else start
            end = min(end, at + WINDOW - 1)
            if room <= 0 and end - at > 2 * LEAST and self.luck.random() < PART:
                at = self.luck.integers(at, end - LEAST)
                end = self.luck.integers(at + LEAST, end + 1)
            starts.append(at)
            ends.append(end)
            domains.append(domain)
        starts, ends = (torch.tensor(np.array(v), device=self.device)[:, None] for v in (starts, ends))
        places = starts + torch.arange(WINDOW - 1, device=self.device)
        inside = places < ends
        places = places.clamp_max(len(self.ids) - 1)
        ids = torch.where(inside, self.ids[places], tokens.PAD)
        bits = torch.where(inside, self.bits[places], sources.EVERYTHING)
        first = torch.tensor(np.array(domains), device=self.device)[:, None]
        every = torch.full_like(first, sources.EVERYTHING)
        soft = None
        if self.soft is not None:
            soft = torch.where(inside[..., None], self.soft[places], 0)
            soft = torch.cat([torch.zeros_like(soft[:, :1]), soft], 1)
        return torch.cat([first, ids], 1), torch.cat([every, bits], 1), soft


def loss_of(logits, bits, soft):
    chances = logits.log_softmax(-1)
    right = (bits[..., None] >> torch.arange(CLASSES, device=bits.device)) & 1 == 1
    asked = (bits != sources.EVERYTHING).float()
    miss = -chances.masked_fill(~right, -1e4).logsumexp(-1)
    smooth = -chances.mean(-1)
    loss = (1 - SMOOTH) * miss + SMOOTH * smooth
    if soft is not None:
        soft = soft.float()
        told = soft.sum(-1)
        loss = loss * (1 - SOFT * told) - SOFT * (soft * chances).sum(-1)
    return (loss * asked).sum() / asked.sum()


def guess(encoder, h, ids, hide):
    """The loss of guessing some of the tokens that were hidden."""
    places = hide.float().topk(int(HIDE * WINDOW), 1).indices
    h = h.gather(1, places[..., None].expand(-1, -1, h.shape[-1])).reshape(-1, h.shape[-1])
    asked = torch.where(hide, ids, -100).gather(1, places).reshape(-1)
    return F.cross_entropy((h.bfloat16() @ encoder.embedding.bfloat16().T).float(), asked, ignore_index=-100)


def train(prepared, encoder, keeps, seed, steps=STEPS, rate=RATE, device="cuda", soft=()):
    """The average over the last steps' weights."""
    torch.manual_seed(0)  # the same head to begin with, so that readers of several seeds may be averaged
    stored = torch.load(encoder, map_location="cpu")
    reader = Reader(Shape(**stored["shape"]))
    reader.encoder.load_state_dict({name: value.float() for name, value in stored["state"].items()})
    with torch.no_grad():
        for token in tokens.DOMAINS.values():
            reader.encoder.embedding[token] = reader.encoder.embedding[tokens.SEP]
    reader.to(device).train()
    torch.manual_seed(seed)
    examples = Examples(prepared / "examples.npz", keeps, device, seed)
    examples.listen(soft)
    plain = [p for p in reader.parameters() if p.dim() == 1]
    matrices = [p for p in reader.parameters() if p.dim() > 1]
    groups = [dict(params=plain, weight_decay=0.0), dict(params=matrices, weight_decay=0.01)]
    adam = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=device == "cuda")
    average = {name: value.detach().clone() for name, value in reader.state_dict().items()}

    def forward(ids, bits, soft):
        mask = (ids != tokens.PAD)[:, None, None, :]
        hide = (torch.rand(ids.shape, device=ids.device) < HIDE) & (ids >= tokens.FIRST_BYTE)
        h = reader.encoder(torch.where(hide, tokens.MASK, ids), mask, True, DROPOUT)
        loss = loss_of(reader.classes(h, True, DROPOUT), bits, soft)
        return loss + GUESS * guess(reader.encoder, h, ids, hide) if GUESS else loss

    compiled = torch.compile(forward) if device == "cuda" else forward
    for step in range(steps):
        for group in adam.param_groups:
            group["lr"] = rate * min(1, (step + 1) / WARM) * (1 - step / steps)
        with torch.autocast(device, dtype=torch.bfloat16):
            loss = compiled(*examples.batch(BATCH))
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        adam.step()
        with torch.no_grad():
            state = reader.state_dict()
            torch._foreach_lerp_([average[n] for n in state], [state[n] for n in state], 1 - min(AVERAGED, step / (step + 20)))
        if (step + 1) % 250 == 0:
            print(f"  seed {seed} step {step + 1} loss {loss.item():.4f}", flush=True)
    reader.load_state_dict(average)
    return reader.eval()


def mean(states):
    return {name: sum(state[name] for state in states) / len(states) for name in states[0]}


@torch.no_grad()
def read(reader, ids, domain, device="cuda", batch=64):
    """The probabilities of a document's tokens: windows that overlap, weighted by the distance to their edges."""
    step = WINDOW - 1
    starts = [0]
    while starts[-1] + step < len(ids):
        starts.append(starts[-1] + STRIDE)
    total, weight = np.zeros((len(ids), CLASSES)), np.zeros((len(ids), 1))
    for first in range(0, len(starts), batch):
        for length in sorted({min(step, len(ids) - s) for s in starts[first : first + batch]}):
            these = [s for s in starts[first : first + batch] if min(step, len(ids) - s) == length]
            windows = torch.tensor([[domain] + ids[s : s + length] for s in these], device=device)
            chances = reader(windows).softmax(-1)[:, 1:].double().cpu().numpy()
            edge = np.minimum(np.arange(length) + 2, np.arange(length, 0, -1)).clip(1, 64)[:, None]
            for start, chance in zip(these, chances):
                total[start : start + length] += chance * edge
                weight[start : start + length] += edge
    return total / weight


@torch.no_grad()
def tell(prepared, reader, folds, out, device="cuda"):
    """Writes what the reader says of the tokens of documents of these folds that have a decision to learn from."""
    file = np.load(prepared / "examples.npz")
    places, chances = [], []
    ids = file["ids"].astype(np.int64)
    for number, version, start, end, domain, fold in file["rows"]:
        if fold in folds and domain in (tokens.DOMAINS["court"], tokens.DOMAINS["biography"]) and end > start:
            places.append(np.arange(start, end))
            chances.append(read(reader, ids[start:end].tolist(), domain, device).astype(np.float16))
    np.savez(out, places=np.concatenate(places), chances=np.concatenate(chances))


def measured(prepared):
    with open(prepared / "measured.jsonl") as lines:
        return [sources.Document(**json.loads(line)) for line in lines]


def report(prepared, reader, chosen, device="cuda", title="", save=None):
    """Prints what the reader is worth on the documents chosen; saves the probabilities to be masked."""
    tokenizer = tokens.Tokenizer.read(prepared / "merges.txt")
    groups, saved = {}, {}
    for document in measured(prepared):
        if chosen(document):
            ids, starts, ends, _ = tokenizer.read_text(document.text)
            chances = read(reader, ids, tokens.DOMAINS[document.domain], device)
            groups.setdefault(document.source, []).append((document, starts, ends, chances))
            saved[f"{document.source}/{document.name}"] = chances.astype(np.float16)
    for source, members in groups.items():
        documents = [member[0] for member in members]
        if documents[0].entities:
            for threshold in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
                masks = [score.hidden(d.text, s, e, p[:, 2::2].sum(1), threshold) for d, s, e, p in members]
                got = score.masking(documents, masks)
                print(f"  {title} {source} t {threshold} direct {got['direct']:.3f} quasi {got['quasi']:.3f} precision {got['precision']:.3f} recall {got['recall']:.3f}", flush=True)
        else:
            wanted = ("PERSON", "LOC", "ORG", "MISC") if source == "wnut_dev" else ("PERSON", "LOC", "ORG")
            kinds = [(s, e, score.kind_of(p)) for _, s, e, p in members]
            print(f"  {title} {source} names F1 {score.names_f1(documents, kinds, wanted):.3f}", flush=True)
    if save:
        np.savez_compressed(save, **saved)


def keeping(without, without_dev):
    """Which documents are trained on: all, all but some folds of each source, or all but TAB's dev part; never test templates."""

    def keeps(source, fold):
        return fold not in without and not (without_dev and source == "tab144_dev21") and source != "everyday_test"

    return keeps


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", type=int, nargs="*", default=[], help="folds that are left out")
    parser.add_argument("--without-dev", action="store_true", help="TAB's dev part is left out")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--tell", type=Path, help="write what it says of the folds left out to this file, and nothing else")
    parser.add_argument("--soft", type=Path, nargs="*", default=[], help="such files to learn from")
    parser.add_argument("--set", action="append", default=[], help="a constant of this file, for trials: HIDE=0.15")
    asked = parser.parse_args()
    for pair in asked.set:
        globals()[pair.split("=")[0]] = json.loads(pair.split("=", 1)[1])
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    keeps, began = keeping(asked.without, asked.without_dev), time.time()

    def unseen(document):
        if document.source in ("wikireplace", "everyday_test") or document.domain == "names":
            return True
        return document.domain == "court" and not keeps(document.source, document.fold)

    states = []
    for seed in range(asked.seeds):
        reader = train(asked.prepared, asked.encoder, keeps, seed, asked.steps, asked.rate, device, asked.soft)
        states.append({name: value.clone() for name, value in reader.state_dict().items()})
    reader.load_state_dict(mean(states))
    if asked.tell:
        tell(asked.prepared, reader, asked.without, asked.tell, device)
        print(f"  {asked.out.stem} told, {time.time() - began:.0f} s", flush=True)
        return
    report(asked.prepared, reader, unseen, device, asked.out.stem, asked.out.with_suffix(".npz"))
    asked.out.write_bytes(packing.packed(reader.cpu(), tokens.Tokenizer.read(asked.prepared / "merges.txt").merges))
    print(f"  {asked.out.stem} {time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
