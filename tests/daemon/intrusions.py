#!/usr/bin/env python3
"""What a stranger can try otherwise: pages of other sites, a poor machine, files and words that are not what they seem."""

import contextlib
import json
import os
import pty
import resource
import signal
import sqlite3
import ssl
import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from attack import TOKEN, HEALTH, HOST, JSON, held, answered, many, close, run_attacks  # noqa: E402
from mcp_http import McpHttp  # noqa: E402
from outcome import LONG, SLOWER, check, run  # noqa: E402
from proper import proper  # noqa: E402
from server import NotServing, Server  # noqa: E402

# ---- other sites' pages ----


def pages(world):
    with Server(world) as server:
        own = f"http://127.0.0.1:{server.port}"
        stored = server.api("POST", "/memories", {"title": "Used", "content": "by whom"}, 201)["id"]
        image = {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
        navigation = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        for site in ("cross-site", "same-site", "something-new"):
            for target in ("/api/v1/recall?context=used", f"/api/v1/memories/{stored}", "/mcp", HEALTH, "/metrics"):
                for more in (image, navigation):
                    proper(server.ask("GET", target, headers={"Sec-Fetch-Site": site, **more}), f"{target} for a page of a {site} origin", 403)
            proper(server.ask("GET", "/docs", headers={"Sec-Fetch-Site": site, **image}), f"/docs inside a {site} page", 403)
            proper(server.ask("GET", "/docs", headers={"Sec-Fetch-Site": site, **navigation}), f"a link to /docs of a {site} page", 200)
        for site in ("same-origin", "none"):
            proper(server.ask("GET", "/api/v1/recall?context=used", headers={"Sec-Fetch-Site": site}), f"{site}", 200)
        check(server.api("GET", f"/memories/{stored}")["memory"]["access_count"] <= 2, "a stranger's page made a memory live longer")
        for origin in ("http://localhost:5173", f"http://127.0.0.1:{server.port + 1}", f"https://127.0.0.1:{server.port}", "http://[::1]"):
            proper(server.ask("GET", HEALTH, headers={"Origin": origin}), f"a page of {origin}", 403)
        proper(server.ask("GET", HEALTH, headers={"Origin": own}), "its own page", 200)
        for host in ("127.999.999.999", "127.0.0.256", "127.0.0.1.", "127.0.0"):
            proper(server.ask("GET", HEALTH, headers={"Host": host}), f"the host {host}", 403)
        held("pages of other sites and ports", "refused, but for links to the page")
    with Server(world, "--allow-origin", "https://page.example") as server:
        for origin, status in (("https://page.example", 200), ("https://page.example.evil.example", 403), ("http://page.example", 403), ("https://page.example:8443", 403), ("https://x.page.example", 403)):
            reply = proper(server.ask("GET", HEALTH, headers={"Origin": origin, "Sec-Fetch-Site": "cross-site"}), f"the origin {origin}", status)
            check(("access-control-allow-origin" in reply.headers) == (status == 200), f"{origin}: {reply.headers}")
    for wrong in ("page.example", "https://page.example/", "https://*.example", "*", "null"):
        with contextlib.suppress(NotServing):
            with Server(world, "--allow-origin", wrong, patience=10):
                raise AssertionError(f"--allow-origin {wrong} is taken")
    held("--allow-origin", "exact, and only origins")


def small_things(world):
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    with Server(world, environment={"AI_MEMORY_TOKEN": TOKEN}) as server:
        proper(server.ask("GET", HEALTH), "health without the token", 200)
        for query in ("deep=1", "deep=true", "%64eep=1", "x=1&deep=1"):
            proper(server.ask("GET", f"{HEALTH}?{query}"), f"health?{query} without the token", 401)
        proper(server.ask("GET", f"{HEALTH}?deep=1", headers=bearer), "deep health with the token", 200)
        held("deep health without the token", "401")
    with Server(world) as server:
        chunked = server.raw(b"POST /api/v1/memories HTTP/1.0\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        proper(chunked[0], "chunks in HTTP/1.0", 400)
        held("HTTP/1.0 with chunks", "400")


def ciphers(world):
    name = world.folder / "tls"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", f"{name}.key", "-out", f"{name}.pem"], check=True, capture_output=True)  # fmt: skip
    with Server(world, "--tls-certificate", f"{name}.pem", "--tls-key", f"{name}.key", certificate=f"{name}.pem") as server:
        proper(server.ask("GET", HEALTH), "over TLS", 200)
        for suites, works in (("AES128-SHA256:AES256-SHA256:AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA", False), ("ECDHE-RSA-AES128-GCM-SHA256", True)):
            old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            old.load_verify_locations(f"{name}.pem")
            old.maximum_version = ssl.TLSVersion.TLSv1_2
            old.set_ciphers(suites + ":@SECLEVEL=0")
            try:
                with server.socket() as wire, old.wrap_socket(wire, server_hostname="127.0.0.1"):
                    check(works, f"a suite without forward secrecy is taken, one of {suites}")
            except (ssl.SSLError, ConnectionError):
                check(not works, f"{suites} is refused")
    held("TLS suites without forward secrecy", "refused")


# ---- a poor machine ----


def limited(what, value):
    def limit():
        resource.setrlimit(what, (value, value))
    return limit


class Poor(Server):
    """A daemon under a limit of the system."""

    def __init__(self, world, what, value, **options):
        self._before = subprocess.Popen
        popen = subprocess.Popen

        def limited_popen(*arguments, **more):
            return popen(*arguments, preexec_fn=limited(what, value), **more)

        subprocess.Popen = limited_popen
        try:
            super().__init__(world, **options)
        finally:
            subprocess.Popen = popen


def few_descriptors(world):
    if SLOWER > 1:
        return  # a sanitizer opens a pipe to look at memory, and takes a pointer for a bad one when it gets none
    with Poor(world, resource.RLIMIT_NOFILE, 64) as server:
        wires = many(server, 120)
        answered(server, "120 idle connections at a limit of 64 descriptors")
        body = b"[" + b" " * (3 << 20) + b"]"
        proper(server.ask("POST", "/api/v1/import", body, {"Content-Type": "application/json"}), "an import that needs a file", 400)
        close(wires)
        check(server.stop() == 0, "it did not end well")
    try:
        with Poor(world, resource.RLIMIT_NOFILE, 16, patience=10) as server:
            answered(server, "a limit of 16 descriptors")
    except NotServing as ended:
        check("descriptor" in ended.said or "open files" in ended.said, f"16 descriptors: {ended}")
        held("a limit of 16 descriptors", ended.said.strip().splitlines()[0][:120])


def small_stack(world):
    with Poor(world, resource.RLIMIT_STACK, 256 << 10) as server:
        deep = {"a": 0}
        for _ in range(50):
            deep = {"a": deep}
        server.api("POST", "/memories", {"title": "Deep", "content": "c" * 60_000, "metadata": deep}, 201)
        server.api("GET", "/recall?context=" + "deep%20" * 200)
        server.api("GET", "/export")
        with McpHttp(server) as session:
            session.call("memory_recall", {"context": "deep " * 500})
        proper(server.ask("POST", "/api/v1/memories", b"[" * 100_000, {"Content-Type": "application/json"}), "nested without end", 400)
        check(server.stop() == 0, "it did not end well")
    done = world.run("recall", "deep", preexec_fn=limited(resource.RLIMIT_STACK, 256 << 10))
    check(done.returncode == 0, f"recall with a stack of 256 KiB: {done.returncode} {done.stderr}")
    held("stacks of 256 KiB", "store, recall, export and MCP work")


def little_memory(world):
    """Steps of memory from what cannot even be started to what is enough: whoever runs says what is missing."""
    document = json.dumps({"memories": [{"title": f"Large {each}", "content": "x" * 60_000} for each in range(20)]})
    named, enough = 0, 0
    for size in range(24, 136, 16 if not LONG else 4):
        limit = limited(resource.RLIMIT_AS, size << 20)
        done = world.run("import", input=document, preexec_fn=limit)
        if done.returncode < 0 or done.returncode == 127:
            check(not named and not enough, f"import with {size} MiB: {done.returncode} {done.stderr[:300]}")
            continue  # the system itself cannot start it
        check(done.returncode in (0, 1), f"import with {size} MiB: {done.returncode} {done.stderr[:300]}")
        enough += done.returncode == 0
        if done.returncode == 1:
            check("memory" in done.stderr and "bad_alloc" not in done.stderr, f"import with {size} MiB: {done.stderr[:300]}")
            named += 1
        try:
            with Poor(world, resource.RLIMIT_AS, size << 20, patience=20) as server:
                server.stop()
        except NotServing as ended:
            check(ended.status not in (None, 0) and ("memory" in ended.said or "limits" in ended.said), f"serve with {size} MiB: {ended}")
            named += 1
    check(named and enough, f"{named} times too little was named, {enough} times it was enough")
    held("too little memory", f"named {named} times, enough {enough} times")


# ---- files ----


def odd_files(world):
    """What an archive or a checkout of a stranger may hold."""
    os.mkfifo(world.work / ".git")
    done = world.run("--json", "store", "-T", "Beside a pipe", "-c", "x", timeout=20)
    check(done.returncode == 0, f"a pipe named .git: {done.returncode} {done.stderr}")
    (world.work / ".git").unlink()
    (world.work / ".git").symlink_to("/dev/zero")
    done = world.run("--json", "store", "-T", "Beside a device", "-c", "x", timeout=20)
    check(done.returncode == 0, f"a device named .git: {done.returncode} {done.stderr}")
    held("a pipe and a device named .git", "nothing waits for them")


def archive_of_names(world):
    """As many long names as a zip archive may hold."""
    path = world.folder / "names.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(30_000):
            archive.writestr(f"{'n' * 900}/{number}", b"")
    process = subprocess.Popen([world.binary, "mine", path, "--format", "claude"], env=world.environment, cwd=world.work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.stderr.close()
    check(status != 0, "an archive of 27 MB of names is read")
    check(SLOWER > 1 or used.ru_maxrss < 128 << 10, f"names of an archive take {used.ru_maxrss // 1024} MiB")
    held("a zip archive with 27 MB of names", f"{used.ru_maxrss // 1024} MiB, {said.strip()[-60:]}")


def events_removed(world):
    """All signed events are taken out of the database: the head that is kept beside the identity tells."""
    for number in range(3):
        stored = world.json("store", "-T", f"Gone {number}", "-c", "x")["id"]
        world.json("delete", stored)
    check(world.run("audit", "verify").returncode == 0, "a chain that is whole is not valid")
    connection = sqlite3.connect(world.database)
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'signed_events'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DELETE FROM signed_events")
    connection.commit()
    connection.close()
    done = world.run("audit", "verify")
    check(done.returncode == 1 and "3 events" in done.stdout + done.stderr, f"all events were removed: {done.returncode} {done.stdout} {done.stderr}")
    held("all signed events removed", "audit verify misses them")


def at_terminal(world, words):
    """What a command shows at one."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(world.work)
        os.execve(world.binary, ["ai-memory", *words], {**world.environment, "TERM": "xterm"})
    shown = b""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 1 << 16):
            shown += piece
    os.close(terminal)
    os.waitpid(pid, 0)
    return shown.decode()


def terminal(world):
    """Words that would drive a terminal are shown, not obeyed."""
    wicked = "\x1b[2J\u009b31m\u202egnp.exe"
    for words in (("get", wicked), ("recall", "x", f"--{wicked}", "y"), (wicked,), ("store", "-T", wicked, "-c", "x"), ("--db", f"/nowhere/{wicked}", "list")):
        done = world.run(*words)
        for letter in ("\x1b", "\u009b", "\u202e"):
            check(letter not in done.stdout + done.stderr, f"{words!a}: {letter!a} in {done!a}")
    stored = world.json("store", "-T", "Wicked", "-c", f"content {wicked}")["id"]
    done = world.run("--json", "get", stored)
    check("\u009b" not in done.stdout and "\\u009b" in done.stdout, f"C1 controls in JSON: {done.stdout!a}")
    for words in (("get", stored), ("call", "memory_get", json.dumps({"id": stored})), ("call", "memory_session_start")):
        text = at_terminal(world, words)
        check("content" in text and "\x1b[2J" not in text and "\u009b" not in text and "\u202e" not in text, f"{words!a} at a terminal: {text!a}")
    text = at_terminal(world, ("call", wicked))
    check("\x1b[2J" not in text and "\u009b" not in text and "\u202e" not in text, f"a tool of such a name at a terminal: {text!a}")
    held("escapes in arguments, ids, errors and contents", "shown as what they are")


def hang_up(world):
    with Server(world) as server:
        server.ask("GET", HEALTH)
        check(server.stop(by=signal.SIGHUP) == 0, f"SIGHUP: {server.said()[-500:]}")
    process = subprocess.Popen([world.binary, "mcp"], env=world.environment, cwd=world.work, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    check(process.wait(20) == 0, f"SIGHUP ends the MCP server with {process.returncode}")
    process.stdin.close()
    process.stdout.close()
    held("SIGHUP", "ends both servers gracefully")


def intrusions(binary, options):
    # A sanitizer needs more memory and stack by itself.
    return run_attacks(
        (pages, small_things, ciphers, few_descriptors, small_stack, little_memory, hang_up, odd_files, archive_of_names, events_removed, terminal),
        binary, options.only, unfit=(little_memory, small_stack), damaging=(events_removed,))


if __name__ == "__main__":
    run(intrusions, __doc__, only="")
