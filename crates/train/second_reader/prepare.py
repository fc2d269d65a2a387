"""Packs the text to pre-train on and learns the tokens:  prepare.py DATA PREPARED"""
import os
import sys
from pathlib import Path

import corpus

# The share of lead paragraphs that is left out, so that everything fits into what may travel to the machine with the GPU.
DROPPED = 0.10

if __name__ == "__main__":
    data, prepared = Path(sys.argv[1]), Path(sys.argv[2])
    corpus.pack(data, Path(__file__).parent, prepared / "corpus.xz", DROPPED)
    corpus.learn_tokens(prepared / "corpus.xz", os.cpu_count()).write(prepared / "merges.txt")
