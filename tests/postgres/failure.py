#!/usr/bin/env python3
"""The database server goes away and comes back under load (M7): calls are refused with 503 and Retry-After at once, none hangs, and the
daemon serves again by itself. It falls silent, and none waits longer than it may. Then server and daemon are killed by SIGKILL in turn:
what was acknowledged is there.

Starts a server of its own. AIM_LONG=1: 50 kills, 10 seconds away.
"""

import http.client
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import with_server  # noqa: E402
from proxy import Proxy  # noqa: E402
from outcome import LONG, SLOWER, Skipped, check, eventually, run  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

CLIENTS = 6
KILLS = 50 if LONG else 4
AWAY = 10.0 if LONG else 2.0
PATIENCE = 20.0  # timeout of a client: a longer wait is a hang
AT_ONCE = 3.0 * SLOWER
PATIENCE_OF_DAEMON = 2  # seconds for the server; of a silent one a call finds out in two such waits
SILENT = 30.0 if LONG else 5.0


class Load:
    """Clients that store and recall, each on one connection, until they are stopped. What was acknowledged, and what else was said."""

    def __init__(self, port, prefix):
        self.port, self.prefix = port, prefix
        self.lock, self.over = threading.Lock(), threading.Event()
        self.acknowledged, self.replies, self.broken = [], [], []
        self.threads = [threading.Thread(target=self.work, args=(number,)) for number in range(CLIENTS)]

    def work(self, number):
        connection, count = None, 0
        while not self.over.is_set():
            count += 1
            title = f"{self.prefix} {number} {count}"
            body = ('{"title":"%s","content":"what %s says","tier":"long"}' % (title, title)).encode()
            call = ("POST", "/api/v1/memories", body) if count % 3 else ("GET", f"/api/v1/recall?context={self.prefix}", None)
            if count % 5 == 0:
                call = ("GET", "/api/v1/health", None)
            began = time.monotonic()
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                connection.request(*call, {"Content-Type": "application/json"} if body else {})
                answer = connection.getresponse()
                said = answer.read()
            except (OSError, http.client.HTTPException) as error:
                connection = None
                with self.lock:
                    self.broken.append((began, time.monotonic(), repr(error)))
                time.sleep(0.02)
                continue
            with self.lock:
                self.replies.append((began, time.monotonic(), answer.status, answer.getheader("Retry-After"), said))
                if answer.status == 201 and count % 3:
                    self.acknowledged.append(title)
            if answer.status == 503:
                time.sleep(0.02)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        for thread in self.threads:
            thread.join()

    def worked_since(self, moment):
        with self.lock:
            return any(began > moment and status < 300 for began, _, status, _, _ in self.replies)


def titles(server, query):
    done = subprocess.run([query["AIM_TEST_PSQL"], "-XqAt", "-c", "SELECT title FROM ai_memory.memories", query["address"]],
                          capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


def away(world, prefix, seconds, go, come, longest):
    """Under load the server goes for so long, and comes back."""
    with Server(world) as daemon, Load(daemon.port, prefix) as load:
        check(eventually(lambda: len(load.acknowledged) > 20), "no load")
        left = time.monotonic()
        go()
        time.sleep(seconds)
        back = time.monotonic()
        come()
        check(eventually(lambda: load.worked_since(back), 30.0 * SLOWER), f"{prefix}: it does not serve again")
        recovered = time.monotonic() - back
        answered = len(load.replies)
        check(eventually(lambda: len(load.replies) > answered + 20, 30.0 * SLOWER), f"{prefix}: it stops serving again")
    for began, ended, status, retry, said in load.replies:
        check(status < 300 or status == 503, f"{status}: {said[:200]}")
        check(status != 503 or (retry and b'"UNAVAILABLE"' in said), f"503 without a word: {retry} {said[:200]}")
        check(ended - began < longest, f"an answer after {ended - began:.1f} s, {began - left:.1f} s after the end of the server: {status}")
    check(not load.broken, f"{len(load.broken)} connections broke: {load.broken[0][2] if load.broken else ''}")
    refused = sum(1 for _, _, status, _, _ in load.replies if status == 503)
    check(refused > 0, "nobody was refused")
    slowest = max(ended - began for began, ended, *_ in load.replies)
    return load.acknowledged, f"{len(load.replies)} answers, {refused} refused, slowest {slowest:.2f} s, back after {recovered:.2f} s"


def falls_silent(world, address):
    settings = world.home / ".config" / "ai-memory" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"[storage]\nbusy_timeout_secs = {PATIENCE_OF_DAEMON}\n")
    without_settings = world.environment.pop("AI_MEMORY_NO_CONFIG")
    with Proxy(address.split("host=")[1]) as proxy:
        world.environment["AI_MEMORY_DB"] = f"postgresql://aim@127.0.0.1:{proxy.port}/postgres"
        try:
            return away(world, "silent", SILENT, proxy.silent.set, proxy.silent.clear, (2 * PATIENCE_OF_DAEMON + 1) * SLOWER + 1)
        finally:
            world.environment.update(AI_MEMORY_DB=address, AI_MEMORY_NO_CONFIG=without_settings)


def kills(world, server):
    acknowledged = []
    for kill in range(KILLS):
        with Server(world) as daemon, Load(daemon.port, f"kill {kill}") as load:
            check(eventually(lambda load=load: len(load.acknowledged) > 30, 30.0 * SLOWER), f"no load: {daemon.said()[-300:]}")
            if kill % 2:
                daemon.kill()
            else:
                server.crash()
                back = time.monotonic()
                check(eventually(lambda load=load, back=back: load.worked_since(back), 20.0 * SLOWER), "it does not serve again")
        acknowledged += load.acknowledged
        hung = [ended - began for began, ended, *_ in load.replies + load.broken if ended - began > PATIENCE - 1]
        check(not hung, f"{len(hung)} calls hung")
    return acknowledged


def test(binary, _):
    server = with_server.Server()
    try:
        with server as variables:
            # A name of its own, so that the world does not ask for a database on a server that it has not.
            with World(binary) as world:
                address = variables["AIM_TEST_POSTGRES"]
                world.environment["AI_MEMORY_DB"] = address
                world.json("stats")
                first, facts = away(world, "away", AWAY, lambda: server.stop(signal.SIGINT), server.start, AT_ONCE)
                second, silence = falls_silent(world, address)
                acknowledged = first + second + kills(world, server)
                there = titles(server, {**variables, "address": address})
                lost = [title for title in acknowledged if title not in there]
                check(not lost, f"{len(lost)} of {len(acknowledged)} acknowledged stores are lost: {lost[:3]}")
                return f"{facts}; silent: {silence}; {KILLS} kills, {len(acknowledged)} acknowledged, none lost"
    except with_server.NoServer as why:
        server.__exit__()
        raise Skipped(str(why)) from None


if __name__ == "__main__":
    os.environ.pop("AIM_TEST_POSTGRES", None)
    run(test, __doc__.splitlines()[0])
