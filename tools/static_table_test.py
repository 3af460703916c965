"""tools/static_table.py on a little random model. Exits 77, skipped, without numpy."""

import hashlib
import json
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: numpy is not installed")
    sys.exit(77)

TOOL = Path(__file__).with_name("static_table.py")
PIECES = ["[PAD]", "[CLS]", "[SEP]", "!", "x", "\u00e9", "the", "of", "house", "##s", "home", "the"]
WIDTH, INNER, LAYERS = 8, 16, 2


def tensors():
    random = np.random.default_rng(1)
    shapes = {"embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
              "embeddings.position_embeddings.weight": (4, WIDTH),
              "embeddings.token_type_embeddings.weight": (2, WIDTH)}
    linear = {"attention.self.query": (WIDTH, WIDTH), "attention.self.key": (WIDTH, WIDTH),
              "attention.self.value": (WIDTH, WIDTH), "attention.output.dense": (WIDTH, WIDTH),
              "intermediate.dense": (INNER, WIDTH), "output.dense": (WIDTH, INNER)}
    normal = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        shapes.update({f"encoder.layer.{layer}.{name}.weight": shape for name, shape in linear.items()})
        shapes.update({f"encoder.layer.{layer}.{name}.bias": shape[:1] for name, shape in linear.items()})
        normal += [f"encoder.layer.{layer}.{part}.LayerNorm" for part in ("attention.output", "output")]
    for name in normal:
        shapes.update({name + ".weight": (WIDTH,), name + ".bias": (WIDTH,)})
    return {name: random.standard_normal(shape).astype("<f4") for name, shape in shapes.items()}


def write_model(folder):
    header, data = {}, b""
    for name, tensor in tensors().items():
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + tensor.nbytes]}
        data += tensor.tobytes()
    head = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(head)) + head + data)
    (folder / "vocab.txt").write_text("".join(piece + "\n" for piece in PIECES), encoding="utf-8")
    config = {"num_attention_heads": 2, "num_hidden_layers": LAYERS, "layer_norm_eps": 1e-12}
    (folder / "config.json").write_text(json.dumps(config))


class StaticTable(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        path = Path(cls.folder.name)
        write_model(path)
        cls.command = [sys.executable, str(TOOL), str(path), str(path / "out"), "--dimension", "4"]
        subprocess.run(cls.command, check=True, capture_output=True)
        cls.table = (path / "out").read_bytes()
        cls.numbers = struct.unpack_from("<6I", cls.table, 8)
        cls.vocabulary = cls.table[64 : 64 + cls.numbers[4]]

    def test_header(self):
        self.assertEqual(self.table[:8], b"AIMSTAT1")
        self.assertEqual(self.numbers[:4], (1, len(PIECES), 4, 4))
        self.assertEqual(self.table[32:64], hashlib.sha256(self.table[64:]).digest())
        self.assertEqual(len(self.table), 64 + self.numbers[4] + len(PIECES) * (2 + 4 // 2))

    def test_vocabulary(self):
        count, slots = struct.unpack_from("<2I", self.vocabulary, 8)
        offsets = struct.unpack_from(f"<{count + 1}I", self.vocabulary, 16)
        filled = struct.unpack_from(f"<{slots}I", self.vocabulary, 16 + 4 * (count + 1))
        text = self.vocabulary[16 + 4 * (count + 1 + slots) :]
        self.assertEqual([text[a:b].decode() for a, b in zip(offsets, offsets[1:])], PIECES)
        self.assertEqual((count, slots), (12, 32))
        self.assertEqual(sorted(filter(None, filled)), list(range(1, 12)), "all but the second \"the\"")

    def test_weights(self):
        scales = struct.unpack_from(f"<{len(PIECES)}H", self.table, 64 + self.numbers[4])
        self.assertEqual(scales[:3], (0, 0, 0), "special pieces")
        self.assertEqual(max(scales), 32767)
        self.assertGreater(scales[5], 50 * scales[3], "a letter of another script says more than a mark")

    def test_check(self):
        subprocess.run(self.command + ["--check"], check=True, capture_output=True)
        other = self.command[:3] + [str(TOOL), "--check"]
        self.assertNotEqual(subprocess.run(other, capture_output=True).returncode, 0)


if __name__ == "__main__":
    unittest.main()
