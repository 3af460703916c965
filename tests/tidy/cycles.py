"""Files that include each other in circles, in any number of steps. A header and the source of its name count as one: what
x.cpp includes, x.h leans on. A source that does what a header of another name declares is not joined to it. tidy.py runs this check; an include that has to close a circle stands in allowed.txt."""

import re

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def pair_of(name):
    return name.rsplit(".", 1)[0]


def included_pairs(files, left_out):
    """pair: {pair that it includes: "file:line"}"""
    graph = {}
    for path, text in sorted(files.items()):
        if not path.startswith("src/") or not path.endswith((".h", ".cpp")) or path.endswith(("_test.cpp", "_testing.h")):
            continue
        edges = graph.setdefault(pair_of(path[4:]), {})
        for match in INCLUDE.finditer(text):
            other = pair_of(match[1])
            if other != pair_of(path[4:]) and (path, match[1]) not in left_out:
                edges.setdefault(other, f"{path}:{text.count(chr(10), 0, match.start(1)) + 1}")
    return graph


def way(graph, start, end):
    """The shortest way from one pair to another, both included; None: there is none."""
    before, row = {start: None}, [start]
    while row:
        pair = row.pop(0)
        for other in sorted(graph.get(pair, {})):
            if other == end:
                trail = [end]
                while pair:
                    trail.insert(0, pair)
                    pair = before[pair]
                return trail
            if other not in before:
                before[other] = pair
                row.append(other)
    return None


def circles(graph):
    """One shortest circle for each pair that is in any, without those that the circles before have named."""
    found, named = [], set()
    for pair in sorted(graph):
        if pair not in named and (circle := way(graph, pair, pair)):
            named.update(circle)
            found.append(circle)
    return found


def check(files, allowed):
    """(file, line, what is wrong), and those of the allowed includes (file, header) that do close a circle."""
    graph = included_pairs(files, allowed)
    problems = []
    for circle in circles(graph):
        path, line = graph[circle[0]][circle[1]].rsplit(":", 1)
        problems.append((path, int(line), "files in a circle: " + " -> ".join(circle)))
    whole = included_pairs(files, set())
    needed = {(path, header) for path, header in allowed
              if pair_of(header) in whole.get(pair_of(path[4:]), {}) and way(whole, pair_of(header), pair_of(path[4:]))}
    return problems, needed
