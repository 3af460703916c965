"""The arrows between modules, from the one list in cmake/modules.txt: who may include whom, and whom a file must not reach
by what it includes. Also compares what CMake links and the table of docs/architecture.md with the list. tidy.py runs these checks."""

import re
from pathlib import PurePosixPath

LIST = "cmake/modules.txt"
PAGE = "docs/architecture.md"
# The tests of a door need an engine to run on, and one of the engine a database.
WORLD_OF_TESTS = {"engine", "store", "store/sqlite", "store/postgres", "llm", "embed", "capture"}


def read_list(text):
    """name: (what it may include, what it must not reach), in the order of the list; and what is wrong with the list."""
    modules, problems = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        match = re.fullmatch(r"([a-z_/]+):((?: [a-z_/]+)*)(?: \|((?: [a-z_/]+)+))?", line)
        if not match:
            problems.append((number, 'wanted: "module: module … | module …"'))
            continue
        may, never = match[2].split(), (match[3] or "").split()
        for other in may:
            if other not in modules:
                problems.append((number, f"{match[1]} may include {other}, which does not come before it"))
        modules[match[1]] = set(may), set(never)
    return modules, problems


def includes(text):
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if match:
            yield number, match[1]


class Modules:
    def __init__(self, files):
        self.files = files
        self.modules, wrong = read_list(files[LIST])
        self.problems = [f"{LIST}:{number}: {what}" for number, what in wrong]
        self.included = {}  # header: (line, name) of what it includes

    def report(self, path, line, what):
        self.problems.append(f"{path}:{line}: {what}")

    def module_of(self, path):
        """The longest name in the list that the path under src/ begins with, else its folder. None: in no folder."""
        parts = PurePosixPath(path).parts[:-1]
        for size in range(len(parts), 0, -1):
            if "/".join(parts[:size]) in self.modules:
                return "/".join(parts[:size])
        return parts[0] if parts else None

    def check(self):
        for path, text in sorted(self.files.items()):
            if path.startswith("src/") and path.endswith((".h", ".cpp")):
                self.check_file(path, text)
        for path, text in sorted(self.files.items()):
            if path.startswith("src/") and path.endswith("/CMakeLists.txt"):
                self.check_links(path, text)
        if PAGE in self.files:
            self.check_page()
        return self.problems

    def check_file(self, path, text):
        module = self.module_of(path[4:])
        if module not in self.modules:
            return self.report(path, 1, f"the folder is no known module; add it to {LIST}")
        may, never = self.modules[module]
        is_test = path.endswith(("_test.cpp", "_testing.h"))
        if is_test and may & {"op", "engine", "store"}:
            may = may | WORLD_OF_TESTS
        for line, name in includes(text):
            other = self.module_of(name)
            if other not in self.modules:
                self.report(path, line, f'"{name}": headers of ours are included by their path from src/')
            elif other != module and other not in may:
                self.report(path, line, f"{module} must not know {other} ({name})")
            elif not is_test and (trail := self.way_to(never, name)):
                self.report(path, line, f"{module} must not reach {self.module_of(trail[-1])}: " + " -> ".join(trail))

    def reached(self, name):
        if name not in self.included:
            text = self.files.get("src/" + name, "")
            self.included[name] = [other for _, other in includes(text)]
        return self.included[name]

    def way_to(self, never, name):
        """The shortest way from the header to one of these modules."""
        if not never:
            return None
        trails, seen = [[name]], {name}
        while trails:
            trail = trails.pop(0)
            if self.module_of(trail[-1]) in never:
                return trail
            for other in self.reached(trail[-1]):
                if other not in seen:
                    seen.add(other)
                    trails.append(trail + [other])
        return None

    def linked(self, name, depends):
        """The modules that these bring with them, themselves included."""
        found, open_ones = set(), set(depends)
        while open_ones:
            each = open_ones.pop()
            found.add(each)
            open_ones |= self.modules.get(each, (set(), set()))[0] - found
        return found

    def check_links(self, path, text):
        """What aim_module() says of a module: linked with what the list allows, and with all of it."""
        module = self.module_of(path[4:])
        match = re.search(r"^aim_module\([a-z_]+\s+(?:DEPENDS((?:\s+[a-z_]+)+?)\s+)?(?=LINK|SOURCES)", text, re.M)
        if not match or module not in self.modules:
            return
        line, may = text.count("\n", 0, match.start()) + 1, self.modules[module][0]
        # A target's name has _ where the module's has /.
        names = {name.replace("/", "_"): name for name in self.modules}
        depends = [names.get(name, name) for name in (match[1] or "").split()]
        for other in depends:
            if other not in may:
                self.report(path, line, f"{module} is linked with {other}, which {LIST} does not let it know")
        for other in sorted(may - self.linked(module, depends)):
            self.report(path, line, f"{module} may include {other} by {LIST}, but is not linked with it")

    def check_page(self):
        """Each row of the table: | level | `module`, … | `module`, … | … |"""
        rows = {}
        for number, line in enumerate(self.files[PAGE].splitlines(), 1):
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if len(cells) == 4 and cells[0].isdigit():
                for module in re.findall(r"`([a-z_/]+)`", cells[1]):
                    rows[module] = number, cells[2]
        for module, (may, _) in self.modules.items():
            if module not in rows:
                self.report(PAGE, 1, f"the table has no row for {module}")
                continue
            number, cell = rows[module]
            shown = set(self.modules) - {module} if cell == "all" else set(re.findall(r"`([a-z_/]+)`", cell))
            if shown != may:
                self.report(PAGE, number, f"{module} may include {', '.join(sorted(may)) or 'nothing'} by {LIST}")
        for module, (number, _) in rows.items():
            if module not in self.modules:
                self.report(PAGE, number, f"{module} is not in {LIST}")


def self_test():
    arrows = "base:\nstore: base\nengine: base store\nop: base engine\nmcp: base op | store\n"
    door = '#include "op/a.h"\n'
    cases = [
        ({"src/mcp/a.cpp": door, "src/op/a.h": '#include "base/a.h"\n'}, []),
        ({"src/base/a.h": '#include "op/a.h"\n'}, ["base must not know op"]),
        ({"src/mcp/a.cpp": door, "src/op/a.h": '#include "engine/a.h"\n', "src/engine/a.h": '#include "store/a.h"\n'},
         ["mcp must not reach store: op/a.h -> engine/a.h -> store/a.h"]),
        ({"src/mcp/a_test.cpp": '#include "engine/a.h"\n', "src/engine/a.h": '#include "store/a.h"\n'}, []),
        ({"src/store/sqlite/a.h": '#include "engine/a.h"\n'}, ["store must not know engine"]),
        ({"src/utils/a.h": ""}, ["the folder is no known module"]),
        ({"src/base/a.h": '#include "b.h"\n'}, ["by their path from src/"]),
        ({"src/op/CMakeLists.txt": "aim_module(op\n  DEPENDS engine base\n  SOURCES a.cpp)\n"}, []),
        ({"src/engine/CMakeLists.txt": "aim_module(engine DEPENDS base op LINK x SOURCES a.cpp)\n"},
         ["engine is linked with op"]),
        ({LIST: arrows + "store/sql: store\nstore/big: store/sql\n",
          "src/store/big/CMakeLists.txt": "aim_module(store_big DEPENDS store_sql store SOURCES a.cpp)\n"},
         ["store/big is linked with store,"]),
        ({"src/op/CMakeLists.txt": "aim_module(op SOURCES a.cpp)\n"},
         ["op may include base", "op may include engine"]),
        ({LIST: "op: engine\nengine:\n"}, ["engine, which does not come before it"]),
        ({PAGE: "| 0 | `base` | – | – |\n| 1 | `store`, `engine`, `op`, `mcp` | `base` | – |\n"},
         ["engine may include base, store", "op may include base, engine", "mcp may include base, op"]),
    ]
    failed = 0
    for number, (files, wanted) in enumerate(cases):
        found = Modules({LIST: arrows, **files}).check()
        if len(found) != len(wanted) or any(part not in line for part, line in zip(wanted, found)):
            print(f"modules case {number}: wanted {wanted}, got {found}")
            failed += 1
    return failed
