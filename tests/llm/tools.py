#!/usr/bin/env python3
"""What the tiers smart and autonomous offer, through the three doors and both protocols, with a model that does its duty."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from fake_llm import KEY, MODEL, FakeModel, configure  # noqa: E402
from outcome import Findings, check, run  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

LLM_TOOLS = {"memory_expand_query", "memory_auto_tag", "memory_detect_contradiction"}
LLM_FEATURES = ("query_expansion", "auto_tagging", "auto_consolidation", "contradiction_analysis")


def cli(world):
    def ask(operation, **arguments):
        words = [operation.replace("_", "-")]
        for name in POSITIONAL.get(operation, ()):
            value = arguments.pop(name)
            words.append(",".join(value) if isinstance(value, list) else value)
        for name, value in arguments.items():
            flag = "--" + name.replace("_", "-")
            words += [flag] if value is True else [flag, ",".join(value) if isinstance(value, list) else str(value)]
        return world.json(*words)
    return ask


POSITIONAL = {"expand_query": ("query",), "auto_tag": ("id",), "detect_contradiction": ("id_a", "id_b"), "recall": ("context",),
              "consolidate": ("ids",), "get": ("id",)}


def mcp(client):
    def ask(operation, **arguments):
        if operation in ("recall", "session_start"):
            arguments["format"] = "json"
        return client.call("memory_" + operation, arguments)
    return ask


def http(server):
    paths = {"expand_query": "/expand-query", "detect_contradiction": "/detect-contradiction", "consolidate": "/consolidate",
             "recall": "/recall", "store": "/memories"}

    def ask(operation, **arguments):
        if operation == "auto_tag":
            return server.api("POST", f"/memories/{arguments['id']}/auto-tag", {})
        if operation == "get":
            return server.api("GET", f"/memories/{arguments['id']}")
        if operation in ("capabilities", "stats"):
            return server.api("GET", "/" + operation)
        if operation == "session_start":
            return server.api("GET", "/session-start?summary=true")
        return server.api("POST", paths[operation], arguments)
    return ask


def memory_of(reply):
    return reply.get("memory", reply)


def does_its_duty(ask, fake):
    first = ask("store", title="Database", content="Production runs PostgreSQL")["id"]
    other = ask("store", title="Deploys", content="Deploys go out on Tuesday")["id"]
    third = ask("store", title="Releases", content="Deploys go out on Friday")["id"]

    expanded = ask("expand_query", query="which database do we use")
    check(expanded == {"original": "which database do we use", "expanded_terms": ["RDBMS", "relational store"]}, f"expanded: {expanded}")

    tagged = ask("auto_tag", id=first)
    check(tagged["new_tags"] == ["infra-stack", "database"] == tagged["all_tags"], f"tagged: {tagged}")
    check(memory_of(ask("get", id=first))["tags"] == ["infra-stack", "database"], "the tags were not stored")
    again = ask("auto_tag", id=first)
    check(again["new_tags"] == [] and again["all_tags"] == ["infra-stack", "database"], f"tagged again: {again}")

    compared = ask("detect_contradiction", id_a=other, id_b=third)
    check(compared == {"contradicts": True, "memory_a": {"id": other, "title": "Deploys"}, "memory_b": {"id": third, "title": "Releases"}},
          f"compared: {compared}")
    check(ask("detect_contradiction", id_a=first, id_b=third)["contradicts"] is False, "everything contradicts everything")
    before = len(fake.asked)
    check(ask("detect_contradiction", id_a=first, id_b=first)["contradicts"] is False, "a memory contradicts itself")
    check(len(fake.asked) == before, "a memory was compared with itself")

    recalled = ask("recall", context="where is data kept", expand=True)
    check(recalled["expanded_terms"] == ["RDBMS", "relational store"], f"recalled: {recalled}")
    check("notice" not in recalled and recalled["count"] > 0, f"recalled: {recalled}")
    plain = ask("recall", context="where is data kept")
    check("expanded_terms" not in plain, f"expanded though nobody asked: {plain}")

    started = ask("session_start", summary=True)
    check(started["summary"] == "One note says it all.\nThe other agrees.", f"started: {started}")

    united = ask("consolidate", ids=[other, third], title="Deploy days")
    check(united["auto_summary"] is True and united["summary_preview"].startswith("One note"), f"united: {united}")
    made = memory_of(ask("get", id=united["id"]))
    check(made["content"] == "One note says it all.\nThe other agrees.", f"its content: {made}")
    check(made["metadata"]["derived_from"] == [other, third], f"its metadata: {made}")

    able = ask("capabilities")
    check(able["models"]["llm"] == MODEL and all(able["features"][name] for name in LLM_FEATURES), f"capabilities: {able}")
    llm = able["llm"]
    check(llm["configured"] and llm["reachable"] and llm["usable"] and "reason" not in llm, f"capabilities: {llm}")
    check(llm["calls_today"] > 0 and llm["calls_left"] == 2000 - llm["calls_today"], f"the budget: {llm}")
    counted = ask("stats")
    check(counted["llm_calls_today"] == llm["calls_today"] and counted["llm_tokens_today"] == 42 * llm["calls_today"], f"counted: {counted}")


def through(binary, door, protocol, key=None):
    with World(binary) as world, FakeModel(key=key) as fake:
        keys = {}
        if key:
            (world.home / "key").write_text(key + "\n")
            keys["key_file"] = "~/key"
        configure(world, fake.settings(protocol, **keys))
        if door == "cli":
            does_its_duty(cli(world), fake)
        elif door == "mcp":
            with world.mcp() as client:
                does_its_duty(mcp(client), fake)
        else:
            with Server(world) as server:
                does_its_duty(http(server), fake)
                check(server.stop() == 0, "serve did not end well")
        expected = "/api/chat" if protocol == "ollama" else "/v1/chat/completions"
        check(expected in fake.paths, f"asked at {set(fake.paths)}")


def old_ollama(binary):
    """Before chat there was only generate."""
    with World(binary) as world, FakeModel(chat=False) as fake:
        configure(world, fake.settings())
        check(world.json("expand-query", "x")["expanded_terms"] == ["RDBMS", "relational store"], "not expanded")
        check(fake.paths[-2:] == ["/api/chat", "/api/generate"], f"asked at {fake.paths}")


def newer_openai(binary):
    """Newer models know max_tokens by another name."""
    with World(binary) as world, FakeModel() as fake:
        seen = []

        def fault(request, _):
            seen.append(request.path)
            if len(seen) > 1:
                return False
            FakeModel.say(request, {"error": {"message": "Unsupported parameter: use 'max_completion_tokens' instead"}}, 400)
            return True
        fake.fault = fault
        configure(world, fake.settings("openai"))
        check(len(world.json("expand-query", "x")["expanded_terms"]) == 2 and len(seen) == 2, f"asked {len(seen)} times")


def below(binary):
    """Below smart nothing is asked, and everything says what is missing (S10)."""
    with World(binary) as world, FakeModel() as fake:
        configure(world, fake.settings(), tier="semantic")
        memory = world.json("store", "-T", "t", "-c", "c")["id"]
        other = world.json("store", "-T", "t2", "-c", "c")["id"]
        for words in (("expand-query", "x"), ("auto-tag", memory), ("detect-contradiction", memory, other)):
            done = world.run(*words)
            check(done.returncode == 1 and "smart" in done.stderr, f"{words}: {done.returncode} {done.stderr}")
        done = world.run("consolidate", f"{memory},{other}", "-T", "both")
        check(done.returncode == 1 and "summary is required" in done.stderr, f"consolidate: {done.stderr}")
        recalled = world.json("recall", "c", "--expand")
        check(recalled["count"] == 2 and "smart" in recalled["notice"], f"recalled: {recalled}")
        started = world.json("session-start", "--summary")
        check(started["count"] == 2 and "smart" in started["notice"], f"started: {started}")
        able = world.json("capabilities")
        check(able["models"]["llm"] == "none" and not able["llm"]["configured"] and "semantic" in able["llm"]["reason"], f"{able['llm']}")
        check("llm_calls_today" not in world.json("stats"), "calls are counted where there are none")
        check(fake.paths == [], f"it was asked: {fake.paths}")
        for tier, wanted in (("keyword", set()), ("semantic", set()), ("smart", LLM_TOOLS), ("autonomous", LLM_TOOLS)):
            with world.mcp("--tier", tier) as client:
                names = {each["name"] for each in client.request("tools/list")["tools"]}
                check(names & LLM_TOOLS == wanted, f"{tier} lists {sorted(names & LLM_TOOLS)}")


def none_wanted(binary):
    with World(binary) as world:
        configure(world, '[llm]\nbackend = "none"\n')
        done = world.run("expand-query", "x")
        check(done.returncode == 1 and "none is configured" in done.stderr, done.stderr)
        able = world.json("capabilities")
        check(not able["llm"]["configured"] and "llm.backend" in able["llm"]["reason"], f"{able['llm']}")


def main(binary, _):
    findings, tried = Findings(), 0
    cases = [lambda b, d=d, p=p, k=k: through(b, d, p, k) for d in ("cli", "mcp", "http") for p, k in (("ollama", None), ("openai", KEY))]
    for case in cases + [old_ollama, newer_openai, below, none_wanted]:
        with findings:
            case(binary)
            tried += 1
    findings.raise_any()
    return f"{tried} cases"


if __name__ == "__main__":
    run(main, __doc__)
