#!/usr/bin/env python3
"""Makes the static table: meaning without a model file (docs/formats/static_table.md).

Usage: static_table.py MODEL OUT [--dimension 192] [--check]

MODEL is the folder of a BERT encoder as published: config.json, model.safetensors (fp32), vocab.txt. The table in
src/embed was made from all-MiniLM-L6-v2. Needs numpy, and three minutes for that model. --check compares with OUT
instead of writing it, and allows for the last bit: libraries of linear algebra round differently.

Each piece of the vocabulary is run through the model alone, as "[CLS] piece [SEP]"; its output, less the mean of all
outputs, is what the piece means. The principal components keep most of that in half the numbers, a rotation spreads it
evenly over them, and four bits a number then lose nothing that can be measured. Frequent words say little: the weights
are those of smooth inverse frequency, a / (a + p), with p by Zipf's law from the order of the vocabulary, which is that
of frequency.
"""

import argparse
import hashlib
import json
import os
import struct
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

SMOOTH = 1e-3  # a of the weights
FOREIGN_RANK = 1000  # for single letters of other scripts, which stand before all words
BITS = 4
HEADER_SIZE = 64


def read_tensors(path):
    with open(path, "rb") as file:
        raw = file.read()
    (size,) = struct.unpack_from("<Q", raw)
    tensors = {}
    for name, entry in json.loads(raw[8 : 8 + size]).items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        first, last = entry["data_offsets"]
        tensor = np.frombuffer(raw, "<f4", (last - first) // 4, 8 + size + first).reshape(entry["shape"])
        tensors[name.removeprefix("bert.")] = tensor
    return tensors


def error_function(x):
    """Abramowitz and Stegun 7.1.26: right to 1.5e-7."""
    positive = np.abs(x)
    t = 1 / (1 + 0.3275911 * positive)
    powers = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - powers * np.exp(-positive * positive))


class Bert:
    """The encoder, for texts of the same length."""

    def __init__(self, folder):
        with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
            self.config = json.load(file)
        self.tensors = read_tensors(os.path.join(folder, "model.safetensors"))

    def linear(self, x, name):
        return x @ self.tensors[name + ".weight"].T + self.tensors[name + ".bias"]

    def normal(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + self.config["layer_norm_eps"])
        return x * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def attention(self, x, name):
        texts, length, width = x.shape
        heads = self.config["num_attention_heads"]

        def by_head(part):
            return self.linear(x, f"{name}.self.{part}").reshape(texts, length, heads, -1).transpose(0, 2, 1, 3)

        query, key, value = by_head("query"), by_head("key"), by_head("value")
        scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(np.float32(width // heads))
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = scores / scores.sum(-1, keepdims=True) @ value
        mixed = mixed.transpose(0, 2, 1, 3).reshape(texts, length, width)
        return self.normal(x + self.linear(mixed, name + ".output.dense"), name + ".output.LayerNorm")

    def __call__(self, ids):
        x = self.tensors["embeddings.word_embeddings.weight"][ids]
        x = x + self.tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self.normal(x + self.tensors["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(self.config["num_hidden_layers"]):
            name = f"encoder.layer.{layer}"
            x = self.attention(x, name + ".attention")
            inner = self.linear(x, name + ".intermediate.dense")
            inner = 0.5 * inner * (1 + error_function(inner / np.float32(np.sqrt(2))))
            x = self.normal(x + self.linear(inner, name + ".output.dense"), name + ".output.LayerNorm")
        return x


def meanings(model, pieces, batch=256):
    """What the model makes of each piece alone."""
    begin, end = pieces.index("[CLS]"), pieces.index("[SEP]")
    rows = []
    for first in range(0, len(pieces), batch):
        middle = np.arange(first, min(first + batch, len(pieces)))
        ids = np.stack([np.full_like(middle, begin), middle, np.full_like(middle, end)], axis=1)
        rows.append(model(ids)[:, 1])
        print(f"\r{middle[-1] + 1} of {len(pieces)} pieces", end="", file=sys.stderr)
    print(file=sys.stderr)
    return np.concatenate(rows).astype(np.float64)


def compressed(vectors, dimension):
    """The principal components, and then evenly spread over the dimensions."""
    vectors = vectors - vectors.mean(0)
    _, directions = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    directions = directions[:, ::-1][:, :dimension]
    largest = np.abs(directions).argmax(0)
    directions = directions * np.sign(directions[largest, np.arange(dimension)])
    rotation, triangle = np.linalg.qr(np.random.default_rng(7).standard_normal((dimension, dimension)))
    return vectors @ directions @ (rotation * np.sign(np.diag(triangle)))


def weights(pieces):
    first_word = next(i for i, piece in enumerate(pieces) if len(piece) > 1 and piece[0].isalpha())
    ranks = np.array([max(i - first_word + 1, 1) for i in range(len(pieces))], np.float64)
    for i, piece in enumerate(pieces[:first_word]):
        ranks[i] = 1 if piece.isascii() else FOREIGN_RANK
    share = 1 / (ranks * np.log(len(pieces)))
    result = SMOOTH / (SMOOTH + share)
    result[[piece.startswith("[") and piece.endswith("]") and len(piece) > 2 for piece in pieces]] = 0
    return result


def quantised(vectors):
    """(scales, whole numbers from -8 to 7): for each row the scale that loses least."""
    least = np.full(len(vectors), np.inf)
    scales, values = np.zeros(len(vectors)), np.zeros(vectors.shape, np.int8)
    top = np.maximum(np.abs(vectors).max(1), 1e-12)
    for part in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5):
        scale = top * part / 7
        near = np.clip(np.rint(vectors / scale[:, None]), -8, 7)
        lost = ((near * scale[:, None] - vectors) ** 2).sum(1)
        better = lost < least
        least[better], scales[better], values[better] = lost[better], scale[better], near[better]
    return scales, values


def hash_of(piece):
    """Of a piece for the table of the vocabulary: FNV-1a, with a start of its own for a continuation."""
    continues = piece.startswith("##") and len(piece) > 2
    value = 2166136261 ^ (0x5BD1E995 if continues else 0)
    for byte in (piece[2:] if continues else piece).encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value ^ value >> 15


def vocabulary_image(pieces):
    """The vocabulary as bytes that need no work when a program starts."""
    slots = 1
    while slots < 2 * len(pieces):
        slots *= 2
    table, seen = [0] * slots, set()
    for number, piece in enumerate(pieces):
        if piece in seen:
            continue
        seen.add(piece)
        slot = hash_of(piece) & slots - 1
        while table[slot]:
            slot = slot + 1 & slots - 1
        table[slot] = number + 1
    texts = [piece.encode() for piece in pieces]
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts])])
    head = b"AIMVOC1\0" + struct.pack("<II", len(pieces), slots)
    return head + offsets.astype("<u4").tobytes() + np.array(table, "<u4").tobytes() + b"".join(texts)


def table_file(pieces, scales, values):
    dimension = values.shape[1]
    vocabulary = vocabulary_image(pieces)
    halves = (values + 8).astype(np.uint8)
    packed = halves[:, : dimension // 2] | halves[:, dimension // 2 :] << 4
    whole = np.rint(scales * 32767 / scales.max()).astype("<u2")
    body = vocabulary + whole.tobytes() + packed.tobytes()
    header = b"AIMSTAT1" + struct.pack("<6I", 1, len(pieces), dimension, BITS, len(vocabulary), 0)
    header += hashlib.sha256(body).digest()
    assert len(header) == HEADER_SIZE
    return header + body


def nearly_equal(made, kept):
    """Whether few rows differ."""
    if len(made) != len(kept) or made[:32] != kept[:32]:
        return False
    differ = sum(a != b for a, b in zip(made[HEADER_SIZE:], kept[HEADER_SIZE:]))
    print(f"{differ} of {len(made)} bytes differ", file=sys.stderr)
    return differ * 1000 < len(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("out")
    parser.add_argument("--dimension", type=int, default=192)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()

    with open(os.path.join(options.model, "vocab.txt"), encoding="utf-8") as file:
        pieces = file.read().removesuffix("\n").split("\n")
    vectors = compressed(meanings(Bert(options.model), pieces), options.dimension)
    scales, values = quantised(vectors)
    made = table_file(pieces, scales * weights(pieces), values)
    if options.check:
        with open(options.out, "rb") as file:
            sys.exit(0 if nearly_equal(made, file.read()) else "the table is another one")
    with open(options.out, "wb") as file:
        file.write(made)


if __name__ == "__main__":
    main()
