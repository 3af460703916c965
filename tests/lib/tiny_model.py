"""A tiny model of random numbers as a folder, as a hub would publish it: nothing to recall by, but whole."""

import json
import random
import struct
from pathlib import Path

PIECES = "[PAD] [UNK] [CLS] [SEP] [MASK] the a of tea dark mode user likes paris . , ? ##s ##ing".split()
WIDTH, INNER, LAYERS, POSITIONS = 64, 128, 2, 32


def tensors():
    """(name, shape) of each, by the names of BERT."""
    yield "embeddings.word_embeddings.weight", (len(PIECES), WIDTH)
    yield "embeddings.position_embeddings.weight", (POSITIONS, WIDTH)
    yield "embeddings.token_type_embeddings.weight", (2, WIDTH)
    yield from norm("embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        for part in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            yield from linear(f"{name}.{part}", WIDTH, WIDTH)
        yield from norm(f"{name}.attention.output.LayerNorm")
        yield from linear(f"{name}.intermediate.dense", INNER, WIDTH)
        yield from linear(f"{name}.output.dense", WIDTH, INNER)
        yield from norm(f"{name}.output.LayerNorm")


def norm(name):
    yield f"{name}.weight", (WIDTH,)
    yield f"{name}.bias", (WIDTH,)


def linear(name, outputs, depth):
    yield f"{name}.weight", (outputs, depth)
    yield f"{name}.bias", (outputs,)


def safetensors(seed):
    numbers, table, data = random.Random(seed), {}, bytearray()
    for name, shape in tensors():
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        begin = len(data)
        data += struct.pack(f"<{count}f", *(numbers.uniform(-0.5, 0.5) for _ in range(count)))
        table[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [begin, len(data)]}
    head = json.dumps(table).encode()
    return struct.pack("<Q", len(head)) + head + bytes(data)


def write(folder, seed=1):
    """Writes the three files; the folder."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.safetensors").write_bytes(safetensors(seed))
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n")
    (folder / "config.json").write_text(json.dumps({
        "model_type": "bert", "vocab_size": len(PIECES), "hidden_size": WIDTH, "num_hidden_layers": LAYERS,
        "num_attention_heads": 2, "intermediate_size": INNER, "max_position_embeddings": POSITIONS,
        "layer_norm_eps": 1e-12, "hidden_act": "gelu"}))
    return folder
