#!/usr/bin/env python3
"""Drives the binary with the official Python SDK over stdio and HTTP (C1–C6): with the handshake, as a newer client
does, which first asks for the revision without handshakes, and in that one straight away. Then the profiles (python_profiles.py).

setup.sh installs the SDK and starts this. The SDK itself checks every message against its models, and structured
content against the tools' output schemas.
"""

import argparse
import asyncio
import json
import re
import sqlite3
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import anyio  # noqa: E402
import mcp_types as types  # noqa: E402
import python_profiles  # noqa: E402
from mcp import Client, MCPDeprecationWarning, MCPError, StdioServerParameters  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

LATEST_LEGACY, MODERN = "2025-11-25", "2026-07-28"
TOON_TOOLS = {"memory_recall", "memory_search", "memory_list", "memory_session_start"}


def check(holds, text):
    if not holds:
        raise AssertionError(text)


def text_of(result):
    check(result.content[0].type == "text", f"a text is expected: {result.content}")
    # Behind it there may be the reminder to store something (S50).
    check(all(each.text.startswith("Nothing was stored") for each in result.content[1:]), f"one text is expected: {result.content}")
    return result.content[0].text


async def succeed(client, tool, arguments):
    result = await client.call_tool(tool, arguments)
    check(not result.is_error, f"{tool}: {text_of(result)}")
    return result


async def tools(client):
    listed = (await client.list_tools()).tools
    names = [each.name for each in listed]
    check(len(names) == len(set(names)) >= 23, f"{len(names)} tools at the semantic tier, less than 23: {names}")
    for tool in listed:
        check(tool.description and tool.input_schema["type"] == "object", f"{tool.name} is not described")
        check(bool(tool.output_schema) == (tool.name not in TOON_TOOLS), f"{tool.name}: output schema")
        check(tool.annotations is not None and tool.annotations.open_world_hint is False, f"{tool.name}: annotations")
    check([each.name for each in (await client.list_tools()).tools] == names, "the order of the tools changed")


async def memories(client, mode):
    title = f"Python SDK {mode}"
    stored = await succeed(client, "memory_store", {"title": title, "content": "über stdio: 記憶", "namespace": "sdk", "tags": ["a"]})
    check(stored.structured_content == json.loads(text_of(stored)), "structured content differs from the text")
    name = stored.structured_content["id"]

    recalled = await succeed(client, "memory_recall", {"context": "python stdio", "namespace": "sdk"})
    check(text_of(recalled).startswith("count:") and name[:8] in text_of(recalled), f"no TOON: {text_of(recalled)[:200]}")
    check(recalled.structured_content is None, "TOON comes with structured content")
    recalled = await succeed(client, "memory_recall", {"context": title, "namespace": "sdk", "format": "json"})
    check(any(each["id"] == name for each in recalled.structured_content["memories"]), "the recall does not find what was stored")

    got = (await succeed(client, "memory_get", {"id": name})).structured_content
    check(got["title"] == title and got["content"] == "über stdio: 記憶" and got["tags"] == ["a"], f"got {got}")

    many = await asyncio.gather(*(succeed(client, "memory_get", {"id": name}) for _ in range(20)))
    check(all(each.structured_content["id"] == name for each in many), "answers to concurrent calls were mixed up")
    await succeed(client, "memory_delete", {"id": name})


async def refusals(client):
    result = await client.call_tool("memory_get", {"id": "00000000-0000-4000-8000-000000000000"})
    check(result.is_error and text_of(result), "an unknown id is no error")
    result = await client.call_tool("memory_store", {"title": "No content"})
    check(result.is_error and "content" in text_of(result), "a missing argument is not named")
    result = await client.call_tool("memory_store", {"title": "T", "content": "c", "priority": 11})
    check(result.is_error and "priority" in text_of(result), "a refused argument is not named")
    try:
        result = await client.call_tool("memory_nonsense", {})
        check(result.is_error and "memory_nonsense" in text_of(result), "an unknown tool is not named")
    except MCPError as error:  # later revisions: an error of the protocol
        check(error.error.code in (-32601, -32602), f"an unknown tool: {error.error}")


async def prompts(client):
    listed = {each.name for each in (await client.list_prompts()).prompts}
    check({"recall-first", "memory-workflow"} <= listed, f"prompts: {listed}")
    prompt = await client.get_prompt("recall-first", {"namespace": "sdk"})
    check(prompt.messages and "sdk" in prompt.messages[0].content.text, "the prompt does not name its namespace")
    try:
        await client.get_prompt("nonsense")
        check(False, "an unknown prompt is no error")
    except MCPError as error:
        check(error.error.code == -32602, f"an unknown prompt: {error.error}")


async def resources(client):
    listed = (await client.list_resources()).resources
    uris = [str(each.uri) for each in listed]
    check("memory://stats" in uris and len(uris) == len(set(uris)), f"resources: {uris[:10]}")
    templates = [each.uri_template for each in (await client.list_resource_templates()).resource_templates]
    check(any(each.startswith("memory://namespace/{") for each in templates), f"templates: {templates}")
    read = (await client.read_resource("memory://stats")).contents
    check(len(read) == 1 and json.loads(read[0].text)["total"] >= 1, f"memory://stats: {read}")
    by_namespace = next(each for each in templates if each.startswith("memory://namespace/{"))
    name = re.search(r"{\W?(\w+)}", by_namespace).group(1)
    reference = types.ResourceTemplateReference(type="ref/resource", uri=by_namespace)
    completed = await client.complete(reference, {"name": name, "value": "sdk-r"})
    check(completed.completion.values == ["sdk-resources"], f"completion: {completed.completion}")
    completed = await client.complete(types.PromptReference(type="ref/prompt", name="recall-first"), {"name": "namespace", "value": "sdk-r"})
    check(completed.completion.values == ["sdk-resources"], f"completion of a prompt: {completed.completion}")
    try:
        await client.read_resource("memory://00000000-0000-4000-8000-000000000000")
        check(False, "an unknown resource is no error")
    except MCPError as error:
        check(error.error.code in (-32002, -32602), f"an unknown resource: {error.error}")


async def updates(client, told, elsewhere):
    """A resource that is watched changes by another door."""
    kept = (await succeed(client, "memory_store", {"title": "Watched", "content": "first", "namespace": "sdk-resources"})).structured_content["id"]
    uri = f"memory://{kept}"
    if client.protocol_version == MODERN:
        async with client.listen(resource_subscriptions=[uri]) as events:
            await asyncio.to_thread(elsewhere, kept, "second")
            with anyio.fail_after(10):
                event = await anext(aiter(events))
        check(str(event.uri) == uri, f"another resource changed: {event}")
    else:
        await client.subscribe_resource(uri)
        await asyncio.to_thread(elsewhere, kept, "second")
        with anyio.fail_after(10):
            while not any(isinstance(each, types.ResourceUpdatedNotification) and str(each.params.uri) == uri for each in told):
                await anyio.sleep(0.05)
        await client.unsubscribe_resource(uri)
    read = await client.read_resource(uri)
    check("second" in read.contents[0].text, f"the resource is still {read.contents[0].text[:200]}")


async def progress(client, title):
    ids = [(await succeed(client, "memory_store", {"title": f"Part {number}", "content": "x", "namespace": "sdk"})).structured_content["id"] for number in range(60)]
    seen = []

    async def note(done, total, message):
        seen.append((done, total, message))

    result = await client.call_tool("memory_consolidate", {"ids": ids, "title": title, "summary": "all", "namespace": "sdk"}, progress_callback=note)
    check(not result.is_error, f"memory_consolidate: {result.content}")
    check(seen and [each[0] for each in seen] == sorted({each[0] for each in seen}), f"progress: {seen}")


async def confirmation(client, answers):
    """Many are forgotten only when the user says so."""
    for number in range(3):
        await succeed(client, "memory_store", {"title": f"Doomed {number}", "content": "x", "namespace": "doomed"})
    for answer, left in (("decline", 3), ("cancel", 3), ("accept", 0)):
        answers.clear()
        answers.append(answer)
        await client.call_tool("memory_forget", {"namespace": "doomed"})
        check(len(answers) == 2 and "3 memories" in answers[1], f"the user was asked {answers[1:]}")
        listed = await succeed(client, "memory_list", {"namespace": "doomed", "format": "json"})
        check(listed.structured_content["count"] == left, f"after {answer} there are {listed.structured_content['count']}")


async def cancellation(client, database):
    """A call that waits for another process is taken back; the client goes on."""
    holder = sqlite3.connect(database, isolation_level=None, timeout=10)
    holder.execute("BEGIN IMMEDIATE")
    try:
        with anyio.move_on_after(0.5) as scope:
            await client.call_tool("memory_store", {"title": "Taken back", "content": "x", "namespace": "cancelled"})
        check(scope.cancelled_caught, "a store did not wait for the lock")
        await anyio.sleep(0.5)
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    listed = await succeed(client, "memory_list", {"namespace": "cancelled", "format": "json"})
    check(listed.structured_content["count"] == 0, "a call that was taken back was done")


async def drive(way, target, mode, world, elsewhere):
    """Everything over one connection; gives the revision it ended up with."""
    told, answers = [], []

    async def note(message):
        told.append(message)

    async def answer(context, params):
        answers.append(params.message)
        return types.ElicitResult(action=answers[0], content={"confirm": True} if answers[0] == "accept" else None)

    async with Client(target, mode=mode, read_timeout_seconds=30, message_handler=note, elicitation_callback=answer) as client:
        revision = client.protocol_version
        check(revision == (LATEST_LEGACY if mode == "legacy" else MODERN), f"negotiated {revision}")
        if client.server_info is not None:
            check(client.server_info.name == "ai-memory", f"server {client.server_info}")
        await tools(client)
        await memories(client, mode)
        await refusals(client)
        await prompts(client)
        await updates(client, told, elsewhere)
        await resources(client)
        await progress(client, f"Whole, {way}, {mode}")
        await confirmation(client, answers)
        await cancellation(client, world.database)
        if mode == "legacy":
            await client.send_ping()
        return revision


def ways(world, server):
    """(name, what the SDK connects to, a writer elsewhere)"""
    stdio = StdioServerParameters(command=str(world.binary), args=["mcp"], env=world.environment, cwd=str(world.work))
    yield "stdio", stdio, lambda memory, content: world.json("update", memory, "-c", content)
    yield "http", server.url + "/mcp", lambda memory, content: server.api("PUT", f"/memories/{memory}", {"content": content})


class Report:
    """Says of each run how it went, and counts those that failed."""

    failed = 0

    async def __call__(self, name, run):
        try:
            print(f"python_sdk, {name}: ok, {await run}")
        except BaseException as error:
            while isinstance(error, BaseExceptionGroup):  # the SDK's task groups wrap what happened
                error = error.exceptions[0]
            if isinstance(error, KeyboardInterrupt):
                raise
            self.failed += 1
            print(f"python_sdk, {name}: FAILED: {type(error).__name__}: {error}")


async def main():
    warnings.simplefilter("ignore", MCPDeprecationWarning)  # ping went with 2026-07-28; older clients send it
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True, type=Path)
    binary, report = arguments.parse_args().binary, Report()
    modes = ("legacy", "auto", MODERN)
    with World(binary) as world, Server(world) as server:
        for way, target, elsewhere in ways(world, server):
            for mode in modes:
                await report(f"{way}, {mode}", asyncio.wait_for(drive(way, target, mode, world, elsewhere), 120))
        if server.stop() != 0:
            report.failed += 1
            print(f"python_sdk: FAILED: the daemon did not end well: {server.said()[-500:]}")
    await python_profiles.drive_all(binary, modes, report)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
