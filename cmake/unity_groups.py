#!/usr/bin/env python3
"""Says which source files of a target may be compiled as one: unity_groups.py SIZE FILE…

Prints "GROUP FILE" lines. A file that is named nowhere is compiled alone. Two files share a group only when no name that one
of them declares for itself (in an unnamed namespace, as a static or a macro) appears in the other but as a member (x.name), no
type among them in a header that the other sees, and both see the same namespaces: together they then mean what they mean
apart. A short name for something else (`namespace fs = std::filesystem`) may stand in both if it means the same. What is
declared is read from the layout that clang-format gives: a declaration of a namespace begins in the first column.
"""
import functools
import itertools
import pathlib
import re
import sys

WORD = re.compile(r"[A-Za-z_]\w*")
NOT_A_MEMBER = re.compile(r"(?<![.\w])(?<!->)[A-Za-z_]\w*")
NOT_QUALIFIED = re.compile(r"(?<![.:\w])(?<!->)[A-Za-z_]\w*")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
DECLARED = (
    re.compile(r"^(?:template <.*> )?(?:struct|class|enum|enum class|union|concept) (\w+)"),
    re.compile(r"^using (\w+) ="),
    re.compile(r"^[^(={;]*?(\w+)(?:\[[^\]]*\])*(?: =|\{|;|\()"),
)
UNNAMED_END = "}@"  # in place of the comment behind the bracket, which goes with all comments
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src"
NO_NAMES = {"TEST", "TEST_F", "TEST_P", "RC_GTEST_PROP", "RC_GTEST_FIXTURE_PROP", "INSTANTIATE_TEST_SUITE_P", "namespace"}


class Names:
    """What a file, or a group of files, declares for itself, and what words it uses."""

    def __init__(self, code="", in_headers=frozenset()):
        self.own = set()
        self.aliases = {}  # short names: what each stands for
        self.macros = set(re.findall(r"^#define (\w+)", code, re.M))
        self.any_words = set(WORD.findall(code))
        self.words = set(NOT_A_MEMBER.findall(code))
        self.unqualified = set(NOT_QUALIFIED.findall(code))
        self.in_headers = set(in_headers)
        inside = False
        for line in code.splitlines():
            if line.startswith(("namespace {", UNNAMED_END)):
                inside = line.startswith("namespace {")
            elif not line or line[0] in " \t}/)":
                continue
            elif line.startswith("using namespace "):
                continue
            elif alias := re.match(r"(?:using|namespace) (\w+) = ([^;{]+);", line):
                self.aliases[alias[1]] = alias[2]
            elif line.startswith("using ") and line.endswith(";"):
                self.aliases |= {name.split("::")[-1]: name for name in re.findall(r"[\w:]+::\w+", line)}
            elif inside or line.startswith(("static ", "using ")):
                matches = (pattern.match(line) for pattern in DECLARED)
                self.own.update(match[1] for match in itertools.islice(filter(None, matches), 1) if match[1] not in NO_NAMES)
                if line.startswith("constexpr "):
                    self.own.update(re.findall(r"(\w+) = ", line))

    def disturb(self, other):
        """Whether a name that is declared here may be meant differently there."""
        aliases = {name for name, meaning in self.aliases.items() if other.aliases.get(name) != meaning}
        types = {name for name in self.own | aliases if name[0].isupper()}
        return (self.own & other.words or self.macros & other.any_words or aliases & other.unqualified
                or types & other.in_headers)

    def add(self, other):
        for mine, theirs in zip(vars(self).values(), vars(other).values()):
            mine.update(theirs)


INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


@functools.cache
def header(name):
    """Of a header of the project: the words in it, and the headers that it includes."""
    path = SOURCES / name
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return frozenset(NOT_QUALIFIED.findall(NOT_CODE.sub(" ", text))), tuple(INCLUDE.findall(text))


def words_in_headers(text):
    """The words in all headers of the project that a text sees."""
    seen, ahead, words = set(), INCLUDE.findall(text), set()
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            words |= header(name)[0]
            ahead.extend(header(name)[1])
    return words


def namespaces(code, text):
    """What decides where names are looked for: `using namespace`, and headers for tests, whose namespace hides gtest's."""
    used = re.findall(r"^using namespace ([\w:]+);", code, re.M)
    return frozenset(name for name in used if not name.endswith("_literals")), "_testing.h\"" in text


def main():
    size = int(sys.argv[1])
    groups = []  # of [files, names, namespaces]
    for path in sys.argv[2:]:
        text = pathlib.Path(path).read_text(encoding="utf-8")
        marked = re.sub(r"^\}  // namespace\s*$", UNNAMED_END, text, flags=re.M)
        code = NOT_CODE.sub(lambda m: '""' if m[0][0] in "\"R'" else " ", marked)
        names, seen = Names(code, words_in_headers(text)), namespaces(code, text)
        for files, known, group_seen in groups:
            if group_seen == seen and len(files) < size and not names.disturb(known) and not known.disturb(names):
                break
        else:
            files, known = [], Names()
            groups.append((files, known, seen))
        files.append(path)
        known.add(names)
    for number, (files, *_) in enumerate(groups):
        if len(files) > 1:
            for path in files:
                print(number, path)


main()
