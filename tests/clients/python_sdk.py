#!/usr/bin/env python3
"""Drives the binary with the official Python SDK over stdio (C1–C6): with the handshake, and as a newer client does,
which first asks for the revision without handshakes and is driven in that one too where the server speaks it.

setup.sh installs the SDK and starts this. The SDK itself checks every message against its models, and structured
content against the tools' output schemas.
"""

import argparse
import asyncio
import json
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp import Client, MCPDeprecationWarning, MCPError, StdioServerParameters  # noqa: E402
from world import World  # noqa: E402

LATEST_LEGACY, MODERN = "2025-11-25", "2026-07-28"
TOON_TOOLS = {"memory_recall", "memory_search", "memory_list", "memory_session_start"}


def check(holds, text):
    if not holds:
        raise AssertionError(text)


def text_of(result):
    check(len(result.content) == 1 and result.content[0].type == "text", f"one text is expected: {result.content}")
    return result.content[0].text


async def succeed(client, tool, arguments):
    result = await client.call_tool(tool, arguments)
    check(not result.is_error, f"{tool}: {text_of(result)}")
    return result


async def tools(client):
    listed = (await client.list_tools()).tools
    names = [each.name for each in listed]
    check(len(names) == len(set(names)) == 23, f"{len(names)} tools at the semantic tier, not 23: {names}")
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
    check(text_of(recalled).startswith("count:") and name in text_of(recalled), f"no TOON: {text_of(recalled)[:200]}")
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


async def drive(world, mode):
    """Everything over one connection; gives the revision it ended up with."""
    server = StdioServerParameters(command=str(world.binary), args=["mcp"], env=world.environment, cwd=str(world.work))
    async with Client(server, mode=mode, read_timeout_seconds=30) as client:
        revision = client.protocol_version
        check(revision == (LATEST_LEGACY if mode == "legacy" else MODERN) or (mode, revision) == ("auto", LATEST_LEGACY), f"negotiated {revision}")
        if client.server_info is not None:
            check(client.server_info.name == "ai-memory", f"server {client.server_info}")
        await tools(client)
        await memories(client, mode)
        await refusals(client)
        await prompts(client)
        if mode == "legacy":
            await client.send_ping()
        return revision


async def main():
    warnings.simplefilter("ignore", MCPDeprecationWarning)  # ping went with 2026-07-28; older clients send it
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True, type=Path)
    binary, failed = arguments.parse_args().binary, 0
    modes = ["legacy", "auto"]
    with World(binary) as world:
        for mode in modes:
            try:
                revision = await asyncio.wait_for(drive(world, mode), 120)
                print(f"python_sdk, {mode}: ok, {revision}")
                if mode == "auto" and revision == MODERN:
                    modes.append(MODERN)
            except BaseException as error:
                while isinstance(error, BaseExceptionGroup):  # the SDK's task groups wrap what happened
                    error = error.exceptions[0]
                if isinstance(error, KeyboardInterrupt):
                    raise
                failed += 1
                print(f"python_sdk, {mode}: FAILED: {type(error).__name__}: {error}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
