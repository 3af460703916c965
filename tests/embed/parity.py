"""The published all-MiniLM-L6-v2 through our encoder and through numpy, over the paragraphs of this repository's documents.

Usage: parity.py PROBE [--sampled]     with AI_MEMORY_TEST_MODEL, the folder with the model's files; exit status 77, "skipped", without
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

import reference

LEAST = {"floats": 0.9999, "bytes": 0.995}
MOST_TOKENS = 256


def paragraphs():
    root = Path(__file__).resolve().parents[2]
    texts = [p for file in sorted(root.glob("**/*.md")) if "build" not in file.parts
             for p in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")) if p.strip()]
    short = [line for text in texts for line in text.splitlines() if 10 < len(line) < 80]
    # numpy takes most of the time; a quarter of the texts shows what goes wrong by an address, which sanitizers look for.
    share = 4 if "--sampled" in sys.argv and os.environ.get("AIM_LONG") != "1" else 1
    return texts[: 100 // share] + short[: 150 // share] + ["", "Ünïcode naïve café 東京 привет мир", "word " * 400]


def main():
    folder = os.environ.get("AI_MEMORY_TEST_MODEL")
    if not folder:
        print("skipped: AI_MEMORY_TEST_MODEL names no folder with all-MiniLM-L6-v2")
        return 77
    texts = paragraphs()
    config = json.loads(Path(folder, "config.json").read_text())
    tensors = reference.load_safetensors(os.path.join(folder, "model.safetensors"))
    published = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    published.no_padding()
    published.enable_truncation(MOST_TOKENS)
    wanted = np.array([reference.vector(config, tensors, e.ids) for e in published.encode_batch(texts)])
    sent = b"".join(struct.pack("<I", len(t.encode())) + t.encode() for t in texts)
    good = True
    with tempfile.TemporaryDirectory() as scratch:
        for precision, least in LEAST.items():
            run = [sys.argv[1], "vectors", folder, os.path.join(scratch, "packed"), precision]
            found = np.frombuffer(subprocess.run(run, input=sent, capture_output=True, check=True).stdout, np.float32)
            cosines = (found.reshape(wanted.shape) * wanted).sum(1)
            print(f"{precision}: {len(texts)} texts, cosine at least {cosines.min():.6f}, {cosines.mean():.6f} on average")
            good &= bool(cosines.min() >= least)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
