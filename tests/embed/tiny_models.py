"""Prints what two tiny random models make of a few texts, computed by reference.py: expected/*.txt.

Usage: tiny_models.py bert|nomic|first > expected/tiny_….txt    first: the model of bert, by its first token alone

The models are made of random numbers that tiny_models.h makes too, so that no weights lie in the repository. A line of
the output is a list of tokens, a bar, and the vector.
"""

import sys

import numpy as np

import reference

PIECES = """[PAD] [UNK] [CLS] [SEP] [MASK] the user likes dark mode and tea in paris is a . , ? ! : _ search query document
##s ##ing ##ed walk talk cat dog run ##ner b c d e ##a ##b ##c ##d ##e""".split()

TEXTS = ["the user likes dark mode .", "tea in paris", "walking talked cats runner !", "a", "", "the cat , the dog : run ?",
         "the " * 40, "walk talk " * 14]

BERT = {"model_type": "bert", "vocab_size": len(PIECES), "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2,
        "intermediate_size": 128, "max_position_embeddings": 48, "layer_norm_eps": 1e-12}
NOMIC = {"model_type": "nomic_bert", "vocab_size": len(PIECES) + 2, "n_embd": 128, "n_layer": 2, "n_head": 2, "n_inner": 192,
         "n_positions": 64, "layer_norm_epsilon": 1e-12, "rotary_emb_base": 1000}


class Random:
    """A linear congruential generator; its upper bits as numbers from -1 to 1 that a float holds exactly."""

    def __init__(self, seed):
        self.state = seed

    def tensor(self, scale, *shape, around=0.0):
        values = np.empty(int(np.prod(shape)), np.float32)
        for i in range(len(values)):
            self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
            values[i] = np.float32(around) + np.float32((self.state >> 48) - 32768) / np.float32(32768) * np.float32(scale)
        return values.reshape(shape)


def norm(random, out, name, width):
    out[name + ".weight"] = random.tensor(0.25, width, around=1.0)
    out[name + ".bias"] = random.tensor(0.25, width)


def linear(random, out, name, outputs, depth, bias=True):
    out[name + ".weight"] = random.tensor(0.25, outputs, depth)
    if bias:
        out[name + ".bias"] = random.tensor(0.25, outputs)


def bert():
    random, out, width, inner = Random(1), {}, BERT["hidden_size"], BERT["intermediate_size"]
    out["embeddings.word_embeddings.weight"] = random.tensor(1, BERT["vocab_size"], width)
    out["embeddings.position_embeddings.weight"] = random.tensor(0.5, BERT["max_position_embeddings"], width)
    out["embeddings.token_type_embeddings.weight"] = random.tensor(0.5, 2, width)
    norm(random, out, "embeddings.LayerNorm", width)
    for layer in range(BERT["num_hidden_layers"]):
        p = f"encoder.layer.{layer}."
        for part in ("query", "key", "value"):
            linear(random, out, p + "attention.self." + part, width, width)
        linear(random, out, p + "attention.output.dense", width, width)
        norm(random, out, p + "attention.output.LayerNorm", width)
        linear(random, out, p + "intermediate.dense", inner, width)
        linear(random, out, p + "output.dense", width, inner)
        norm(random, out, p + "output.LayerNorm", width)
    return BERT, out


def nomic():
    random, out, width, inner = Random(2), {}, NOMIC["n_embd"], NOMIC["n_inner"]
    out["embeddings.word_embeddings.weight"] = random.tensor(1, NOMIC["vocab_size"], width)
    out["embeddings.token_type_embeddings.weight"] = random.tensor(0.5, 2, width)
    norm(random, out, "emb_ln", width)
    for layer in range(NOMIC["n_layer"]):
        p = f"encoder.layers.{layer}."
        linear(random, out, p + "attn.Wqkv", 3 * width, width, bias=False)
        linear(random, out, p + "attn.out_proj", width, width, bias=False)
        norm(random, out, p + "norm1", width)
        linear(random, out, p + "mlp.fc11", inner, width, bias=False)
        linear(random, out, p + "mlp.fc12", inner, width, bias=False)
        linear(random, out, p + "mlp.fc2", width, inner, bias=False)
        norm(random, out, p + "norm2", width)
    return NOMIC, out


def tokens(text, most):
    """WordPiece for texts of small letters and blanks only."""
    out = [PIECES.index("[CLS]")]
    for word in text.split():
        begin = 0
        while begin < len(word):
            mark = "##" if begin else ""
            end = next(e for e in range(len(word), begin, -1) if mark + word[begin:e] in PIECES)
            out.append(PIECES.index(mark + word[begin:end]))
            begin = end
    return out[: most - 1] + [PIECES.index("[SEP]")]


def main():
    config, tensors = {"bert": bert, "nomic": nomic, "first": bert}[sys.argv[1]]()
    prefix = "search _ document : " if sys.argv[1] == "nomic" else ""
    most = config.get("max_position_embeddings", config.get("n_positions"))
    for text in TEXTS:
        ids = tokens(prefix + text, most)
        print(*ids, "|", *(f"{x:.7g}" for x in reference.vector(config, tensors, ids, sys.argv[1] == "first")))


if __name__ == "__main__":
    main()
