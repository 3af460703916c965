#!/usr/bin/env python3
"""Joins programs for macOS into one file that runs on each of their processors: universal.py OUT PROGRAM…"""

import struct
import sys
from pathlib import Path

PAGE = 14  # a program begins at a multiple of 2^14: a page of arm64
LITTLE_64 = 0xFEEDFACF
UNIVERSAL = 0xCAFEBABE  # its header is big-endian on every processor


def main(out, *names):
    programs = [Path(name).read_bytes() for name in names]
    header, body, at = struct.pack(">II", UNIVERSAL, len(programs)), b"", 1 << PAGE
    for name, program in zip(names, programs):
        magic, processor, kind = struct.unpack("<III", program[:12])
        if magic != LITTLE_64:
            sys.exit(f"{name} is no 64-bit program for macOS")
        header += struct.pack(">IIIII", processor, kind, at, len(program), PAGE)
        body += program + bytes(-len(program) % (1 << PAGE))
        at = (1 << PAGE) + len(body)
    Path(out).write_bytes(header.ljust(1 << PAGE, b"\0") + body)
    Path(out).chmod(0o755)


if __name__ == "__main__":
    main(*sys.argv[1:])
