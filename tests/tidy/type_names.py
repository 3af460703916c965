"""No name of a type in more than two namespaces: a name that means five things says nothing. tidy.py runs this check.

Counted are structs, classes and enums of src/ that stand in a namespace, not in another type; tests do not count. A namespace
without a name belongs to the one around it. Exceptions: `type-name NAME # REASON` in allowed.txt.
"""

import re

MAX_NAMESPACES = 2
TOKENS = re.compile(r"""
    namespace\s*(?P<space>[\w:]*)\s*\{
  | \b(?:struct|class|enum\s+class|enum)\s+(?:\w+\((?:[^()]|\([^()]*\))*\)\s*)?(?P<type>\w+)\s*(?:final\s*)?(?::[^;{()]*)?(?=\{)
  | \{ | \}""", re.X)
UNSEEN = re.compile(r'//[^\n]*|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')


def types_of(text):
    """(name, namespace, line) of each type of a file."""
    code = UNSEEN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    blocks = []  # the name of a namespace, or None
    for match in TOKENS.finditer(code):
        if match["space"] is not None:
            blocks.append(match["space"])
        elif match[0] == "{":
            blocks.append(None)
        elif match[0] == "}":
            del blocks[-1:]
        elif None not in blocks:
            yield match["type"], "::".join(filter(None, blocks)), code.count("\n", 0, match.start()) + 1


def check(files):
    """name: [(path, line)], of each name that stands in too many namespaces: one place in each."""
    places = {}
    for path, text in sorted(files.items()):
        if path.startswith("src/") and path.endswith((".h", ".cpp")) and not path.endswith(("_test.cpp", "_testing.h")):
            for name, space, line in types_of(text):
                places.setdefault(name, {}).setdefault(space, (path, line))
    return {name: sorted(spaces.values()) for name, spaces in sorted(places.items()) if len(spaces) > MAX_NAMESPACES}


def self_test():
    row = "namespace aim::{} {{\nnamespace {{\nstruct Row {{\n  enum class Kind {{ a }};\n}};\n}}\n}}\n"
    files = {f"src/{name}/a.cpp": row.format(name) for name in ("op", "cli", "mine")}
    cases = [
        (files, {"Row": [("src/cli/a.cpp", 3), ("src/mine/a.cpp", 3), ("src/op/a.cpp", 3)]}),
        ({**files, "src/mine/a.cpp": row.format("op")}, {}),
        ({**files, "src/mine/a.cpp": "namespace aim::mine {\nstruct Row;\n// struct Row {\n}\n"}, {}),
        ({**files, "src/mine/a.cpp": "", "src/mine/a_test.cpp": row.format("mine")}, {}),
    ]
    failed = 0
    for number, (given, wanted) in enumerate(cases):
        found = check(given)
        if found != wanted:
            print(f"types case {number}: wanted {wanted}, got {found}")
            failed += 1
    return failed
