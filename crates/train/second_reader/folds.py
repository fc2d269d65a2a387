"""What the five readers without a fold each are worth on the court cases they have not seen, all 113 together:
    folds.py PREPARED OUT      (OUT/fold0.npz … fold4.npz, as finetune.py writes them)"""
import sys
from pathlib import Path

import numpy as np

import score
import tokens
from finetune import measured

if __name__ == "__main__":
    prepared, out = Path(sys.argv[1]), Path(sys.argv[2])
    tokenizer = tokens.Tokenizer.read(prepared / "merges.txt")
    read = [np.load(out / f"fold{fold}.npz") for fold in range(5)]
    members = []
    for document in measured(prepared):
        if document.domain == "court":
            _, starts, ends, _ = tokenizer.read_text(document.text)
            chances = read[document.fold][f"{document.source}/{document.name}"].astype(np.float32)
            members.append((document, starts, ends, chances[:, 2::2].sum(1)))
    for threshold in (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        masks = [score.hidden(document.text, starts, ends, chances, threshold) for document, starts, ends, chances in members]
        got = score.masking([member[0] for member in members], masks)
        print(f"{len(members)} cases, five folds: t {threshold} direct {got['direct']:.3f} quasi {got['quasi']:.3f} precision {got['precision']:.3f}")
