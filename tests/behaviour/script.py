"""Reads a .test file into steps (README.md describes the format)."""

import re
from dataclasses import dataclass, field

VERBS = ("$", "mcp", "mcp-start", "mcp-end", "rpc", "send-raw", "http", "env")


class BadScript(Exception):
    pass


@dataclass
class Step:
    line: int
    verb: str
    text: str
    eventually: bool = False
    stdin: list = field(default_factory=list)
    expected: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    status: int = 0


def command(line):
    """(verb, text, eventually) of a line that is a command, else None."""
    eventually = line.startswith("eventually ")
    verb, _, text = line.removeprefix("eventually ").partition(" ")
    if verb not in VERBS:
        return None
    return verb, text.strip(" ") if verb != "send-raw" else text, eventually


def parse(text):
    steps, current = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            current = None
        elif line.startswith("#"):
            continue
        elif found := command(line):
            current = Step(number, *found)
            steps.append(current)
        elif current is None:
            raise BadScript(f"{number}: neither a command nor under one: {line}")
        elif line.startswith("< ") or line == "<":
            current.stdin.append(line[2:])
        elif line.startswith("! ") or line == "!":
            current.errors.append(line[2:])
        elif re.fullmatch(r"exit \d+", line):
            current.status = int(line[5:])
        else:
            current.expected.append(line[1:] if line.startswith("\\") else line)
    return steps


def unrepeat(text):
    r"""\*(TEXT,N) is TEXT N times: long values without long lines."""
    return re.sub(r"\\\*\((.*?),(\d+)\)", lambda m: m[1] * int(m[2]), text)


def raw_bytes(text):
    r"""\n \r \t \xHH \\ are bytes, other backslashes themselves; a newline is added unless the text ends with \c."""
    text = unrepeat(text)
    end = b"\n"
    if text.endswith("\\c"):
        text, end = text[:-2], b""
    plain = {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\"}
    out = b""
    for piece in re.split(r"(\\x[0-9a-fA-F]{2}|\\[nrt\\])", text):
        if re.fullmatch(r"\\x[0-9a-fA-F]{2}", piece):
            out += bytes([int(piece[2:], 16)])
        elif re.fullmatch(r"\\[nrt\\]", piece):
            out += plain[piece[1]]
        else:
            out += piece.encode()
    return out + end
