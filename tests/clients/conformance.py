#!/usr/bin/env python3
"""The official conformance tests of MCP servers, against the daemon. setup.sh installs them, in the folder in which it starts this."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

# These call tools, prompts and resources that only a server made for the tests has ("test_simple_text").
OF_A_TEST_SERVER = """
completion-complete tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content
tools-call-with-logging tools-call-error tools-call-with-progress tools-call-sampling tools-call-elicitation json-schema-2020-12
elicitation-sep1034-defaults elicitation-sep1330-enums resources-read-text resources-read-binary resources-templates-read
resources-subscribe resources-unsubscribe prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image
""".split()


def conformance(binary, options):
    expected = Path("expected.yml")
    expected.write_text("server:\n" + "".join(f"  - {name}\n" for name in OF_A_TEST_SERVER))
    with World(binary) as world, Server(world) as server:
        done = subprocess.run(["node_modules/.bin/node", "node_modules/@modelcontextprotocol/conformance/dist/index.js", "server", "--url", server.url + "/mcp",
                               "--suite", "all", "--expected-failures", str(expected)], capture_output=True, text=True, timeout=600, check=False)
    summary = done.stdout.split("=== SUMMARY ===")[-1]
    check(done.returncode == 0 and "Total: 9 passed" in summary, f"{summary}{done.stderr}")
    return "9 checks passed"


if __name__ == "__main__":
    run(conformance, __doc__)
