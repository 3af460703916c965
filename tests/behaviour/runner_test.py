#!/usr/bin/env python3
"""The runner's own tests: what the wildcards accept and refuse, and how scripts are read."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from pattern import Mismatch, match_json, match_lines, parse_json_pattern, substitute  # noqa: E402
from script import parse, raw_bytes, unrepeat  # noqa: E402


def fits(wanted, value, bindings=None):
    try:
        return match_json(parse_json_pattern(wanted), value, bindings or {})
    except Mismatch:
        return None


class Wildcards(unittest.TestCase):
    def test_lines(self):
        for patterns, lines, good in [
            (["stored {id} long"], ["stored ab-12 long"], True),
            (["stored {id} long"], ["stored a b long"], False),
            (["{id}", "{id}"], ["a", "b"], False),
            (["{id} {id}"], ["a a"], True),
            (["a", "...", "z"], ["a", "b", "c", "z"], True),
            (["a", "...", "z"], ["a", "z"], True),
            (["a", "..."], ["b"], False),
            (["a...z"], ["a and z"], True),
            ([], ["x"], False),
            (["{id}", "...", "{id}"], ["a", "b", "a"], True),
        ]:
            with self.subTest(patterns=patterns, lines=lines):
                try:
                    match_lines(patterns, lines, {})
                    self.assertTrue(good)
                except Mismatch:
                    self.assertFalse(good)

    def test_json(self):
        for wanted, value, good in [
            ('{"a":1,...}', {"a": 1, "b": 2}, True),
            ('{"a":1}', {"a": 1, "b": 2}, False),
            ('{"a":1}', {"a": 1.0}, False),
            ('{"a":true}', {"a": 1}, False),
            ('{"a":"..."}', {"a": {"b": []}}, True),
            ('{"a":"x...z"}', {"a": "x y z"}, True),
            ('{"a":"{n}","b":"{n}"}', {"a": "1", "b": "2"}, False),
            ('{"a":{n},"b":{n}}', {"a": 1, "b": 1}, True),
            ('[..., 2, ...]', [1, 2, 3], True),
            ('[..., 4, ...]', [1, 2, 3], False),
            ('[1, ...]', [1, 2, 3], True),
            ('[1]', [1, 2], False),
            ("{...}", {}, True),
            ("null", None, True),
        ]:
            with self.subTest(wanted=wanted, value=value):
                self.assertEqual(fits(wanted, value) is not None, good)

    def test_bindings(self):
        self.assertEqual(fits('{"id":"{id}"}', {"id": "a-b"}), {"id": "a-b"})
        self.assertIsNone(fits('{"id":"{id}"}', {"id": "a-c"}, {"id": "a-b"}))
        self.assertEqual(substitute("get {id} {other} ${id}", {"id": "x"}), "get x {other} ${id}")


class Scripts(unittest.TestCase):
    def test_steps(self):
        steps = parse("# c\n$ cat -\n< in\nout\n\\\n! err\nexit 3\n\neventually mcp t {}\n{\n}\n")
        self.assertEqual([(each.verb, each.text, each.eventually) for each in steps], [("$", "cat -", False), ("mcp", "t {}", True)])
        self.assertEqual((steps[0].stdin, steps[0].expected, steps[0].errors, steps[0].status), (["in"], ["out", ""], ["err"], 3))
        self.assertEqual(steps[1].expected, ["{", "}"])

    def test_bytes(self):
        self.assertEqual(raw_bytes(r'{"a":"\ud800"}\r'), b'{"a":"\\ud800"}\r\n')
        self.assertEqual(raw_bytes(r"\xff\\\c"), b"\xff\\")
        self.assertEqual(unrepeat(r'"\*(ab,3)"'), '"ababab"')


if __name__ == "__main__":
    unittest.main()
