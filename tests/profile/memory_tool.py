#!/usr/bin/env python3
"""Anthropic's memory tool: JSON lines by `memory-tool`, MCP by its profile, one memory a file (X5)."""

import json
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run, run_cases  # noqa: E402
from world import World  # noqa: E402


def lines(world, *commands, options=()):
    done = world.run("memory-tool", *options, input="".join(json.dumps(each) + "\n" for each in commands))
    check(done.returncode == 0, done)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    check(len(answers) == len(commands), f"an answer a line: {done}")
    return answers


def same(got, expected):
    check(got == expected, f"got {got!r}, expected {expected!r}")


def a_session(binary):
    with World(binary) as world:
        a, b = "/memories/a.md", "/memories/notes/b.md"
        answers = lines(
            world,
            {"command": "view", "path": "/memories"},
            {"command": "create", "path": a, "file_text": "deploys go out on Tuesdays\nnever on Fridays\n"},
            {"command": "create", "path": a, "file_text": "again"},
            {"command": "str_replace", "path": a, "old_str": "Tuesdays", "new_str": "Mondays"},
            {"command": "insert", "path": a, "insert_line": 2, "insert_text": "by two people\n"},
            {"command": "rename", "old_path": a, "new_path": b},
            {"command": "view", "path": b, "view_range": [1, 2]},
            {"command": "view", "path": "/memories/../etc/passwd"},
            {"command": "nonsense", "path": b},
            {"command": "create", "path": b},
            [],
        )
        same([each.get("is_error", False) for each in answers], [False, False, True, False, False, False, False, True, True, True, True])
        same(answers[1]["content"], f"File created successfully at: {a}")
        same(answers[2]["content"], f"Error: File {a} already exists")
        same(answers[4]["content"], f"The file {a} has been edited.")
        same(answers[5]["content"], f"Successfully renamed {a} to {b}")
        same(answers[6]["content"], f"Here's the content of {b} with line numbers:\n     1\tdeploys go out on Mondays\n     2\tnever on Fridays")
        found = world.json("recall", "when do deploys go out")["memories"]
        check(found and found[0]["title"] == b and "by two people" in found[0]["content"], f"recall: {found}")
        check(len(world.json("history", found[0]["id"])["states"]) >= 3, "versions are kept")
        same(lines(world, {"command": "delete", "path": "/memories/notes"})[0]["content"], "Successfully deleted /memories/notes")
        check("is_error" in lines(world, {"command": "view", "path": b})[0], "it is gone")
        check(world.run("undo").returncode == 0, "undo")
        check("is_error" not in lines(world, {"command": "view", "path": b})[0], "it is back")


def over_mcp(binary):
    with World(binary) as world, world.mcp("--profile", "memory-tool", "--namespace", "agent") as client:
        same([tool["name"] for tool in client.request("tools/list")["tools"]], ["memory"])
        made = client.tool("memory", {"command": "create", "path": "/memories/x", "file_text": ""})
        same(made["content"], [{"type": "text", "text": "File created successfully at: /memories/x"}])
        seen = lines(world, {"command": "view", "path": "/memories/x"}, options=("--namespace", "agent"))
        same(seen, [{"content": "Here's the content of /memories/x with line numbers:\n"}])
        check(client.tool("memory", {"command": "view", "path": "/etc"}).get("isError"), "outside")


def several_at_once(binary):
    """No line is lost when processes edit one file at the same time."""
    with World(binary) as world:
        lines(world, {"command": "create", "path": "/memories/log", "file_text": "begin\n"})
        threads = [
            threading.Thread(target=lines, args=(world, *[
                {"command": "insert", "path": "/memories/log", "insert_line": 1, "insert_text": f"{writer} {number}"} for number in range(10)]))
            for writer in range(3)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        text = lines(world, {"command": "view", "path": "/memories/log"})[0]["content"]
        same(sum(f"\t{writer} {number}" in text for writer in range(3) for number in range(10)), 30)


CASES = (a_session, over_mcp, several_at_once)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
