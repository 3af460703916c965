#!/usr/bin/env python3
"""Tokens with rights (M6): what a token does not reach does not exist for it, at any door.

Two databases that are the same but for a secret namespace are served side by side, and asked the same by a token for another
namespace: every operation of REST, every tool, resource, prompt and completion of MCP, as their own descriptions list them, with
arguments made from their schemas. All answers must be the same. So a new operation is walked without being named here.
"""

import itertools
import json
import re
import sqlite3
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp_client import McpError  # noqa: E402
from mcp_http import McpHttp  # noqa: E402
from outcome import Findings, check, eventually, run  # noqa: E402
from server import API, Server  # noqa: E402
from world import World  # noqa: E402

OPEN, SECRET = "open", "vault/deep"
MARK = "xyzzy"  # in everything that is secret, and in no question
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


# ---- the two databases ----

def store(world, name_space, title, content, **more):
    flags = [word for name, value in more.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    return world.json("store", "-n", name_space, "-T", title, "-c", content, *flags)["id"]


def fill_open(world):
    ids = [store(world, OPEN, f"Deploy rule {number}", f"Deploys of service {number} go out on Tuesdays", tags="ci,rules", priority=5)
           for number in range(4)]
    world.json("link", ids[0], ids[1])
    world.json("link", ids[2], ids[3], "--relation", "contradicts")
    store(world, "open/below", "Below", "Not of this token either", tags="below")
    return ids


def fill_secret(world, ids):
    """Everything a database can hold, beside and around what is open."""
    secret = [store(world, SECRET, f"Launch code {number} {MARK}", f"Deploys of the swordfish {number} go out on Tuesdays {MARK}",
                    tags=f"deep-tag,ci,{MARK}", priority=9, agent_id=f"deep-agent-{MARK}", source="user") for number in range(6)]
    store(world, MARK, "Elsewhere", "in a namespace that nobody asks for")
    store(world, SECRET, "Deploy rule 0", f"the same title as an open one: swordfish {MARK}")
    world.json("link", ids[0], secret[0])
    world.json("link", secret[1], ids[1], "--relation", "supersedes")
    world.json("link", ids[2], secret[2], "--relation", "contradicts")
    world.json("reflect", "-n", SECRET, "-T", f"On swordfish {MARK}", "-c", "thoughts of the vault", ids[0], secret[0])
    world.json("delete", secret[5])
    world.json("standard", "set", SECRET, secret[0])
    world.json("forget", "-n", SECRET, "--pattern", "code 4")
    world.json("bench", "add", "which swordfish?", secret[0])
    return secret


def worlds(binary, stack):
    """The world with the secret, the one without; the token for what is open, and ids of both."""
    whole, bare = (World(binary) for _ in range(2))
    stack += [whole, bare]
    ids = fill_open(whole)
    token = whole.json("token", "create", "reader", "--write", OPEN)["token"]
    if whole.environment["AI_MEMORY_DB"] != str(whole.database):
        return None
    with sqlite3.connect(whole.database) as source, sqlite3.connect(bare.database) as target:
        source.backup(target)
    target.close()
    source.close()
    secret = fill_secret(whole, ids)
    return whole, bare, token, ids, secret


# ---- asking both ----

def settled(text):
    """What is the same in two runs of the same: without ids, times, places, and what a use changes a moment after the answer. Lists
    whose order the ids decide are compared as sets."""
    text = TIME.sub("<time>", UUID.sub("<id>", text))
    text = re.sub(r"(?<![0-9a-f])[0-9a-f]{8}(?![0-9a-f])", "<id>", text)  # as rows have them
    text = re.sub(r'\\?"(access_count|last_accessed_at)\\?": ?\\?"?[\w<>]+\\?"?,? ?', "", text)
    text = re.sub(r"ai-memory-test-\w+|:\d{4,5}\b|(http|ai-memory)-[0-9a-f]{12}", "<place>", text)
    text = re.sub(r'\\?"(next|nextCursor)\\?": ?\\?"[^"]*"', "", text)  # a place in a list holds the number of a change
    text = re.sub(r'\\?"session_id\\?": ?\\?"[\w<>]+\\?",?', "", text)  # which of two like lines comes first, ids decide
    text = re.sub(r"\bnext:[^|\s\\]+", "", text)
    text = re.sub(r"(\|\d\.\d+\|\d\.\d+\|)\d+\|", r"\1|", text)  # uses, in TOON
    text = re.sub(r"(contradiction|duplicate|unconfirmed|expiring)-\d+-\d+", "<item>", text)  # keys, which count all memories
    text = re.sub(r"(\d\.\d{5})\d+", r"\1", text)  # the two are a moment apart in age
    return "\n".join(sorted(line for each in re.split(r"(?<=[\[{,])|\\n|\n", text) if (line := each.strip().rstrip(",}] "))))


def counts(text):
    return str(re.findall(r'\b(count|total|left_out|in_all)\\?"?: ?(\d+)', text))


class Pair:
    """One question to both servers; findings where the answers differ, or tell what is secret."""

    def __init__(self, whole, bare, token, secret, findings):
        self.servers, self.findings, self.asked = (whole, bare), findings, 0
        self.headers = {"Authorization": f"Bearer {token}", "X-Agent-Id": "walker"}
        # As the page asks: looking is no use.
        self.clients = [each.client(headers={**self.headers, "X-AI-Memory": "page"}) for each in self.servers]
        self.secret = (MARK, *secret[3:])  # the first three are asked for

    def compare(self, what, said):
        self.asked += 1
        # Among rows of the same moment, ids decide which are in a part of a list; how many there are they do not.
        whole, bare = map(counts if re.search(r'["?&](limit|offset)["=]', what) else settled, said)
        with self.findings:
            check(whole == bare, f"{what}: with what is secret {difference(whole, bare)}")
            told = [mark for mark in self.secret if mark in said[0].lower()]
            check(not told, f"{what} tells {told}: {said[0][:300]}")

    def ask(self, method, path, body=None):
        replies = [client.ask(method, path, body) for client in self.clients]
        said = [f"{reply.status} {reply.text}" for reply in replies]
        self.compare(f"{method} {path} {json.dumps(body) if body else ''}"[:300], said)
        return replies[0]


def difference(one, other):
    at = next((at for at, (a, b) in enumerate(itertools.zip_longest(one, other)) if a != b), 0)
    return f"\"…{one[max(0, at - 60):at + 120]}…\", without it \"…{other[max(0, at - 60):at + 120]}…\""


# ---- arguments out of schemas ----

def values_of(name, schema, ids, secret):
    """Values worth trying, the harmless first."""
    if "anyOf" in schema:
        schema = next((each for each in schema["anyOf"] if each.get("type") != "null"), {})
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = kind[0]
    if schema.get("enum"):
        return schema["enum"]
    if kind == "boolean":
        return [True, False]
    if name == "ttl_secs":
        return [86_400]  # an expiry between two questions would distinguish them
    if kind in ("integer", "number"):
        return [schema.get("minimum", 1) or 1]
    if kind == "object":
        return [{}]
    ids_named = re.search(r"(^|_)ids?$|memory$|winner|loser|source$|target$", name)
    if kind == "array":
        if ids_named:
            return [ids[:2], [ids[0], secret[0]], secret[:2]]
        return [["ci"], ["deep-tag"]]
    if ids_named:
        return [ids[0], secret[0], secret[1][:8]]
    if "namespace" in name:
        return [OPEN, SECRET, "vault/*", "*", "nowhere"]
    if name in ("since", "until", "expires_at"):
        return ["2020-01-01"]
    return ["deploy rule", "swordfish", "deep-tag", "deep-agent", SECRET]


def argument_sets(properties, required, ids, secret):
    tried = {name: values_of(name, schema, ids, secret) for name, schema in properties.items()}
    base = {name: tried[name][0] for name in required if name in tried}
    yield base
    if "namespace" in tried:
        base["namespace"] = OPEN
        yield base
    for name, values in tried.items():
        for value in values:
            yield {**base, name: value}
    for name in ("dry_run", "confirm"):
        if name in tried:
            yield {**base, name: True}


# ---- the doors ----

def resolved(schema, document):
    while "$ref" in schema:
        node = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            node = node[part]
        schema = node
    return schema


def walk_rest(pair, ids, secret):
    document = pair.clients[0].ask("GET", f"{API}/openapi.json").json
    paths = 0
    for path, methods in sorted(document["paths"].items()):
        if path.endswith(("/openapi.json", "/live", "/docs")):
            continue
        for method, described in sorted(methods.items()):
            if method == "parameters":
                continue
            paths += 1
            parameters = {each["name"]: resolved(each.get("schema", {}), document) for each in
                          (resolved(one, document) for one in described.get("parameters", []))}
            needed = [resolved(one, document)["name"] for one in described.get("parameters", []) if resolved(one, document).get("required")]
            body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            body = resolved(body, document) if body else {}
            properties = {**parameters, **{name: resolved(each, document) for name, each in body.get("properties", {}).items()}}
            for arguments in argument_sets(properties, [*needed, *body.get("required", [])], ids, secret):
                pair.ask(*request_of(method.upper(), path, arguments, body))
    return paths


def request_of(method, path, arguments, body):
    from urllib.parse import quote, urlencode
    arguments = dict(arguments)
    for name in re.findall(r"\{(\w+)\}", path):
        path = path.replace(f"{{{name}}}", quote(str(arguments.pop(name, "none")), safe=""))
    inside = {name: value for name, value in arguments.items() if name in body.get("properties", {})}
    query = {name: ",".join(value) if isinstance(value, list) else json.dumps(value) if isinstance(value, (bool, dict)) else value
             for name, value in arguments.items() if name not in inside}
    if query:
        path += "?" + urlencode(query)
    if body.get("type") == "array":
        return method, path, [{"title": "Bulk", "content": "one of a list", "namespace": OPEN}]
    return method, path, inside if body else None


def walk_mcp(pair, ids, secret):
    sessions = [McpHttp(server, headers=pair.headers) for server in pair.servers]

    def ask(method, params=None, again=True):
        def said(session):
            try:
                return json.dumps(session.request(method, params))
            except (McpError, AssertionError) as error:
                return str(error)
        told = [said(session) for session in sessions]
        # A use that one of them has written already: what only reads is asked again.
        for _ in range(40):
            if not again or settled(told[0]) == settled(told[1]):
                break
            time.sleep(0.05)
            told = [said(session) for session in sessions]
        pair.compare(f"{method} {json.dumps(params)}"[:300], told)
        return told[0]

    tools = json.loads(ask("tools/list"))["tools"]
    for tool in tools:
        schema = tool["inputSchema"]
        for arguments in argument_sets(schema.get("properties", {}), schema.get("required", []), ids, secret):
            ask("tools/call", {"name": tool["name"], "arguments": arguments}, tool["annotations"].get("readOnlyHint", False))
    for method in ("resources/list", "resources/templates/list", "prompts/list"):
        ask(method)
    for uri in ("memory://stats", f"memory://{secret[0]}", f"memory://{ids[0]}", f"memory://namespace/{SECRET}", "memory://namespace/open",
                "memory://tag/deep-tag", "memory://core", "memory://high"):
        ask("resources/read", {"uri": uri})
    for prompt in json.loads(ask("prompts/list")).get("prompts", []):
        ask("prompts/get", {"name": prompt["name"], "arguments": {each["name"]: SECRET for each in prompt.get("arguments", [])}})
    for template in json.loads(ask("resources/templates/list"))["resourceTemplates"]:
        for name in re.findall(r"\{\+?(\w+)\}", template["uriTemplate"]):
            for value in ("", "v", "d", "o", secret[0][:6]):
                ask("completion/complete", {"ref": {"type": "ref/resource", "uri": template["uriTemplate"]}, "argument": {"name": name, "value": value}})
    for session in sessions:
        session.close()
    return len(tools)


def live_says_nothing(world, server, token):
    """A change of what is secret is no event; one of what is open is. Both are made in that order."""
    connection = server.connection(timeout=30)
    connection.request("GET", f"{API}/live", headers={"Authorization": f"Bearer {token}"})
    response = connection.getresponse()
    check(response.status == 200, f"live: {response.status}")
    for number in range(3):
        store(world, SECRET, f"Later swordfish {number}", "said to nobody")
    store(world, OPEN, "Later", "said to the token")
    said = b""
    while b"changes" not in said:
        line = response.readline()
        check(line, "the stream ended")
        said += line
    connection.close()
    changes = re.findall(rb'"changes":(\d+)', said)
    check(sum(map(int, changes)) == 1, f"live tells of {changes}")


# ---- what a token may, and what becomes of it ----

def rights(world, server):
    """Reading, writing, names, the end of a token."""
    reader = world.json("token", "create", "looks", "--read", OPEN)["token"]
    admin = world.json("token", "create", "operator", "--administer")["token"]
    kept = world.run("token", "list").stdout
    check(reader not in kept and reader.rsplit("_", 1)[1] not in kept, "a list shows a secret")

    def asked(token, method, path, body=None):
        return server.ask(method, f"{API}{path}", body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} if body else
                          {"Authorization": f"Bearer {token}"})

    check(eventually(lambda: all(asked(each, "GET", "/memories").status == 200 for each in (reader, admin))), "a token made while the server runs lets in")
    memory = json.dumps({"title": "By a token", "content": "kept", "namespace": OPEN}).encode()
    check(asked(reader, "POST", "/memories", memory).status == 403, "a token that reads does not write")
    check(asked(admin, "GET", "/stats").json["total"] > asked(reader, "GET", "/stats").json["total"], "an administrator sees all")
    check(asked(admin, "POST", "/gc").status == 200 and asked(reader, "POST", "/gc").status == 403, "who administers")
    check(server.ask("GET", "/metrics", headers={"Authorization": f"Bearer {reader}"}).status == 403, "figures are for administrators")
    check(server.ask("GET", f"{API}/stats").status == 401, "where there are tokens, one is asked for")
    check(server.ask("GET", f"{API}/health").status == 200, "health needs none")
    stored = asked(admin, "POST", "/memories", memory).json
    shown = world.json("get", stored["id"])
    check("operator" in json.dumps(shown), f"it writes as its name: {shown}")
    check(asked(admin, "DELETE", f"/memories/{stored['id']}").status == 200, "deleted")
    check('"with_token":"operator"' in json.dumps(world.json("audit", "show")).replace("\\", "").replace(" ", ""), "the audit names the token")
    ticket = server.ask("POST", f"{API}/ui/ticket", b"{}", {"Authorization": f"Bearer {reader}", "Content-Type": "application/json"}).json
    entered = server.ask("GET", ticket["path"]).headers
    page = {"Cookie": entered["set-cookie"].partition(";")[0], "X-AI-Memory-Proof": entered["location"].partition("#proof=")[2]}
    total = server.ask("GET", f"{API}/stats", headers=page).json["total"]
    check(total == asked(reader, "GET", "/stats").json["total"], "a session of the page sees what its token sees")
    check(world.run("token", "revoke", "looks").returncode == 0, "revoked")
    check(eventually(lambda: asked(reader, "GET", "/memories").status == 401), "a revoked token lets nobody in")
    check(server.ask("GET", f"{API}/stats", headers=page).status == 401, "nor does its session")
    for pattern in ("te*", "**", "team/**", "*/*", "team/*/x", "team*/*", "te*m", "..", "../*", "team/..", "./team", "team/*/*", "/team", "team//*", ""):
        for flag in ("--read", "--write"):
            done = world.run("token", "create", "odd", flag, pattern)
            check(done.returncode == 1, f"{flag} {pattern!r} is no pattern: {done}")
    written_forms(server, world)
    authors(server, world)
    scores(server, world)
    standards(server, world)
    taken_back(server, world)


def client_of(server, token):
    client = server.client(headers={"Authorization": f"Bearer {token}"})
    check(eventually(lambda: client.ask("GET", f"{API}/namespaces").status == 200), "a new token lets in")
    return client


def written_forms(server, world):
    """Other ways to write a namespace are other namespaces, or none."""
    token = client_of(server, world.json("token", "create", "forms", "--write", "team/*")["token"])
    store(world, "Team/a", "Elsewhere", f"by case only {MARK}")
    for name in ("Team/a", "TEAM/a", "team/../open", "team/a/../../open", "team%2F..%2Fopen", "team%2fa/../../open", "%2e%2e/open", "team/./../open", "team\\..\\open"):
        said = token.ask("POST", f"{API}/memories", {"title": "T", "content": "c", "namespace": name})
        check(said.status in (400, 403), f"writes to {name}: {said}")
        for path in (f"{API}/memories?namespace={name}", f"{API}/recall?context=case&namespace={name}", f"{API}/standards/{name.replace('/', '%2F')}"):
            check(MARK not in token.ask("GET", path.replace("\\", "%5C")).text, f"reads {path}")


def authors(server, world):
    """Whoever writes with a token writes as it, whatever the body says."""
    limited = client_of(server, world.json("token", "create", "scribe", "--write", "desk")["token"])
    whole = client_of(server, world.json("token", "create", "keeper", "--administer")["token"])
    claimed = {"content": "c", "namespace": "desk", "source": "user", "agent_id": "boss", "metadata": {"agent_id": "boss", "more": 1}}
    for token, name in ((limited, "scribe"), (whole, "keeper")):
        token.ask("POST", f"{API}/memories", {**claimed, "title": f"one {name}"})
        token.ask("POST", f"{API}/memories/bulk", [{**claimed, "title": f"bulk {name}"}])
        id = token.ask("POST", f"{API}/memories", {"title": f"changed {name}", "content": "c", "namespace": "desk"}).json["id"]
        token.ask("PUT", f"{API}/memories/{id}", {"metadata": {"agent_id": "boss"}})
        if name == "keeper":
            token.ask("POST", f"{API}/import", {"memories": [{**claimed, "id": "11111111-2222-4333-8444-555555555555", "title": f"import {name}"}]})
        rows = [each for each in world.json("list", "-n", "desk", "--limit", "100")["memories"] if each["title"].endswith(name)]
        check(len(rows) == (4 if name == "keeper" else 3), f"what {name} wrote: {rows}")
        for each in rows:
            check(each["metadata"].get("agent_id") == name and each["source"] != "user", f"{each['title']} is by {name}: {each}")


def scores(server, world):
    """A token that only reads a memory does not lower it."""
    mine, theirs = store(world, "own", "Mine", "the lift is blue"), store(world, "their", "Theirs", "the lift is red")
    token = client_of(server, world.json("token", "create", "narrow", "--read", "their", "--write", "own")["token"])
    for relation, wanted in (("supersedes", 403), ("contradicts", 403), ("related_to", 201), ("derived_from", 201)):
        said = token.ask("POST", f"{API}/links", {"source_id": mine, "target_id": theirs, "relation": relation})
        check(said.status == wanted, f"{relation}: {said}")
    said = token.ask("POST", f"{API}/memories", {"title": "New", "content": "c", "namespace": "own", "supersedes": theirs})
    check(said.status == 403, f"a store that supersedes it: {said}")
    check(world.json("get", theirs)["memory"]["confidence"] == 1, "it is as it was")


def taken_back(server, world):
    """What a token takes back is its own; what it does not see has no id in any answer."""
    token = client_of(server, world.json("token", "create", "mender", "--write", "bench")["token"])
    own, other = (token.ask("POST", f"{API}/memories", {"title": title, "content": "c", "namespace": "bench"}).json["id"] for title in ("Own", "Other"))
    hidden = store(world, "cellar", "Hidden", f"not for the token {MARK}")
    check(token.ask("DELETE", f"{API}/memories/{own}").status == 200, "deleted")
    world.json("delete", hidden)
    said = token.ask("POST", f"{API}/undo", {})
    check(said.status == 200 and said.json["id"] == own, f"its own last step, not the owner's later one: {said}")
    check(world.json("undo")["id"] == hidden, "the owner's is the owner's")
    made = world.json("consolidate", other, hidden, "--title", "Both", "--summary", "both of them", "-n", "bench")["id"]
    said = token.ask("GET", f"{API}/memories/{made}")
    check(other in said.text and hidden not in said.text, f"it was made of what is not seen: {said}")
    for path in (f"/memories?namespace=bench", "/recall?context=both", "/search?query=both", f"/session-start?namespace=bench"):
        check(hidden not in token.ask("GET", f"{API}{path}").text, f"{path} names it")
    for body in ({}, {"id": made}):
        said = token.ask("POST", f"{API}/undo", body)
        check(said.status in (404, 409) and hidden not in said.text, f"nor does an undo: {said}")
    token.ask("PUT", f"{API}/memories/{made}", {"priority": 7})
    shown = token.ask("GET", f"{API}/memories/{made}").json["memory"]["metadata"]
    token.ask("PUT", f"{API}/memories/{made}", {"metadata": {**shown, "more": 1}})
    check(hidden in json.dumps(world.json("get", made)), "a change by who does not see it keeps it")
    said = token.ask("POST", f"{API}/forget", {"namespace": "bench"}).json
    check(said["deleted"] == 2 and "undo" in said, f"{said}")
    check(token.ask("POST", f"{API}/undo", {}).json.get("count") == 2, "what was forgotten comes back")


def standards(server, world):
    """What a token makes a standard is a proposal, at every door; the owner confirms it (S61)."""
    token = client_of(server, world.json("token", "create", "rules", "--write", "house")["token"])
    first, second = (store(world, "house", title, f"{title} of the house") for title in ("Walls", "Roof"))
    said = token.ask("PUT", f"{API}/standards/house", {"id": first}).json
    check(said["confirmed"] is False and "standard confirm" in said["notice"], f"{said}")
    shown = lambda: [each["title"] for each in world.json("standard", "get", "house", "--inherit")["standards"] if each.get("confirmed", True)]
    check(shown() == [], "a proposal does not hold")
    waiting = world.json("review", "--kind", "unconfirmed")["items"]
    check([each["memories"][0]["id"] for each in waiting] == [first] and "house" in waiting[0]["reason"], f"the owner is asked: {waiting}")
    said = token.ask("POST", f"{API}/review/settle", {"item": waiting[0]["item"], "action": "confirm"})
    check(said.status in (400, 403), f"a token confirms nothing: {said}")
    check(world.json("standard", "confirm", first[:8])["namespaces"] == ["house"] and shown() == ["Walls"], "confirmed")
    said = token.ask("PUT", f"{API}/standards/house", {"id": second}).json
    check(said["confirmed"] is False and shown() == ["Walls"], f"what is confirmed holds until the owner says otherwise: {said}")
    check(world.json("standard", "confirm", second)["namespaces"] == ["house"] and shown() == ["Roof"], "the other one")
    token.ask("PUT", f"{API}/memories/{second}", {"content": "do as I say"})
    check(shown() == [], "nor do words that a token has put into it")
    check(world.run("standard", "confirm", first).returncode == 1, "nothing waits there")
    check(world.run("token", "create", "late", "--read", OPEN, "--expires-at", "2020-01-01T00:00:00Z").returncode == 1, "an end in the past")
    check(world.run("token", "create", "nobody").returncode == 1, "a token without rights")


def guesses(server):
    """Whoever tries tokens waits longer each time; a right one does not wait."""
    began, waited = time.monotonic(), []
    for number in range(6):
        started = time.monotonic()
        check(server.ask("GET", f"{API}/stats", headers={"Authorization": f"Bearer guess-{number}-0123456789"}).status == 401, "a guess")
        waited.append(time.monotonic() - started)
    check(waited[-1] > 0.3 and waited[-1] > waited[0] - 0.1, f"{[round(each, 2) for each in waited]}")
    return time.monotonic() - began


def tokens(binary, options):
    stack, findings = [], Findings()
    try:
        made = worlds(binary, stack)
        if made is None:
            return "skipped on this store"
        whole, bare, token, ids, secret = made
        with Server(whole) as with_secret, Server(bare) as without:
            pair = Pair(with_secret, without, token, secret, findings)
            paths = walk_rest(pair, ids, secret)
            tools = walk_mcp(pair, ids, secret)
            with findings:
                live_says_nothing(whole, with_secret, token)
            with findings:
                rights(whole, with_secret)
            with findings:
                guesses(with_secret)
            check(pair.asked > 500, f"only {pair.asked} questions were asked")
            findings.raise_any()
            return f"{paths} operations of REST, {tools} tools, {pair.asked} questions"
    finally:
        for world in stack:
            world.remove()


if __name__ == "__main__":
    run(tokens, __doc__.splitlines()[0])
