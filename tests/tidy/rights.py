#!/usr/bin/env python3
"""What a token's rights do with each function of a store: rights.py ROOT

Every function of every subject of a Reader or Writer (src/store/store.h) has a row in rights.txt: "Subject.function kind", with a
reason where it passes through. The kind must be what the restricted subject (src/store/restricted) does:
  filtered   looks at the namespaces that the caller may read or write
  refused    is for administrators
  constant   answers the same, whatever is there
  harmless   passes through; the row says why that tells and changes nothing it must not
A function without a row, a row without a function, and a row of another kind fail; so does a function that is filtered or refused and
that no src/store/sqlite/restricted_*.cpp asks.
"""

import re
import sys
from pathlib import Path

# Functions of versions, which the test does not ask yet.
UNASKED = re.compile(r"version|purge|changes_of")
KINDS = ("filtered", "refused", "constant", "harmless")
# The filter itself, helpers of a subject that ask it, and functions of the subject that are filtered.
LOOKS = re.compile(r"\baccess_\s*\.|\bnumbers_\b|"
                   r"(?<![.>\w])(?:seen|only_seen|sees|reads|shown|check|check_ends|keys|pairs|numbers|find|each|superseded_by)\(")
REFUSES = re.compile(r"\bonly_administrators\(\)|return no\(\)")
PASSES = re.compile(r"\bin_\s*\.|\bout_\s*->|\binner\b")


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def class_body(text, name):
    start = re.search(rf"\bclass {name}\b[^;{{]*\{{", text)
    return block(text, start.end() - 1) if start else None


def block(text, start):
    """The text from the brace at `start` to its end."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at + 1]
    return text[start:]


def subjects(root):
    reader = (root / "src/store/store.h").read_text()
    names = set(re.findall(r"^\s+(?:const )?([A-Z]\w+)& \w+;", reader, re.M))
    headers = [without_comments(path.read_text()) for path in sorted((root / "src/store").glob("*.h"))]
    for name in sorted(names):
        body = next((found for text in headers if (found := class_body(text, name))), None)
        yield name, sorted(set(re.findall(r"\bvirtual [^;]*?\b(\w+)\((?!\) = default)", body or "")) - {name})


def bodies(sources, subject, function):
    """Texts of what the restricted subject does, one for each overload."""
    cls = f"Restricted{subject}"
    found = []
    for text in sources:
        inside = class_body(text, cls)
        places = [(inside, rf"\b{function}\([^;{{}}]*?\)\s*(?:const\s*)?override\s*\{{")] if inside else []
        places.append((text, rf"\b{cls}::{function}\([^;{{}}]*?\)\s*(?:const\s*)?\{{"))
        for where, pattern in places:
            found += [block(where, match.end() - 1) for match in re.finditer(pattern, where)]
    return found


def kind_of(body):
    if LOOKS.search(body):
        return "filtered"
    if REFUSES.search(body):
        return "refused"
    return "harmless" if PASSES.search(body) else "constant"


def check(root, rows):
    problems, wanted = [], set()
    sources = [without_comments(path.read_text()) for path in sorted((root / "src/store/restricted").glob("*.*"))]
    for subject, functions in subjects(root):
        if not functions:
            problems.append(f"{subject}: no header of src/store declares it")
        for function in functions:
            name = f"{subject}.{function}"
            wanted.add(name)
            kinds = sorted({kind_of(body) for body in bodies(sources, subject, function)})
            row = rows.get(name)
            if row is None:
                problems.append(f"{name} has no row in rights.txt; it is {'+'.join(kinds) or 'not restricted'}")
            elif kinds != [row[0]]:
                problems.append(f"{name} is {'+'.join(kinds) or 'not restricted'}, not {row[0]}")
            elif row[0] == "harmless" and len(row[1].split()) < 3:
                problems.append(f"{name} passes through without a reason")
    walked = "".join(each.read_text() for each in sorted((root / "src/store/sqlite").glob("restricted_*.cpp")))
    problems += [f"{name} is {kind}, but no restricted_*.cpp asks it" for name, (kind, _) in rows.items()
                 if kind in ("filtered", "refused") and f'"{name}"' not in walked and not UNASKED.search(name)]
    problems += [f"rights.txt: {name} is no function of a subject" for name in sorted(set(rows) - wanted)]
    return problems


def rows_of(text):
    rows = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, kind, *reason = line.split(None, 2)
            if kind not in KINDS or name in rows:
                sys.exit(f"rights.txt: {line}")
            rows[name] = (kind, reason[0] if reason else "")
    return rows


def main():
    root = Path(sys.argv[1])
    problems = check(root, rows_of((Path(__file__).parent / "rights.txt").read_text()))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
