"""BERT's and nomic's models in plain numpy, from their published descriptions: what our kernels are compared with.

A model is (config, tensors): the fields of its config.json, and arrays by their published names without "bert.".
"""

import json
import math
import struct

import numpy as np


def load_safetensors(path):
    raw = open(path, "rb").read()
    size = struct.unpack("<Q", raw[:8])[0]
    out = {}
    for name, entry in json.loads(raw[8 : 8 + size]).items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        begin, end = entry["data_offsets"]
        values = np.frombuffer(raw, np.float32, (end - begin) // 4, 8 + size + begin)
        out[name.removeprefix("bert.")] = values.reshape(entry["shape"])
    return out


def layer_norm(x, gain, shift, epsilon):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + epsilon) * gain + shift


ERF_AT = np.linspace(-4.5, 4.5, 90_001)
ERF = np.array([math.erf(x) for x in ERF_AT])


def erf(x):
    """Between points of a table, which is exact to 2e-9."""
    return np.interp(x, ERF_AT, ERF)


def gelu(x):
    return (0.5 * x * (1 + erf(x / np.sqrt(2)))).astype(np.float32)


def attention(queries, keys, values):
    """[heads][tokens][head width] each."""
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(queries.shape[-1])
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = powers / powers.sum(-1, keepdims=True) @ values
    return mixed.transpose(1, 0, 2).reshape(mixed.shape[1], -1)


def split_heads(x, heads):
    return x.reshape(len(x), heads, -1).transpose(1, 0, 2)


def bert(config, tensors, ids):
    def linear(x, name):
        return x @ tensors[name + ".weight"].T + tensors[name + ".bias"]

    def norm(x, name):
        return layer_norm(x, tensors[name + ".weight"], tensors[name + ".bias"], config["layer_norm_eps"])

    e = "embeddings."
    x = tensors[e + "word_embeddings.weight"][ids] + tensors[e + "position_embeddings.weight"][: len(ids)]
    x = norm(x + tensors[e + "token_type_embeddings.weight"][0], e + "LayerNorm")
    for layer in range(config["num_hidden_layers"]):
        p = f"encoder.layer.{layer}."
        parts = (linear(x, p + "attention.self." + part) for part in ("query", "key", "value"))
        mixed = attention(*(split_heads(part, config["num_attention_heads"]) for part in parts))
        x = norm(linear(mixed, p + "attention.output.dense") + x, p + "attention.output.LayerNorm")
        x = norm(linear(gelu(linear(x, p + "intermediate.dense")), p + "output.dense") + x, p + "output.LayerNorm")
    return x


def rotated(x, base):
    """Rotary positions, the halves of a head against each other (not interleaved)."""
    _, tokens, width = x.shape
    speeds = base ** -(np.arange(0, width, 2) / width)
    angles = np.outer(np.arange(tokens), speeds)
    angles = np.concatenate([angles, angles], axis=1)
    turned = np.concatenate([-x[..., width // 2 :], x[..., : width // 2]], axis=-1)
    return x * np.cos(angles) + turned * np.sin(angles)


def nomic(config, tensors, ids):
    def norm(x, name):
        return layer_norm(x, tensors[name + ".weight"], tensors[name + ".bias"], config["layer_norm_epsilon"])

    x = tensors["embeddings.word_embeddings.weight"][ids] + tensors["embeddings.token_type_embeddings.weight"][0]
    x = norm(x, "emb_ln")
    for layer in range(config["n_layer"]):
        p = f"encoder.layers.{layer}."
        parts = np.split(x @ tensors[p + "attn.Wqkv.weight"].T, 3, axis=1)
        queries, keys, values = (split_heads(part, config["n_head"]) for part in parts)
        base = config["rotary_emb_base"]
        mixed = attention(rotated(queries, base), rotated(keys, base), values)
        x = norm(mixed @ tensors[p + "attn.out_proj.weight"].T + x, p + "norm1")
        gate = x @ tensors[p + "mlp.fc12.weight"].T
        wide = (x @ tensors[p + "mlp.fc11.weight"].T) * (gate / (1 + np.exp(-gate)))
        x = norm(wide @ tensors[p + "mlp.fc2.weight"].T + x, p + "norm2")
    return x


def vector(config, tensors, ids, first=False):
    """The mean over the tokens, or the first of them, of length 1."""
    forward = {"bert": bert, "nomic_bert": nomic}[config["model_type"]]
    rows = forward(config, tensors, np.array(ids))
    pooled = rows[0] if first else rows.mean(0)
    return (pooled / np.linalg.norm(pooled)).astype(np.float32)
