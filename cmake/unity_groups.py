#!/usr/bin/env python3
"""Says which source files of a target may be compiled as one: unity_groups.py SIZE FILE…

Prints "GROUP FILE" lines. A file that is named nowhere is compiled alone. Two files share a group only when no name that one
of them declares for itself (in an unnamed namespace, as a static or a macro) appears anywhere in the other, and both see
the same namespaces: together they then mean what they mean apart. What is declared is read from the layout that clang-format
gives: a declaration of a namespace begins in the first column.
"""
import itertools
import pathlib
import re
import sys

WORD = re.compile(r"[A-Za-z_]\w*")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
DECLARED = (
    re.compile(r"^(?:template <.*> )?(?:struct|class|enum|enum class|union|concept) (\w+)"),
    re.compile(r"^using (\w+) ="),
    re.compile(r"^namespace (\w+) ="),
    re.compile(r"^#define (\w+)"),
    re.compile(r"^[^(={;]*?(\w+)(?:\[[^\]]*\])*(?: =|\{|;|\()"),
)
UNNAMED_END = "}@"  # in place of the comment behind the bracket, which goes with all comments
NO_NAMES = {"TEST", "TEST_F", "TEST_P", "RC_GTEST_PROP", "RC_GTEST_FIXTURE_PROP", "INSTANTIATE_TEST_SUITE_P", "namespace"}


def declared(code):
    """The names that a file declares in the first column of its unnamed namespaces, or as static."""
    names = set()
    inside = False
    for line in code.splitlines():
        if line.startswith(("namespace {", UNNAMED_END)):
            inside = line.startswith("namespace {")
        elif not line or line[0] in " \t}/)":
            continue
        elif not inside and not line.startswith(("static ", "#define ", "using ", "namespace ")):
            continue
        elif line.startswith("using ") and " = " not in line:
            names.update(re.findall(r"::(\w+)[,;]", line))
        else:
            matches = (pattern.match(line) for pattern in DECLARED)
            names.update(match[1] for match in itertools.islice(filter(None, matches), 1) if match[1] not in NO_NAMES)
    return names


def namespaces(code, text):
    """What decides where names are looked for: `using namespace`, and headers for tests, whose namespace hides gtest's."""
    return frozenset(re.findall(r"^using namespace ([\w:]+);", code, re.M)), "_testing.h\"" in text


def main():
    size = int(sys.argv[1])
    groups = []  # of [files, declared names, words, namespaces]
    for path in sys.argv[2:]:
        text = pathlib.Path(path).read_text(encoding="utf-8")
        marked = re.sub(r"^\}  // namespace\s*$", UNNAMED_END, text, flags=re.M)
        code = NOT_CODE.sub(lambda m: '""' if m[0][0] in "\"R'" else " ", marked)
        names, words, seen = declared(code), set(WORD.findall(code)), namespaces(code, text)
        for group in groups:
            if group[3] == seen and len(group[0]) < size and not names & group[2] and not group[1] & words:
                break
        else:
            group = [[], set(), set(), seen]
            groups.append(group)
        group[0].append(path)
        group[1] |= names
        group[2] |= words
    for number, (files, *_) in enumerate(groups):
        if len(files) > 1:
            for path in files:
                print(number, path)


main()
