"""The house rules that a program can check: which module may know which, sizes, headers, clutter, changelog.

Usage: tidy.py ROOT          prints "file:line: what is wrong", exits 1 when anything is
       tidy.py --self-test   tries each rule on small examples

Exceptions from sizes stand in allowed.txt beside this file, one a line: RULE PATH [FUNCTION] # REASON
with RULE file-size or function-size; or, for an include that closes a circle: cycle SOURCE HEADER # REASON, for a name of types: type-name NAME # REASON. An exception that is no longer needed is an error too, so the list shrinks.
"""

import re
import subprocess
import sys
from pathlib import Path, PurePosixPath

import cycles
import modules
import requirements
import type_names

# Libraries of others, and the files of src/ that may see them.
FENCES = [
    (r"sqlite3(ext)?\.h", r"src/store/sqlite/"),
    (r"boost/json/(?!fwd\.hpp)|boost/json\.hpp", r"src/((op|bridge|jobs|mcp|profile|http|cli|llm|text|memory|embed|mine)/.*(\.cpp|_testing\.h)|app/(adopt|migrate|settings)\.cpp|config/vector_file\.cpp|store/sql/memory_row\.cpp|profile/vector_arguments\.h)$"),
    (r"boost/(asio|beast)", r"src/net/(byte_stream|connection|http_messages|server|shared|work)\.(h|cpp)$"),
    (r"curl/", r"src/web/"),
    (r"histedit\.h", r"src/app/line_editor\.cpp$"),
    (r"minizip/|zlib\.h", r"src/base/(zip|compress)\.cpp$|_test\.cpp$|_testing\.h$"),
    (r"spdlog/|fmt/", r"src/base/log\.cpp$"),
    (r"toml\+\+/", r"src/config/toml\.cpp$"),
    (r"CLI/", r"src/cli/"),
    (r"utf8proc\.h", r"src/(text|embed)/"),
    (r"libstemmer\.h", r"src/text/"),
    (r"sodium(\.h|/)", r"src/base/"),
    (r"(gtest|gmock|rapidcheck)(\.h|/)", r"_test\.cpp$|_testing\.h$"),
]

MAX_ENTRIES, MAX_ENTRY_COLUMNS = 25, 120  # entries of a release in the changelog
MAX_FILE_LINES, MAX_TEST_LINES, MAX_FUNCTION_LINES, MAX_PARAMETERS = 500, 800, 70, 6

# Which system the program is built for is decided in one place (base/platform/system.h).
SYSTEM = re.compile(r"^\s*#\s*(if|elif|ifdef|ifndef)\b.*(_WIN32|_WIN64|__APPLE__|__MACH__|__linux__|__unix__|__FreeBSD__|__GLIBC__)")

# Files in which blanks at line ends or missing final newlines may be the point.
FOREIGN = re.compile(r"(^|/)(corpus|fixtures|dist)/|^LICENSE$")
CHECKED = re.compile(r"\.(cpp|h|py|sh|cmake|sql|md|txt|json|toml|yml|yaml|ts|tsx|mjs|css|html)$|(^|/)(run|test)$|^\.[^/]*$")

# SQL is the backend's alone; its tests, and those above it that look past it, may hold some.
SQL = re.compile(r'"[^"\n]*\b(SELECT [a-z*("]|INSERT (OR [A-Z]+ )?INTO|DELETE FROM|CREATE (TABLE|INDEX)|PRAGMA [a-z]|UPDATE [a-z_]+ SET)')
# So is how a full-text index is asked: what is looked for goes to the store as phrases.
INDEX_TERMS = re.compile(r'"[^"\n]*(\bMATCH\b|\bNEAR\(| AND | OR |\browid\b)')
WITH_SQL = re.compile(r"src/store/(sql|sqlite|postgres)/|_test\.cpp$|_testing\.h$")

# Modules below the doors spell no command and no flag: a Remedy says the next step, and each door words it (base/error.h).
NO_DOOR = re.compile(r"src/(base|memory|text|net|web|embed|index|config|install|mine|llm|model|store|engine|jobs)/")
# But what documents the program's settings, writes its command line for others, or is a text to measure by.
SPELLS_COMMANDS = re.compile(r"src/(install/|config/settings\.cpp|embed/sentences\.cpp)|_test\.cpp$|_testing\.h$")
COMMAND_ROW = re.compile(r'\.name = "([a-z][a-z -]*)"')
FLAG = re.compile(r"(?<![\w-])--[a-z]")

CODE_TOKENS = re.compile(
    r"""(?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<text>"(?:\\.|[^"\\\n])*")
      | (?P<number>\b[0-9](?:'?[\w.])*)
      | (?P<character>'(?:\\.|[^'\\\n])+')""",
    re.X | re.S,
)


def is_source(path):
    return path.endswith((".cpp", ".h")) and path.startswith(("src/", "tests/", "bench/")) and not FOREIGN.search(path)


def is_test(path):
    return path.startswith("tests/") or path.endswith("_test.cpp")


def module_of(path):
    parts = PurePosixPath(path).parts
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None


def includes(text):
    """(line number, name, whether in quotes) of each include."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match[2], match[1] == '"'


def without_comments_and_texts(code):
    """The code with comments, strings and characters blanked, line by line as it was."""

    def blank(match):
        if match.lastgroup == "number" or match["number"]:
            return match[0]
        return re.sub(r"[^\n]", " ", match[0]) if match["comment"] else '"' + re.sub(r"[^\n]", " ", match[0])[2:] + '"'

    return CODE_TOKENS.sub(blank, code)


def functions(text):
    """(name, first line, number of lines, of parameters) of each function body outside of other functions.

    A heuristic on braces: a block whose head ends like a function's head, and is no type, namespace or initialiser.
    """
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m[0]), without_comments_and_texts(text), flags=re.M)
    stack, head, line, body_depth = [], "", 1, None
    for character in code:
        if character == "\n":
            line += 1
        if character == "{":
            initialiser = bool(re.search(r"[\w>=,({\]]$", head)) or bool(re.search(r"(=|return|,|\()\s*$", head))
            name = None if body_depth is not None or initialiser else function_name(head)
            if name:
                body_depth = len(stack)
            stack.append((name, line, head if initialiser else "", parameters(head) if name else 0))
            head = ""
        elif character == "}":
            if not stack:
                return
            name, first, before, count = stack.pop()
            if len(stack) == body_depth and name:
                body_depth = None
                yield name, first, line - first + 1, count
            head = before + "{}" if before else ""
        elif character == ";":
            head = ""
        else:
            head += character


def parameters(head):
    """How many the function of this head has: its first brackets are taken for its parameters."""
    text = re.sub(r"template\s*<[^{;]*?>\s*(?=[\w\[:])", "", re.sub(r"->|operator\(\)", "", head), count=1)
    depth, commas, at = 0, 0, text.find("(")
    for character in text[at:]:
        depth += (character in "([{<") - (character in ")]}>")
        if depth == 0:
            break
        commas += character == "," and depth == 1
    return commas + 1 if at >= 0 and text[at:at + 2] != "()" else 0


def function_name(head):
    head = head.strip()
    if ")" not in head or re.match(r"(inline\s+)?namespace\b|extern\s|enum\b|union\b", head):
        return None
    head = re.sub(r"\b(public|private|protected)\s*:", " ", head)
    head = re.sub(r"template\s*<[^{;]*?>\s*(?=[\w\[:])", "", head, count=1)
    if re.match(r"\s*(class|struct)\b[^(]*(final\s*)?(:[^(]*)?$", head):
        return None
    match = re.search(r"([~\w:]+|operator[^\w\s]{1,3}|operator\(\))\s*\(", head)
    return match[1] if match else None


class Tidy:
    """All checks over one tree, given as {path: text}."""

    def __init__(self, files, allowed=""):
        self.files = files
        self.problems = []
        self.allowed = {}
        self.used = set()
        self.read_allowed(allowed)

    def run(self):
        commands = self.commands()
        for path, text in sorted(self.files.items()):
            if is_source(path):
                self.check_includes(path, text)
                self.check_commands(path, text, commands)
                self.check_system(path, text)
                self.check_sizes(path, text)
                self.check_header(path, text)
                self.check_listed(path)
            self.check_clutter(path, text)
        self.check_cycles()
        self.check_type_names()
        if modules.LIST in self.files:
            self.problems += modules.Modules(self.files).check()
        if requirements.PAGE in self.files:
            self.problems += requirements.Requirements(self.files).check()
        self.check_changelog()
        for key, number in self.allowed.items():
            if key not in self.used:
                self.report("tests/tidy/allowed.txt", number, f"{' '.join(key)} is no longer needed: remove the line")
        return self.problems

    def report(self, path, line, what):
        self.problems.append(f"{path}:{line}: {what}")

    def read_allowed(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            entry, _, reason = line.partition("#")
            words = tuple(entry.split())
            if not words:
                continue
            sizes = {"file-size": (2, 3), "function-size": (2, 3), "cycle": (3,), "type-name": (2,)}
            if len(words) not in sizes.get(words[0], ()) or not reason.strip():
                self.report("tests/tidy/allowed.txt", number, "wanted: RULE PATH [FUNCTION] # REASON")
            else:
                self.allowed[words] = number

    def excepted(self, *key):
        self.used.add(key)
        return key in self.allowed

    def check_includes(self, path, text):
        if module_of(path):
            for line, name, _ in includes(text):
                for pattern, where in FENCES:
                    if re.match(pattern, name) and not re.search(where, path):
                        self.report(path, line, f"{name} is for {where} only")
            if not WITH_SQL.search(path):
                for number, line in enumerate(text.splitlines(), 1):
                    if SQL.search(line):
                        self.report(path, number, "SQL is for src/store/sql, sqlite and postgres only")
                    elif INDEX_TERMS.search(line):
                        self.report(path, number, "terms of an index are for src/store/sql, sqlite and postgres only")

    def check_system(self, path, text):
        if not path.startswith("src/") or path.startswith("src/base/platform/"):
            return
        for number, line in enumerate(text.splitlines(), 1):
            if SYSTEM.search(line):
                self.report(path, number, "the system is asked for in src/base/platform only")

    def commands(self):
        """Of the program, as something to look for in a text."""
        names = {name for path, text in self.files.items() if path.startswith("src/cli/") for name in COMMAND_ROW.findall(text)}
        return re.compile(rf"\bai-memory (--|({'|'.join(sorted(map(re.escape, names)))})\b)") if names else FLAG

    def check_commands(self, path, text, commands):
        if not NO_DOOR.match(path) or SPELLS_COMMANDS.search(path):
            return
        for token in CODE_TOKENS.finditer(text):
            said = token["text"] or token["raw"]
            if said and "-->" not in said and (commands.search(said) or FLAG.search(said)):
                line = text.count("\n", 0, token.start()) + 1
                self.report(path, line, "a command or a flag in a module that knows no door: say it by a Remedy (base/error.h)")

    def check_sizes(self, path, text):
        lines = len(text.splitlines())
        limit = MAX_TEST_LINES if is_test(path) else MAX_FILE_LINES
        if lines > limit and not self.excepted("file-size", path):
            self.report(path, limit, f"{lines} lines; a file has at most {limit}")
        for name, first, length, count in functions(text):
            if count > MAX_PARAMETERS and path.startswith("src/"):
                self.report(path, first, f"{name} has {count} parameters; more than {MAX_PARAMETERS} are a struct")
            if length > MAX_FUNCTION_LINES and not self.excepted("function-size", path, name):
                self.report(path, first, f"{name} has {length} lines; a function has at most {MAX_FUNCTION_LINES}")

    def check_header(self, path, text):
        if not path.endswith(".h"):
            return
        if path.startswith("src/") and not text.startswith("// "):
            self.report(path, 1, "a header begins with a comment that says what it is for")
        if "#pragma once" not in text:
            self.report(path, 1, "#pragma once is missing")

    def check_listed(self, path):
        """Every source of src/ is named in the CMakeLists.txt of its folder, or of one above; those of one system are all taken."""
        if not path.startswith("src/") or not path.endswith(".cpp") or path.startswith("src/base/platform/") and path.count("/") > 3:
            return
        for folder in PurePosixPath(path).parents:
            lists = self.files.get(str(folder / "CMakeLists.txt"))
            if lists is not None:
                name = str(PurePosixPath(path).relative_to(folder))
                if not re.search(rf"(?<![\w/]){re.escape(name)}\b", lists):
                    self.report(path, 1, f"not listed in {folder}/CMakeLists.txt, so nothing builds it")
                return

    def check_clutter(self, path, text):
        if FOREIGN.search(path) or not CHECKED.search(path):
            return
        for number, line in enumerate(text.split("\n"), 1):
            if line != line.rstrip():
                self.report(path, number, "blanks at the end of the line")
            if "\t" in line:
                self.report(path, number, "a tab")
        if text and not text.endswith("\n"):
            self.report(path, text.count("\n") + 1, "the last line does not end")
        if text.endswith("\n\n"):
            self.report(path, text.count("\n"), "empty lines at the end")

    def check_cycles(self):
        allowed = {key[1:] for key in self.allowed if key[0] == "cycle"}
        problems, needed = cycles.check(self.files, allowed)
        for path, line, what in problems:
            self.report(path, line, what)
        self.used |= {("cycle", *each) for each in needed}

    def check_type_names(self):
        for name, places in type_names.check(self.files).items():
            if not self.excepted("type-name", name):
                path, line = places[-1]
                others = ", ".join(f"{where}:{number}" for where, number in places[:-1])
                self.report(path, line, f"{len(places)} namespaces have a type {name}, two may: {others}")

    def check_changelog(self):
        path = "CHANGELOG.md"
        if path not in self.files:
            return
        headings = [(n, line) for n, line in enumerate(self.files[path].splitlines(), 1) if line.startswith("#")]
        kinds = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
        releases = [(n, line) for n, line in headings if line.startswith("## ")]
        if not headings or headings[0][1] != "# Changelog":
            self.report(path, 1, 'begins with "# Changelog"')
        if not releases or releases[0][1] != "## Unreleased":
            self.report(path, releases[0][0] if releases else 1, 'the first section is "## Unreleased"')
        for number, line in releases[1:]:
            if not re.fullmatch(r"## \d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", line):
                self.report(path, number, 'a release is "## 1.2.3 - 2026-01-31"')
        for number, line in headings:
            if line.startswith("### ") and line[4:] not in kinds:
                self.report(path, number, f"a section is one of {', '.join(kinds)}")
        self.check_entries(path)

    def check_entries(self, path):
        """Each entry of the changelog is one line, each release has a number of entries that a person reads."""
        entries, release = 0, 0
        for number, line in enumerate([*self.files[path].splitlines(), "## end"], 1):
            if line.startswith("## "):
                if entries > MAX_ENTRIES:
                    self.report(path, release, f"{entries} entries; a release has at most {MAX_ENTRIES}")
                entries, release = 0, number
            elif release and line.startswith("- "):
                entries += 1
                if len(line) > MAX_ENTRY_COLUMNS:
                    self.report(path, number, f"{len(line)} columns; an entry has at most {MAX_ENTRY_COLUMNS}")
            elif release and line and not line.startswith("#"):
                self.report(path, number, "an entry is one line")


def read_tree(root):
    """The text files of the tree: those git knows or would add; without git, all but build/ and hidden folders."""
    try:
        listed = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True, check=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        every = (p.relative_to(root) for p in root.rglob("*") if p.is_file())
        listed = [p.as_posix() for p in every if p.parts[0] != "build" and not p.parts[0].startswith(".")]
    files = {}
    for name in filter(None, listed):
        path = root / name
        if path.is_file() and not path.is_symlink() and (CHECKED.search(name) or is_source(name)
                                                              or name.endswith(".test")):
            try:
                files[name] = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                files[name] = ""
    return files


def self_test():
    good_header = "// What it is for.\n#pragma once\n"
    long_body = "".join(f"  work({i}, 1'000, '\\'', \"}}{{\");\n" for i in range(80))
    function = "int main() {\n" + long_body + "}\n"
    method = "struct A {\n  A(int a) : a_{a}, b_(2) {\n" + long_body + "  }\n};\n"
    lists = {"src/base/CMakeLists.txt": "aim_module(base SOURCES a.cpp)\n"}
    changelog = "# Changelog\n\n## Unreleased\n\n### Added\n\n- x\n\n## 0.1.0 - 2026-01-31\n"
    cases = [  # name, files, allowed.txt, parts of what is reported
        ("nothing wrong", {"src/text/a.h": good_header + '#include "memory/b.h"\n', "src/memory/b.h": good_header}, "", []),
        ("SQL above the store", {"src/engine/a.h": good_header + 'auto sql = "SELECT key FROM memories";\n'}, "",
         ["a.h:3: SQL is for src/store/sql, sqlite and postgres only"]),
        ("SQL beside the abstract store", {"src/store/a.h": good_header + 'auto sql = "SELECT " + names;\n'}, "",
         ["a.h:3: SQL is for"]),
        ("an expression above the store", {"src/engine/a.h": good_header + 'return any ? " OR " : " AND ";\n'}, "",
         ["a.h:3: terms of an index are for"]),
        ("SQL in the store", {"src/store/sqlite/a.h": good_header + 'auto sql = "SELECT key FROM memories";\n'}, "", []),
        ("a command below the doors", {"src/store/a.h": good_header + 'auto hint = "repair it with: ai-memory doctor";\n',
                                       "src/cli/a.cpp": 'Command{.name = "doctor"}\n'}, "",
         ["a.h:3: a command or a flag in a module"]),
        ("a flag below the doors", {"src/engine/a.h": good_header + 'auto hint = "name another with --db";\n'}, "",
         ["a.h:3: a command or a flag in a module"]),
        ("the program's name below the doors", {"src/store/a.h": good_header + 'auto what = "of an older ai-memory doctored";\n',
                                                "src/cli/a.cpp": 'Command{.name = "doctor"}\n'}, "", []),
        ("a command at a door", {"src/app/a.h": good_header + 'auto hint = "start one with: ai-memory serve";\n',
                                 "src/cli/a.cpp": 'Command{.name = "serve"}\n'}, "", []),
        ("the system outside", {"src/base/a.h": good_header + "#if defined(__x86_64__) && !defined( __APPLE__)\n#endif\n"}, "",
         ["a.h:3: the system is asked for in"]),
        ("the system in its room", {"src/base/platform/a.h": good_header + "#ifdef _WIN32\n#endif\n"}, "", []),
        ("SQLite outside", {"src/engine/a.h": good_header + "#include <sqlite3.h>\n"}, "", ["sqlite3.h is for"]),
        ("JSON in a header", {"src/op/a.h": good_header + "#include <boost/json.hpp>\n"}, "", ["boost/json.hpp is for"]),
        ("JSON's names in a header", {"src/op/a.h": good_header + "#include <boost/json/fwd.hpp>\n"}, "", []),
        ("a circle", {"src/base/a.h": good_header + '#include "base/b.h"\n',
                      "src/base/b.h": good_header + '#include "base/a.h"\n'}, "",
         ["src/base/a.h:3: files in a circle: base/a -> base/b -> base/a"]),
        ("a circle by a source", {"src/base/a.cpp": '#include "base/b.h"\n', "src/base/b.h": good_header + '#include "base/a.h"\n',
                                  "src/base/a.h": good_header}, "", ["src/base/a.cpp:1: files in a circle"]),
        ("a circle by a test", {"src/base/a_test.cpp": '#include "base/b.h"\n', "src/base/b.h": good_header + '#include "base/a.h"\n',
                                "src/base/a.h": good_header}, "", []),
        ("a circle, allowed", {"src/base/a.cpp": '#include "base/b.h"\n', "src/base/b.h": good_header + '#include "base/a.h"\n',
                               "src/base/a.h": good_header}, "cycle src/base/a.cpp base/b.h # one thing\n", []),
        ("an allowed circle that is none", {"src/base/a.cpp": '#include "base/b.h"\n', "src/base/b.h": good_header},
         "cycle src/base/a.cpp base/b.h # one thing\n", ["is no longer needed"]),
        ("a long file", {"src/base/a.h": good_header + "int x;\n" * 500}, "", ["502 lines"]),
        ("a long test", {"tests/a_test.cpp": "int x;\n" * 700}, "", []),
        ("a long file, allowed", {"src/base/a.h": good_header + "int x;\n" * 500}, "file-size src/base/a.h # a table\n", []),
        ("an exception without need", {}, "file-size src/base/a.h # a table\n", ["is no longer needed"]),
        ("an exception without reason", {}, "file-size src/base/a.h\n", ["wanted: RULE PATH"]),
        ("many parameters", {"src/base/a.cpp": "void f(int a, std::map<int, int> b, int c, int d, int e, int g,\n       int h, int i, int j) {\n}\n", **lists}, "",
         ["a.cpp:2: f has 9 parameters"]),
        ("some parameters", {"src/base/a.cpp": "int f(int a, std::map<int, int> b, void (*c)(int, int), int d) {\n  return g(1, 2, 3, 4, 5, 6, 7);\n}\n", **lists}, "", []),
        ("a long function", {"tests/a.cpp": function}, "", ["tests/a.cpp:1: main has 82 lines"]),
        ("a long function, allowed", {"tests/a.cpp": function}, "function-size tests/a.cpp main # data\n", []),
        ("a long constructor", {"tests/a.cpp": method}, "", ["tests/a.cpp:2: A has 82 lines"]),
        ("a long class", {"tests/a.cpp": "class A final : public B {\n" + "  int f() { return 1; }\n" * 80 + "};\n"}, "", []),
        ("a long table", {"tests/a.cpp": "const int t[] = {\n" + "  f(1),\n" * 80 + "};\nvoid g() {}\n"}, "", []),
        ("a long namespace", {"tests/a.cpp": "namespace a::b {\n" + "void g() {\n}\n" * 60 + "}\n"}, "", []),
        ("a raw string", {"tests/a.cpp": 'auto a = R"x(}}}{{ " )x";\n' + function}, "", ["tests/a.cpp:2: main has"]),
        ("no purpose", {"src/base/a.h": "#pragma once\n"}, "", ["says what it is for"]),
        ("no pragma", {"src/base/a.h": "// Purpose.\n"}, "", ["#pragma once is missing"]),
        ("clutter", {"README.md": "a \n\tb\nc"}, "", [":1: blanks at the end", ":2: a tab", ":3: the last line"]),
        ("a corpus is left alone", {"tests/fuzz/corpus/a/b.txt": "a \n\tb\nc"}, "", []),
        ("listed", {"src/base/a.cpp": "int x;\n", **lists}, "", []),
        ("not listed", {"src/base/a_test.cpp": "int x;\n", **lists}, "", ["a_test.cpp:1: not listed in src/base"]),
        ("not the end of another's name", {"src/base/b/a.cpp": "int x;\n", **lists}, "", ["not listed"]),
        ("a changelog", {"CHANGELOG.md": changelog}, "", []),
        ("a changelog without Unreleased", {"CHANGELOG.md": changelog.replace("## Unreleased\n\n", "")}, "",
         ["the first section"]),
        ("a changelog with a long entry", {"CHANGELOG.md": changelog.replace("- x", "- " + "x" * 119)}, "", ["121 columns"]),
        ("a changelog with an entry of two lines", {"CHANGELOG.md": changelog.replace("- x", "- x\n  y")}, "", ["an entry is one line"]),
        ("a changelog with many entries", {"CHANGELOG.md": changelog + "- x\n" * 26}, "", ["CHANGELOG.md:9: 26 entries"]),
        ("a changelog with a fancy section", {"CHANGELOG.md": changelog.replace("Added", "News")}, "", ["one of Added"]),
    ]
    wrong = 0
    for name, files, allowed, expected in cases:
        found = Tidy(files, allowed).run()
        if len(found) != len(expected) or not all(any(part in each for each in found) for part in expected):
            wrong += 1
            print(f"{name}:\n  expected {expected}\n  found    {found}")
    wrong += modules.self_test() + requirements.self_test() + type_names.self_test()
    print(f"{len(cases) - wrong} of {len(cases)} examples are as expected")
    return wrong


def main(arguments):
    if arguments == ["--self-test"]:
        return 1 if self_test() else 0
    if len(arguments) != 1:
        print(__doc__)
        return 2
    allowed = Path(__file__).with_name("allowed.txt")
    files = read_tree(Path(arguments[0]))
    problems = Tidy(files, allowed.read_text(encoding="utf-8")).run()
    print("\n".join(problems + [f"{len(files)} files looked at, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
