#!/usr/bin/env python3
"""Requests that no friend would send (D1, D5): rebinding, wrong tokens, smuggling, malformed heads and targets.

Each is refused with the status it deserves, as JSON that tells nothing of the inside, and the next client is served.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import Findings, check, run  # noqa: E402
from proper import proper  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402

TOKEN = "correct-horse-battery-staple-4242"
SECRET_WORDS = "the launch code is swordfish"
HOST = b"Host: localhost\r\n"
HEALTH = "/api/v1/health"


def rebinding(server, findings):
    """Pages of strangers that make a browser speak to this machine."""
    for path in (HEALTH, "/api/v1/memories", "/mcp", "/docs", "/metrics", "/nowhere"):
        for host in ("evil.example", "evil.example:9077", "127.0.0.1.evil.example", "localhost.evil.example", "evil.example.", "10.0.0.1", "169.254.169.254", "[2001:db8::1]", "localhost@evil.example"):
            with findings:
                proper(server.ask("GET", path, headers={"Host": host}), f"{path} of the host {host}", 403)
        for origin in ("https://evil.example", "http://127.0.0.1.evil.example", "null", "", "file://", "https://localhost.evil.example:9077", "http://evil.example/http://localhost"):
            for method in ("GET", "POST", "OPTIONS"):
                with findings:
                    proper(server.ask(method, path, headers={"Origin": origin}), f"{method} {path} of the origin \"{origin}\"", 403)
    for host in ("localhost", f"localhost:{server.port}", "127.0.0.1", "127.0.0.1:1", "[::1]", "LOCALHOST"):
        with findings:
            proper(server.ask("GET", HEALTH, headers={"Host": host}), f"the host {host}", 200)
    for origin in ("http://localhost:5173", "http://127.0.0.1", "https://localhost", "http://[::1]:8080"):
        with findings:
            proper(server.ask("GET", HEALTH, headers={"Origin": origin}), f"a page of another port, {origin}", 403)
    for host in ("localhost", "127.0.0.1", "[::1]"):
        own = {"Host": f"{host}:{server.port}", "Origin": f"http://{host}:{server.port}"}
        with findings:
            reply = proper(server.ask("GET", HEALTH, headers=own), f"the server's own page at {host}", 200)
            check("access-control-allow-origin" not in reply.headers, "its own page needs no invitation")
    # A preflight of another origin learns nothing that would let its browser go on.
    preflight = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    with findings:
        reply = proper(server.ask("OPTIONS", "/api/v1/memories", headers=preflight), "a preflight of a stranger", 403)
    check("access-control-allow-origin" not in reply.headers, "a stranger's preflight is allowed")
    # A form of a page needs no preflight: it must not store.
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        form = {"Content-Type": kind} if kind else {}
        with findings:
            proper(server.ask("POST", "/api/v1/memories", b'{"title":"Form","content":"posted"}', form), f"a form of type \"{kind}\"", 415)
    check(server.api("GET", "/stats")["total"] == 0, "a stranger has stored something")


def malformed(server, findings):
    """What is not HTTP/1.1 as it should be."""
    get, post = b"GET /api/v1/health HTTP/1.1\r\n", b"POST /api/v1/memories HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
    body = b'{"title":"Smuggled","content":"inside"}'
    inner = b"GET /api/v1/stats HTTP/1.1\r\n" + HOST + b"\r\n"
    sized = b"Content-Length: %d\r\n"
    for what, data, status in (
        ("no host", get + b"\r\n", 400),
        ("two hosts", get + HOST + HOST + b"\r\n", 400),
        ("an empty host", get + b"Host:\r\n\r\n", (400, 403)),
        ("two lengths that differ", post + sized % 5 + sized % len(body) + b"\r\n" + body, 400),
        ("two lengths that agree", post + sized % len(body) * 2 + b"\r\n" + body, 400),
        ("a list of lengths", post + b"Content-Length: 5, 39\r\n\r\n" + body, 400),
        ("length and chunks", post + sized % len(body) + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner, 400),
        ("chunks and length", post + b"Transfer-Encoding: chunked\r\n" + sized % 4 + b"\r\n0\r\n\r\n" + inner, 400),
        ("chunks twice", post + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner, 400),
        ("chunks in disguise", post + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + inner, 400),
        ("chunks before a coding", post + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 400),
        ("a blank before the colon", get + HOST + b"Content-Length : 5\r\n\r\nabcde", 400),
        ("a folded header", get + HOST + b"X-A: b\r\n c\r\n\r\n", (200, 400)),
        ("a NUL in a header", get + HOST + b"X-A: b\0c\r\n\r\n", 400),
        ("a chunk size of letters", post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n", 400),
        ("a chunk size beyond all", post + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n", (400, 413)),
        ("a NUL in the target", b"GET /api/v1/\0health HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        ("a blank in the target", b"GET /api/v1/ health HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        ("bytes in the target", b"GET /api/v1/memories/\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n", (400, 404)),
        ("no target", b"GET HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        ("HTTP/0.9", b"GET /api/v1/health\r\n\r\n", 400),
        ("HTTP/9.9", b"GET /api/v1/health HTTP/9.9\r\n" + HOST + b"\r\n", (400, 505)),
        ("another protocol", b"SSH-2.0-OpenSSH_9.2\r\n\r\n", 400),
        ("a TLS hello", bytes.fromhex("16030100a5010000a10303") + b"\0" * 160, 400),
        ("HTTP/2 at once", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400, 404, 405)),
        ("an absolute target elsewhere", b"GET http://evil.example/api/v1/health HTTP/1.1\r\n" + HOST + b"\r\n", (400, 403, 404)),
        ("a tunnel", b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", (400, 404, 405)),
        ("a star", b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", (200, 204, 400, 404, 405)),
    ):
        with findings:
            replies = server.raw(data)
            check(replies, f"{what}: no answer")
            check(len(replies) == 1, f"{what}: {len(replies)} answers, {[str(each) for each in replies]}")
            proper(replies[0], what, status)
    check(server.api("GET", "/stats")["total"] == 0, "something was smuggled in")
    both = server.raw(get + HOST + b"\r\n" + inner)
    check([each.status for each in both] == [200, 200], f"two requests in a row: {[str(each) for each in both]}")


def methods_and_targets(server, findings):
    for method in ("TRACE", "TRACK", "PATCH", "DELETE", "FOO", "get", "PROPFIND", "CONNECT"):
        with findings:
            reply = proper(server.ask(method, HEALTH, headers={"X-Echo": SECRET_WORDS}), f"{method} health", (400, 404, 405))
        check(SECRET_WORDS not in reply.text, f"{method} echoes the request")
    for target in (
        "/docs/../api/v1/health", "/docs/..%2f..%2f..%2fetc/passwd", "/docs/%2e%2e/%2e%2e/etc/passwd", "/docs/....//....//etc/passwd", "/../../etc/passwd",
        "/docs/", "/docs/etc/passwd", "//etc/passwd", "/api/v1/../../etc/passwd", "/api/v1//health", "/api/v1/health/", "/api/v1/memories/", "/api/v2/health",
        "/api/v1/HEALTH", "/.git/config", "/favicon.ico", "/%00", "/api/v1/memories/%00", "/api/v1/memories/%zz", "/api/v1/memories/%", "/api/v1/memories/%c0%ae%c0%ae",
        "/api/v1/memories/" + "a" * 129, "/api/v1/memories/..%2f..%2fhealth", "/api/v1/memories/%2e%2e", "/api/v1/links/%ff", "/api/v1/recall?context=%", "/api/v1/recall?context=%ff",
        "/api/v1/recall", "/api/v1/recall?context=", "/api/v1/search", "/api/v1/search?q=", "/api/v1/memories?limit=x", "/api/v1/memories?limit=-1", "/api/v1/memories?limit=1e999",
        "/api/v1/memories?limit=99999999999999999999", "/api/v1/memories?offset=-5", "/api/v1/memories?tier=huge", "/api/v1/memories?since=%00", "/api/v1/health?deep=maybe",
        "/api/v1/archive?limit=x", "/api/v1/health?%ff=%ff&&&===&deep=%", "/api/v1/memories/' OR 1=1 --".replace(" ", "%20"),
    ):  # fmt: skip
        with findings:
            reply = proper(server.ask("GET", target), f"GET {target[:80]}")
        check(reply.status >= 400 or reply.headers["content-type"].startswith("application/json"), f"GET {target[:80]}: {reply}")
        check("root:" not in reply.text, f"GET {target}: a file of the machine")
        check(reply.status != 200 or "/.." not in target and "%2e" not in target, f"GET {target}: {reply}")
    for target in ("/api/v1/search?q='%22*)(NEAR(", "/api/v1/recall?context=%22%27%3B%20DROP%20TABLE%20memories", "/api/v1/search?q=" + "(" * 5000, "/api/v1/recall?context=" + "a%20" * 1000):
        with findings:
            proper(server.ask("GET", target), f"GET {target[:60]}", (200, 400))
    for body, status in (
        (b"", 400), (b"{", 400), (b"\xff\xfe", 400), (b"[]", 422), (b"null", 422), (b"{}", 422), (b'{"title":1,"content":[]}', 422), (b"[" * 100_000, 400),
        (b'{"title":"a\\u0000","content":"b"}', 400), (b'{"title":"a","content":"b","priority":1e400}', (400, 422)),
        (b'{"title":"a","content":"b","tier":"eternal"}', 422), (b'{"title":"a","content":"b"}{"title":"c"}', 400),
    ):  # fmt: skip
        with findings:
            proper(server.ask("POST", "/api/v1/memories", body, {"Content-Type": "application/json"}), f"the body {body[:40]!r}", status if isinstance(status, tuple) else (status, 400))
    check(server.api("GET", "/stats")["total"] == 0, "something malformed was stored")


def tokens(world):
    """With a token, everything but health is behind it, and neither it nor a memory comes into the log."""
    environment = {"AI_MEMORY_TOKEN": TOKEN, "AI_MEMORY_LOG": "debug"}
    with Server(world, environment=environment) as server:
        paths = ("/api/v1/memories", "/api/v1/stats", "/api/v1/export", "/mcp", "/metrics", "/docs", "/api/v1/openapi.json", "/nowhere", "/api/v1/health/")
        wrong = (None, "", TOKEN, "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer " + TOKEN.upper(), f"Basic {TOKEN}", f"Bearer wrong {TOKEN}", "Bearer \x80")

        def refused(path, given):
            headers = {} if given is None else {"Authorization": given.encode("latin-1")}
            proper(server.ask("GET", path, headers=headers), f"{path} with \"{given}\"", 401)

        # A client that guesses waits for each answer, up to three seconds: all are asked side by side.
        with ThreadPoolExecutor(32) as guesses:
            for done in [guesses.submit(refused, path, given) for path in paths for given in wrong]:
                done.result()
        proper(server.ask("GET", f"/api/v1/stats?token={TOKEN}"), "the token in the query", 401)
        proper(server.ask("GET", HEALTH), "health without a token", 200)
        proper(server.ask("POST", HEALTH), "a POST to health without a token", 401)
        proper(server.ask("GET", HEALTH, headers={"Host": "evil.example"}), "health of another host", 403)
        with server.client(headers={"Authorization": f"bearer  {TOKEN}"}) as client:
            stored = client.api("POST", "/memories", {"title": SECRET_WORDS, "content": SECRET_WORDS}, 201)
            client.api("GET", "/recall?context=launch%20code%20swordfish")
            client.api("PUT", f"/memories/{stored['id']}", {"content": "swordfish again"})
            proper(client.ask("GET", "/api/v1/recall?context=swordfish&limit=-1"), "a refused recall", 400)
            proper(client.ask("GET", "/docs"), "/docs with the token", 200)
        check(server.stop() == 0, "the daemon did not end well")
        for word in (TOKEN, TOKEN[:-1], "swordfish", "launch"):
            check(word not in server.said(), f"\"{word}\" stands in the log")
        check("/api/v1/memories" in server.said(), f"nothing was logged: {server.said()[-500:]}")


def strangers(binary, options):
    findings = Findings()
    with World(binary) as world:
        with Server(world) as server:
            for each in (rebinding, malformed, methods_and_targets):
                each(server, findings)
                check(server.process.poll() is None, f"{each.__name__}: the daemon is gone: {server.said()[-2000:]}")
            check(server.stop() == 0, f"the daemon did not end well: {server.said()[-2000:]}")
        with findings:
            tokens(world)
        findings.raise_any()
        trouble = complaints(world)
        check(not trouble, trouble)
    return "all refused"


if __name__ == "__main__":
    run(strangers, __doc__)
