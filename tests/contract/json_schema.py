"""The part of JSON Schema 2020-12 that our tools use: is a schema well formed, and does a value fit it?

Keywords beyond that part are an error of the schema: whoever adds one teaches it here.
"""

TYPES = {"object", "array", "string", "integer", "number", "boolean", "null"}
ANNOTATIONS = {"description": str, "title": str}
COUNTS = ("minLength", "maxLength", "minItems", "maxItems")
BOUNDS = ("minimum", "maximum")
FOR_TYPE = {
    "object": {"properties", "required", "additionalProperties"},
    "array": {"items", "minItems", "maxItems"},
    "string": {"minLength", "maxLength", "enum"},
    "integer": {"minimum", "maximum"},
    "number": {"minimum", "maximum"},
}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_type(value, name):
    return {
        "object": isinstance(value, dict),
        "array": isinstance(value, list),
        "string": isinstance(value, str),
        "integer": is_number(value) and value == int(value),
        "number": is_number(value),
        "boolean": isinstance(value, bool),
        "null": value is None,
    }[name]


def types_of(schema):
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else list(types)


def flaws(schema, place="schema"):
    """What is wrong with a schema, as sentences; none when it is well formed."""
    if not isinstance(schema, dict):
        return [f"{place} is no object"]
    if "anyOf" in schema:
        return alternatives_flaws(schema, place)
    types = types_of(schema)
    found = []
    if not types or not all(isinstance(each, str) and each in TYPES for each in types) or len(set(types)) != len(types):
        return [f"{place}: type is {schema.get('type')!r}"]
    known = {"type", "default", *ANNOTATIONS}.union(*(FOR_TYPE.get(each, set()) for each in types))
    found += [f"{place}: {key!r} means nothing here" for key in schema if key not in known]
    found += [f"{place}: {key} is no text" for key, kind in ANNOTATIONS.items() if key in schema and not isinstance(schema[key], kind)]
    found += [f"{place}: {key} is no count" for key in COUNTS if key in schema and not (type(schema[key]) is int and schema[key] >= 0)]
    found += [f"{place}: {key} is no number" for key in BOUNDS if key in schema and not is_number(schema[key])]
    for low, high in (("minLength", "maxLength"), ("minItems", "maxItems"), BOUNDS):
        if not found and low in schema and high in schema and schema[low] > schema[high]:
            found.append(f"{place}: {low} is above {high}")
    if "enum" in schema:
        values = schema["enum"]
        if not isinstance(values, list) or not values or len({repr(each) for each in values}) != len(values):
            found.append(f"{place}: enum must be a list of different values")
    found += nested_flaws(schema, place)
    if not found and "default" in schema:
        found += [f"{place}: the default does not fit: {each}" for each in misfits(schema["default"], schema)]
    return found


def alternatives_flaws(schema, place):
    found = [f"{place}: {key!r} means nothing beside anyOf" for key in schema if key not in {"anyOf", "default", *ANNOTATIONS}]
    if not isinstance(schema["anyOf"], list) or len(schema["anyOf"]) < 2:
        return found + [f"{place}: anyOf must be a list of schemas"]
    for each in schema["anyOf"]:
        found += flaws(each, place)
    return found


def nested_flaws(schema, place):
    found = []
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        return [f"{place}: properties is no object"]
    for name, each in properties.items():
        found += flaws(each, f"{place}.{name}")
    required = schema.get("required", [])
    if not isinstance(required, list) or not all(isinstance(each, str) for each in required) or len(set(required)) != len(required):
        found.append(f"{place}: required must be a list of different names")
    else:
        found += [f"{place}: {each!r} is required and not described" for each in required if each not in properties]
    if "items" in schema:
        found += flaws(schema["items"], f"{place}[]")
    if "additionalProperties" in schema and not isinstance(schema["additionalProperties"], bool):
        found.append(f"{place}: additionalProperties is no truth value")
    return found


def misfits(value, schema, place="value", closed=False):
    """Where a value does not fit a well-formed schema, as sentences. `closed`: members that are not described do not fit,
    unless an object describes none."""
    if "anyOf" in schema:
        several = [misfits(value, each, place, closed) for each in schema["anyOf"]]
        return [] if [] in several else several[0]
    if not any(is_type(value, each) for each in types_of(schema)):
        return [f"{place} is {type(value).__name__}, not {schema['type']}"]
    found = []
    if "enum" in schema and value is not None and value not in schema["enum"]:
        found.append(f"{place} is {value!r}, none of {schema['enum']}")
    if isinstance(value, str):
        found += outside(len(value), schema, "minLength", "maxLength", f"the length of {place}")
    elif isinstance(value, list):
        found += outside(len(value), schema, "minItems", "maxItems", f"the number of items of {place}")
        for index, each in enumerate(value):
            found += misfits(each, schema.get("items", {"type": sorted(TYPES)}), f"{place}[{index}]", closed)
    elif isinstance(value, dict):
        found += object_misfits(value, schema, place, closed)
    elif is_number(value):
        found += outside(value, schema, "minimum", "maximum", place)
    return found


def object_misfits(value, schema, place, closed):
    properties = schema.get("properties", {})
    found = [f"{place}.{name} is missing" for name in schema.get("required", []) if name not in value]
    for name, each in value.items():
        if name in properties:
            found += misfits(each, properties[name], f"{place}.{name}", closed)
        elif (closed and properties) or schema.get("additionalProperties") is False:
            found.append(f"{place}.{name} is not described")
    return found


def outside(number, schema, low, high, what):
    if number < schema.get(low, number) or number > schema.get(high, number):
        return [f"{what} is {number}, outside {schema.get(low, '')}…{schema.get(high, '')}"]
    return []
