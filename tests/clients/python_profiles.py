"""The profiles, driven by the official Python SDK (J1, J3, K1): what each must offer and answer is in profiles.json. For python_sdk.py,
which is started by setup.sh.

The SDK checks every message against its models, and structured content against the tools' output schemas.
"""

import asyncio
import json
from pathlib import Path

from mcp import Client, MCPError, StdioServerParameters
from outcome import check
from server import Server
from world import World

PROFILES = json.loads((Path(__file__).resolve().parent / "profiles.json").read_text())
UNKNOWN_TOOL, UNKNOWN_RESOURCE = "memory_nonsense", "memory://nothing-like-it"


def with_id(arguments, kept):
    return {name: kept["id"] if value == "{id}" else value for name, value in arguments.items()}


async def call(client, wanted, kept):
    result = await client.call_tool(wanted["tool"], with_id(wanted["arguments"], kept))
    text = result.content[0].text
    if "refused" in wanted:
        check(result.is_error and wanted["refused"] in text, f"{wanted['tool']} is not refused for {wanted['refused']}: {text}")
        return
    check(not result.is_error, f"{wanted['tool']}: {text}")
    reply = json.loads(text)
    check(result.structured_content == reply, f"{wanted['tool']}: structured content differs from the text")
    check({name: reply.get(name) for name in wanted["holds"]} == wanted["holds"], f"{wanted['tool']}: {reply}")
    if "id" in wanted:
        kept["id"] = reply[wanted["id"]]


async def refused(what, said, *arguments):
    try:
        result = await said(*arguments)
    except MCPError as error:
        check(error.error.code in (-32002, -32601, -32602), f"{what}: {error.error}")
        return
    check(getattr(result, "is_error", False), f"{what} is no error: {result}")


async def drive(target, mode, wanted):
    """Everything over one connection; gives the revision it ended up with."""
    async with Client(target, mode=mode, read_timeout_seconds=30) as client:
        check(client.server_info is None or client.server_info.name == wanted["server"], f"server {client.server_info}")
        for _ in range(2):
            names = [each.name for each in (await client.list_tools()).tools]
            check(names == wanted["tools"], f"tools: {names}")
        kept = {}
        for each in wanted["calls"]:
            await call(client, each, kept)
        await refused("an unknown tool", client.call_tool, UNKNOWN_TOOL, {})
        await refused("an unknown resource", client.read_resource, UNKNOWN_RESOURCE)
        listed = [str(each.uri) for each in (await client.list_resources()).resources]
        check(listed == wanted["resources"], f"resources: {listed}")
        for uri, text in wanted["read"].items():
            read = (await client.read_resource(uri)).contents
            check(len(read) == 1 and read[0].mime_type == "text/markdown" and text in read[0].text, f"{uri}: {read}")
        prompts = [each.name for each in (await client.list_prompts()).prompts]
        check(prompts == wanted["prompts"], f"prompts: {prompts}")
        called = {each["tool"] for each in (*wanted["calls"], wanted["end"])}
        check(called == set(names), f"not called: {set(names) - called}")
        await call(client, wanted["end"], kept)
        return client.protocol_version


def project_in(world):
    """A folder with a project's store to be, and notes that could be imported."""
    project = world.work / "shop"
    project.mkdir()
    check(world.run("init", project).returncode == 0, "no project")
    (project / "NOTES.md").write_text("# Notes\n\nA note.\n")
    return str(project)


async def drive_all(binary, modes, report):
    """report(name, coroutine) runs one, and says how it went."""
    for profile, wanted in PROFILES.items():
        with World(binary) as world:
            flags = ["--profile", profile, "--project", project_in(world)]
            stdio = StdioServerParameters(command=str(world.binary), args=["mcp", *flags], env=world.environment, cwd=str(world.work))
            with Server(world, *flags) as server:
                for way, target in (("stdio", stdio), ("http", server.url + "/mcp")):
                    for mode in modes:
                        await report(f"{profile}, {way}, {mode}", asyncio.wait_for(drive(target, mode, wanted), 60))
                check(server.stop() == 0, f"{profile}: the daemon did not end well: {server.said()[-500:]}")
