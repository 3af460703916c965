"""What a script expects, with wildcards: lines of text and JSON.

{name}  binds at first sight to a run of letters, digits and _.:+- and must match afterwards
...     anything within a line or a JSON string; alone on a line any number of lines; in a JSON list any number of
        elements; in a JSON object any further keys
Every function takes the bindings so far and gives the bindings after; what does not fit is a Mismatch.
"""

import json
import re
from dataclasses import dataclass

NAME = r"\{([a-z][a-z0-9_]*)\}"
RUN = r"[A-Za-z0-9_.:+-]+"
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")


class Mismatch(Exception):
    pass


class BadPattern(Exception):
    pass


# ---- text ----
def line_regex(pattern, bindings):
    parts, seen = [], set()
    for piece in re.split(r"(\.\.\.|\{[a-z][a-z0-9_]*\})", pattern):
        name = re.fullmatch(NAME, piece)
        if piece == "...":
            parts.append("(?s:.*)")
        elif name and name[1] in bindings:
            parts.append(re.escape(bindings[name[1]]))
        elif name and name[1] in seen:
            parts.append(f"(?P={name[1]})")
        elif name:
            seen.add(name[1])
            parts.append(f"(?P<{name[1]}>{RUN})")
        else:
            parts.append(re.escape(piece))
    return "".join(parts)


def match_text(pattern, text, bindings):
    found = re.fullmatch(line_regex(pattern, bindings), text)
    if not found:
        raise Mismatch("")
    return {**bindings, **found.groupdict()}


def match_lines(patterns, lines, bindings):
    """The bindings when all lines fit, else a Mismatch."""
    if not patterns:
        if lines:
            raise Mismatch("more lines than expected")
        return bindings
    if patterns[0] == "...":
        for taken in range(len(lines) + 1):
            try:
                return match_lines(patterns[1:], lines[taken:], bindings)
            except Mismatch:
                continue
        raise Mismatch("")
    if not lines:
        raise Mismatch("fewer lines than expected")
    return match_lines(patterns[1:], lines[1:], match_text(patterns[0], lines[0], bindings))


def substitute(text, bindings):
    """A command with its {name}s filled in; unknown ones and ${name} stay, the shell may mean them."""
    return re.sub(r"(?<!\$)" + NAME, lambda m: bindings.get(m[1], m[0]), text)


# ---- JSON ----
DOTS = object()


@dataclass
class Text:
    pattern: str


@dataclass
class Bare:  # {name} outside of quotes: a number, true, false
    name: str


@dataclass
class Object:
    fields: dict
    open: bool


class Parser:
    """JSON, and the wildcards of above."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
            self.at += 1

    def peek(self, token):
        self.skip()
        return self.text.startswith(token, self.at)

    def take(self, token):
        if not self.peek(token):
            return False
        self.at += len(token)
        return True

    def need(self, token):
        if not self.take(token):
            raise BadPattern(f"{token!r} expected at {self.text[self.at:self.at + 30]!r}")

    def string(self):
        self.need('"')
        try:
            value, self.at = json.decoder.scanstring(self.text, self.at)
        except ValueError as error:
            raise BadPattern(str(error)) from None
        return value

    def value(self):
        self.skip()
        bare = re.compile(NAME).match(self.text, self.at)
        if bare:
            self.at = bare.end()
            return Bare(bare[1])
        if self.peek("{"):
            return self.object()
        if self.peek("["):
            return self.list()
        if self.peek('"'):
            text = self.string()
            return Text(text) if "..." in text or re.search(NAME, text) else text
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.take(word):
                return value
        number = NUMBER.match(self.text, self.at)
        if not number:
            raise BadPattern(f"no JSON at {self.text[self.at:self.at + 30]!r}")
        self.at = number.end()
        return json.loads(number[0])

    def object(self):
        self.need("{")
        result = Object({}, False)
        while not self.take("}"):
            if result.fields or result.open:
                self.need(",")
            if self.take("..."):
                result.open = True
                continue
            key = self.string()
            self.need(":")
            result.fields[key] = self.value()
        return result

    def list(self):
        self.need("[")
        result = []
        while not self.take("]"):
            if result:
                self.need(",")
            result.append(DOTS if self.take("...") else self.value())
        return result


def parse_json_pattern(text):
    parser = Parser(text)
    value = parser.value()
    parser.skip()
    if parser.at != len(text):
        raise BadPattern(f"more after the JSON: {text[parser.at:parser.at + 30]!r}")
    return value


def shown(value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 120 else text[:117] + "…"


def match_json(pattern, value, bindings, path="$"):
    if isinstance(pattern, Text):
        if pattern.pattern == "...":
            return bindings
        if isinstance(value, str):
            try:
                return match_text(pattern.pattern, value, bindings)
            except Mismatch:
                pass
        wanted = substitute(pattern.pattern, bindings)
        raise Mismatch(f"{path}: expected text like {wanted!r}, got {shown(value)}")
    if isinstance(pattern, Bare):
        text = json.dumps(value)
        if isinstance(value, (dict, list)) or bindings.get(pattern.name, text) != text:
            raise Mismatch(f"{path}: expected {bindings.get(pattern.name, 'a number')}, got {shown(value)}")
        return {**bindings, pattern.name: text}
    if isinstance(pattern, Object):
        return match_object(pattern, value, bindings, path)
    if isinstance(pattern, list):
        if not isinstance(value, list):
            raise Mismatch(f"{path}: expected a list, got {shown(value)}")
        return match_list(pattern, value, 0, bindings, path)
    # 1 and 1.0 differ on the wire, as do 1 and true.
    if type(pattern) is not type(value) or pattern != value:
        raise Mismatch(f"{path}: expected {shown(pattern)}, got {shown(value)}")
    return bindings


def match_object(pattern, value, bindings, path):
    if not isinstance(value, dict):
        raise Mismatch(f"{path}: expected an object, got {shown(value)}")
    for key, wanted in pattern.fields.items():
        if key not in value:
            raise Mismatch(f"{path}: no key {key!r}; there are {', '.join(sorted(value)) or 'none'}")
        bindings = match_json(wanted, value[key], bindings, f"{path}.{key}")
    extra = sorted(set(value) - set(pattern.fields))
    if extra and not pattern.open:
        raise Mismatch(f"{path}: unexpected key {extra[0]!r}: {shown(value[extra[0]])}")
    return bindings


def match_list(pattern, values, start, bindings, path):
    if not pattern:
        if start < len(values):
            raise Mismatch(f"{path}: {len(values) - start} elements too many, the first: {shown(values[start])}")
        return bindings
    if pattern[0] is DOTS:
        last = None
        for skipped in range(start, len(values) + 1):
            try:
                return match_list(pattern[1:], values, skipped, bindings, path)
            except Mismatch as miss:
                last = last or miss
        raise last
    if start >= len(values):
        raise Mismatch(f"{path}: elements are missing; there are {len(values)}")
    bindings = match_json(pattern[0], values[start], bindings, f"{path}[{start}]")
    return match_list(pattern[1:], values, start + 1, bindings, path)
