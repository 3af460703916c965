#!/usr/bin/env python3
"""Examples for json_schema.py: a reader of schemas that finds nothing wrong must have looked."""

import sys

from json_schema import flaws, misfits

TEXT = {"type": "string", "minLength": 1, "maxLength": 3}
OBJECT = {"type": "object", "properties": {"a": TEXT, "b": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 9}, {"type": "null"}]}}, "required": ["a"]}
LIST = {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 2}

GOOD_SCHEMAS = [TEXT, OBJECT, LIST, {"type": "object"}, {"type": "boolean", "default": False}, {"type": "string", "enum": ["a"], "default": "a"}]
BAD_SCHEMAS = [
    7, {}, {"type": "text"}, {"type": []}, {"type": ["string", "string"]}, {"type": "string", "minimum": 1}, {"type": "string", "pattern": "x"},
    {"type": "string", "minLength": -1}, {"type": "string", "minLength": 5, "maxLength": 4}, {"type": "integer", "minimum": "1"},
    {"type": "string", "enum": []}, {"type": "string", "enum": ["a", "a"]}, {"type": "string", "enum": ["a"], "default": "b"},
    {"type": "object", "required": ["x"]}, {"type": "object", "properties": {"a": {"type": "texts"}}}, {"type": "array", "items": {}},
    {"type": "object", "properties": []}, {"type": "string", "description": 5}, {"type": "boolean", "default": 0},
]
FITS = [
    ("abc", TEXT), ({"a": "x"}, OBJECT), ({"a": "x", "b": None}, OBJECT), ({"a": "x", "b": 9.0, "c": 1}, OBJECT), (["a", "b"], LIST),
    ({"x": 1}, {"type": "object"}), (1.5, {"type": "number"}), (True, {"type": "boolean"}), ("a", {"type": "string", "enum": ["a"]}),
]
MISFITS = [
    ("", TEXT), ("abcd", TEXT), (5, TEXT), (None, TEXT), ({}, OBJECT), ({"a": 5}, OBJECT), ({"a": "x", "b": 10}, OBJECT),
    ({"a": "x", "b": 1.5}, OBJECT), ({"a": "x", "b": True}, OBJECT), ([], LIST), (["a", "b", "c"], LIST), (["abcd"], LIST),
    (True, {"type": "number"}), (1, {"type": "boolean"}), ("b", {"type": "string", "enum": ["a"]}),
    ({"a": 1}, {"type": "object", "additionalProperties": False}),
]


def main():
    wrong = [f"finds a flaw in {each}: {flaws(each)}" for each in GOOD_SCHEMAS if flaws(each)]
    wrong += [f"finds no flaw in {each}" for each in BAD_SCHEMAS if not flaws(each)]
    wrong += [f"{value!r} should fit {schema}: {misfits(value, schema)}" for value, schema in FITS if misfits(value, schema)]
    wrong += [f"{value!r} should not fit {schema}" for value, schema in MISFITS if not misfits(value, schema)]
    if not misfits({"a": "x", "c": 1}, OBJECT, closed=True) or misfits({"c": 1}, {"type": "object"}, closed=True):
        wrong.append("closed means what is described, where anything is")
    print("\n".join(wrong) or f"{len(GOOD_SCHEMAS) + len(BAD_SCHEMAS) + len(FITS) + len(MISFITS) + 1} examples are as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
