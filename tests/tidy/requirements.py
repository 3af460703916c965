"""The requirements page: each id that code, tests and documents cite is on it, and says where it is tested.

Usage: requirements.py ROOT           checks docs/requirements.md; lists the ids that no test names
       requirements.py ROOT --write   fills in "tested by" where it is empty or no longer true, and writes the index of decisions

The records of decisions are looked at, too: one that is cited is there, and what the index has. tidy.py runs the check. A row is "| A1 | sentence | tests |"; a dash stands for no test yet. Cited means: in a comment of
a source or a script, or in the text of a document, code spans apart.
"""

import re
import sys
from pathlib import PurePosixPath

PAGE = "docs/requirements.md"
WIRE = "docs/wire.md"
NO_TEST = "–"
MAX_TESTS = 3

ROW = re.compile(r"^\| ([A-Z]\d{1,2}) \| (.*) \| ([^|]*) \|$")
# A letter of a section and a number, on its own: not part of a name, a version, a number or an address.
ID = re.compile(r"(?<![\w<>@#\"'./+-])([A-NPSTV])(\d{1,2})(?![\w\"'/]|[.-]\w|\+)")
RANGE = re.compile(r"(?<![\w-])([A-NPSTV])(\d{1,2})(?:–| to )\1(\d{1,2})(?!\w)")
# Words that look like an id and are something else: number formats, percentiles, code points, a set of flags.
OTHERS = {"F16", "F32", "I64", "C0", "P50", "P95", "P99", "T00"}
DECISIONS = "docs/decisions/"
INDEX = DECISIONS + "README.md"
LISTED = re.compile(r"- \[\d{4}\]\(")
RECORD = re.compile(r"\bdecisions/(\d{4})\b")
SECTION = re.compile(r"\bwire\.md (?:sections? )?(\d+(?:\.\d+)?)")
HEADING = re.compile(r"^#{2,3} (\d+(?:\.\d+)?)\b", re.M)
# Names of what is not in the repository.
ABSENT = re.compile(r"\bseed 00\d|\bissues? \d+(?:\.\d+)?,? (?:§|decisions)|\bissue \d+\.\d+\b|\bissue \"|\bmcp\.md\b|\bprofiles\.md\b"
                    r"|\bhouse\.md\b|\bdecisions\.md\b|\bspec/\w|\bdecisions §|\bseeds?'s? (?:blend|formula|environment)")

COMMENT = {"cpp": r"//.*", "h": r"//.*", "S": r"//.*", "ts": r"//.*", "mjs": r"//.*", "py": r"#[^\n]*|\"\"\".*?\"\"\"", "test": r"^#.*",
           "sh": r"#.*", "txt": r"#.*", "cmake": r"#.*", "lua": r"--.*", "sql": r"--.*"}


def is_checker(path):
    """One of the programs that check, with examples that cite nothing."""
    return path.startswith("tests/tidy/") and path.endswith(".py")


def is_test(path):
    return path.startswith("tests/") and not is_checker(path) or path.endswith("_test.cpp")


def prose(path, text):
    """(line number, text) of what people wrote for people: comments, or a document without its code."""
    if path.endswith(".md"):
        fenced = False
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("```"):
                fenced = not fenced
            elif not fenced:
                yield number, line
        return
    pattern = COMMENT.get(PurePosixPath(path).suffix[1:])
    if not pattern:
        return
    for match in re.finditer(pattern, text, re.M | (re.S if path.endswith(".py") else 0)):
        first = text.count("\n", 0, match.start()) + 1
        for number, line in enumerate(match[0].splitlines(), first):
            yield number, line


def ids_in(line):
    line = re.sub(r"`[^`]*`|\"[^\"]*\"", " ", line.replace('"""', ""))
    for match in RANGE.finditer(line):
        for number in range(int(match[2]), int(match[3]) + 1):
            yield f"{match[1]}{number}"
    for match in ID.finditer(line):
        if match[0] not in OTHERS:
            yield match[0]


def is_read(path):
    return path.startswith(("src/", "tests/", "docs/", "bench/", "cmake/", "tools/", "scripts/", "web/")) and "/corpus/" not in path \
        or path in ("CHANGELOG.md", "README.md", "CONTRIBUTING.md")


class Requirements:
    def __init__(self, files):
        self.files = files
        self.rows = {}  # id: (line number, files named)
        self.cited = {}  # id: [(path, line number)]
        self.problems = []
        for number, line in enumerate(files.get(PAGE, "").splitlines(), 1):
            if row := ROW.match(line):
                if row[1] in self.rows:
                    self.report(PAGE, number, f"{row[1]} is here twice")
                self.rows[row[1]] = number, re.findall(r"`([^`]+)`", row[3])
        for path, text in sorted(files.items()):
            if is_read(path) and path != PAGE and not is_checker(path):
                for number, line in prose(path, text):
                    for each in ids_in(line):
                        self.cited.setdefault(each, []).append((path, number))
                    if absent := ABSENT.search(line):
                        self.report(path, number, f"\"{absent[0]}\" refers to what is not in the repository")

    def report(self, path, line, what):
        self.problems.append(f"{path}:{line}: {what}")

    def tests_of(self, each):
        """The tests that cite it, those that cite it most first; behaviour scripts before others."""
        places = [path for path, _ in self.cited.get(each, []) if is_test(path)]
        return sorted(set(places), key=lambda path: (not path.startswith("tests/behaviour/"), -places.count(path), path))

    def check(self):
        for each, places in sorted(self.cited.items()):
            if each not in self.rows:
                self.report(*places[0], f"{each} is no requirement of {PAGE}")
        for each, (number, named) in self.rows.items():
            tests = self.tests_of(each)
            for name in named:
                if name not in tests:
                    self.report(PAGE, number, f"{name} does not name {each}; run tests/tidy/requirements.py . --write")
            if not named and tests:
                self.report(PAGE, number, f"{each} is tested by {tests[0]}; run tests/tidy/requirements.py . --write")
        self.check_sections()
        self.check_decisions()
        return self.problems

    def records(self):
        """Decisions by their number: line of the index."""
        found = {}
        for path, text in sorted(self.files.items()):
            if record := re.match(DECISIONS + r"((\d{4})-.*)", path):
                title = text.split("\n")[0].removeprefix(f"# {record[2]} ")
                found[record[2]] = f"- [{record[2]}]({record[1]}) {title}"
        return found

    def check_decisions(self):
        records = self.records()
        for number, line in enumerate(self.files.get(INDEX, "").splitlines(), 1):
            if LISTED.match(line) and line not in records.values():
                self.report(INDEX, number, "this is no record's file and title; run tests/tidy/requirements.py . --write")
        for path, text in sorted(self.files.items()):
            if is_read(path) and not is_checker(path):
                for line, words in enumerate(text.splitlines(), 1):
                    for number in RECORD.findall(words):
                        if number not in records:
                            self.report(path, line, f"there is no decision {number}")

    def check_sections(self):
        if WIRE not in self.files:
            return
        there = set(HEADING.findall(self.files[WIRE]))
        for path, text in sorted(self.files.items()):
            if is_read(path):
                for number, line in prose(path, text):
                    for section in SECTION.findall(line):
                        if section not in there:
                            self.report(path, number, f"{WIRE} has no section {section}")

    def untested(self):
        return [each for each in self.rows if not self.tests_of(each)]

    def written(self):
        """The page, each row with tests that name it: those that were there, and others where there was none."""
        lines = self.files[PAGE].splitlines()
        for number, line in enumerate(lines):
            if row := ROW.match(line):
                tests = self.tests_of(row[1])
                kept = [name for name in self.rows[row[1]][1] if name in tests] or tests[:MAX_TESTS]
                shown = ", ".join(f"`{name}`" for name in kept) or NO_TEST
                lines[number] = f"| {row[1]} | {row[2]} | {shown} |"
        return "\n".join(lines) + "\n"

    def written_index(self):
        above = [line for line in self.files[INDEX].splitlines() if not LISTED.match(line)]
        return "\n".join(above + list(self.records().values())) + "\n"


def self_test():
    page = f"| A1 | One. | `tests/a.test` |\n| A2 | Two. | {NO_TEST} |\n"
    wire = "## 1. Shapes\n\n### 1.2 Lists\n"
    cases = [  # files in addition to the page, parts of the report
        ({"tests/a.test": "# A memory (A1).\n"}, []),
        ({"tests/a.test": "# A memory (A1).\n", "src/base/a.h": "// As A9 says.\n"}, ["src/base/a.h:1: A9 is no requirement"]),
        ({"tests/a.test": "# Nothing.\n"}, ["tests/a.test does not name A1"]),
        ({"tests/a.test": "# A1, A2\n"}, ["A2 is tested by tests/a.test"]),
        ({"tests/a.test": "# A1, all-MiniLM-L6-v2, F32 and U+00A0\n", "src/base/a.cpp": 'auto name = "Q9"; call(B7);\n'}, []),
        ({"tests/a.test": "# A1\n", "docs/x.md": "Covers A1–A3, and `B7` is code.\n"}, ["A3 is no requirement"]),
        ({"tests/a.test": "# A1 (wire.md 1.2)\n"}, []),
        ({"tests/a.test": "# A1 (wire.md 1.3)\n"}, ["docs/wire.md has no section 1.3"]),
        ({"tests/a.test": "# A1\n", "src/base/a.h": "// docs/decisions/0009\n"}, ["src/base/a.h:1: there is no decision 0009"]),
        ({"tests/a.test": "# A1\n", "docs/decisions/0001-x.md": "# 0001 X\n", "docs/decisions/README.md": "- [0001](0001-x.md) Y\n"},
         ["README.md:1: this is no record's file and title"]),
        ({"tests/a.test": "# A1\n", "docs/decisions/0001-x.md": "# 0001 X\n", "docs/decisions/README.md": "- [0001](0001-x.md) X\n"}, []),
        ({"tests/a.test": "# A1\n", "src/base/a.h": "// Source: seed 003.\n"}, ['"seed 003" refers to what is not']),
    ]
    failed = 0
    for number, (files, wanted) in enumerate(cases):
        found = Requirements({PAGE: page, WIRE: wire, **files}).check()
        if len(found) != len(wanted) or any(part not in line for part, line in zip(wanted, found)):
            print(f"requirements case {number}: wanted {wanted}, got {found}")
            failed += 1
    return failed


def main(arguments):
    import tidy
    files = tidy.read_tree(tidy.Path(arguments[0]))
    page = Requirements(files)
    if "--write" in arguments:
        (tidy.Path(arguments[0]) / PAGE).write_text(page.written(), encoding="utf-8")
        (tidy.Path(arguments[0]) / INDEX).write_text(page.written_index(), encoding="utf-8")
        return 0
    for problem in page.check():
        print(problem)
    print("no test names: " + (", ".join(page.untested()) or "none"))
    return 1 if page.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
