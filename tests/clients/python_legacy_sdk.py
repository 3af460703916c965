#!/usr/bin/env python3
"""Drives the binary with an older release of the official Python SDK, of the time of 2025-03-26, over stdio and HTTP (C2).

setup.sh installs the SDK and starts this. It knows neither structured content nor elicitation.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from mcp import ClientSession, McpError, StdioServerParameters, types  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402
from mcp.client.streamable_http import streamablehttp_client  # noqa: E402
from outcome import check  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

REVISION = "2025-03-26"


async def succeed(session, tool, arguments):
    result = await session.call_tool(tool, arguments)
    check(not result.isError, f"{tool}: {result.content}")
    text = result.content[0].text
    return json.loads(text) if text[:1] == "{" else text


async def drive(streams, elsewhere):
    told = []

    async def note(message):
        told.append(message)

    async with ClientSession(*streams[:2], message_handler=note) as session:
        about = await session.initialize()
        check(about.protocolVersion == REVISION and about.serverInfo.name == "ai-memory", f"the handshake gave {about}")
        check(len((await session.list_tools()).tools) >= 23, "less than 23 tools at the semantic tier")
        kept = (await succeed(session, "memory_store", {"title": "Old SDK", "content": "first", "namespace": "old"}))["id"]
        check((await succeed(session, "memory_recall", {"context": "old sdk", "namespace": "old"})).startswith("count:"), "a recall gives no TOON")
        many = await asyncio.gather(*(succeed(session, "memory_get", {"id": kept}) for _ in range(20)))
        check(all(each["id"] == kept for each in many), "answers to concurrent calls were mixed up")
        check((await session.call_tool("memory_get", {"id": "nothing-like-it"})).isError, "an unknown id is no error")

        listed = [str(each.uri) for each in (await session.list_resources()).resources]
        check("memory://stats" in listed, f"resources: {listed}")
        check((await session.list_resource_templates()).resourceTemplates, "no templates")
        uri = types.AnyUrl(f"memory://{kept}")
        await session.subscribe_resource(uri)
        await asyncio.to_thread(elsewhere, kept, "second")
        for _ in range(200):
            if any(isinstance(getattr(each, "root", None), types.ResourceUpdatedNotification) for each in told):
                break
            await asyncio.sleep(0.05)
        else:
            raise AssertionError(f"nothing was told of a change: {told}")
        check("second" in (await session.read_resource(uri)).contents[0].text, "the resource has not changed")
        await session.unsubscribe_resource(uri)

        prompts = {each.name for each in (await session.list_prompts()).prompts}
        check({"recall-first", "memory-workflow"} <= prompts, f"prompts: {prompts}")
        completed = await session.complete(types.PromptReference(type="ref/prompt", name="recall-first"), {"name": "namespace", "value": "ol"})
        check(completed.completion.values == ["old"], f"completion: {completed.completion}")
        try:
            await session.get_prompt("nonsense")
            check(False, "an unknown prompt is no error")
        except McpError as error:
            check(error.error.code == -32602, f"an unknown prompt: {error.error}")
        check((await succeed(session, "memory_forget", {"namespace": "old"}))["deleted"] == 1, "forget, where nobody can be asked")
        await session.send_ping()


async def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", required=True, type=Path)
    failed = 0
    with World(arguments.parse_args().binary) as world, Server(world) as server:
        stdio = StdioServerParameters(command=str(world.binary), args=["mcp"], env=world.environment, cwd=str(world.work))
        ways = (
            ("stdio", stdio_client(stdio), lambda memory, content: world.json("update", memory, "-c", content)),
            ("http", streamablehttp_client(server.url + "/mcp"), lambda memory, content: server.api("PUT", f"/memories/{memory}", {"content": content})),
        )
        for way, transport, elsewhere in ways:
            try:
                async with asyncio.timeout(60), transport as streams:
                    await drive(streams, elsewhere)
                print(f"python_legacy_sdk, {way}: ok, {REVISION}")
            except BaseException as error:
                while isinstance(error, BaseExceptionGroup):
                    error = error.exceptions[0]
                if isinstance(error, KeyboardInterrupt):
                    raise
                failed += 1
                print(f"python_legacy_sdk, {way}: FAILED: {type(error).__name__}: {error}")
        if server.stop() != 0:
            failed += 1
            print(f"python_legacy_sdk: FAILED: the daemon did not end well: {server.said()[-500:]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
