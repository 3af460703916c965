#!/usr/bin/env python3
"""Vectors by a service: both protocols, what is found by them, what comes of answers that are wrong, late, too much or none at all,
and where texts and the key go (B5, F2)."""

import contextlib
import json
import sqlite3
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from fake_embedder import EMBEDDER, FakeEmbedder  # noqa: E402
from fake_llm import KEY, FakeModel, configure  # noqa: E402
from outcome import check, eventually, run, run_cases  # noqa: E402
from server import Server  # noqa: E402
from world import World, complaints  # noqa: E402

QUESTION = "which automobile"


class Case:
    """Three memories, none of which has a word of the question; their vectors are made unless `filled` says no."""

    def __init__(self, binary, protocol="ollama", filled=True, key=None, **keys):
        self.world, self.fake = World(binary), FakeEmbedder(key)
        self.configure(protocol, **keys)
        for title, content in (("Wheels", "a red car"), ("Pets", "a small dog"), ("Drinks", "black coffee")):
            self.world.json("store", "-T", title, "-c", content, "-n", "n")
        check(not self.fake.asked, f"a store asked: {self.fake.asked}")
        if filled:
            done = self.world.json("backfill")
            check(done["model"] == EMBEDDER and done["left"] == 0 and done["failed"] == 0, f"{done}")

    def configure(self, protocol="ollama", **keys):
        configure(self.world, self.fake.settings(protocol, **keys), tier="semantic")

    def recall(self, *more):
        return self.world.json("recall", QUESTION, "--explain", "--min-score", "0", *more)

    def finds(self):
        found = self.recall()
        check("notice" not in found, f"{found.get('notice')}")
        check(found["memories"][0]["title"] == "Wheels", f"found first: {found['memories'][0]['title']}")
        check("model_coverage" in found["explain"], f"not asked: {found['explain']}")
        check(EMBEDDER in found["explain"].get("encoder", ""), f"by which encoder: {found['explain']}")

    def falls_back(self, *parts):
        found = self.recall()
        check(not {"model_coverage", "encoder"} & set(found["explain"]), f"asked: {found['explain']}")
        check("without the embedding model" in found.get("notice", ""), f"not told: {found.get('notice')}")
        for part in parts:
            check(part in found["notice"], f"{part!r} is not in {found['notice']!r}")

    def calm(self):
        """As if nothing had failed yet."""
        ledger = self.world.home / ".local" / "state" / "ai-memory" / "embedding.json"
        ledger.write_text(json.dumps({**json.loads(ledger.read_text()), "failures": 0, "open_until": 0, "dimension": 64}))

    def channels(self):
        with contextlib.closing(sqlite3.connect(self.world.database)) as database:
            return sorted(database.execute("SELECT model, engine, dimension FROM vector_channels WHERE precise = 1"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.fake.close()
        self.world.remove()


def both_protocols(binary):
    for protocol, path in (("ollama", "/api/embed"), ("openai", "/v1/embeddings")):
        with Case(binary, protocol) as case:
            case.fake.shuffled = True
            case.finds()
            check({each for each, _ in case.fake.asked} == {path}, f"{case.fake.paths}")
            check(case.channels() == [(EMBEDDER, protocol + "-1", 64)], f"{case.channels()}")
            shown = case.world.json("capabilities")
            check(shown["models"]["embedding"] == EMBEDDER and shown["models"]["embedding_dim"] == 64, f"{shown['models']}")
            service = shown["embedding"]
            check(service["usable"] and service["backend"] == protocol and service["calls_today"] > 0 and service["tokens_today"] > 0, f"{service}")
            listed = case.world.json("model", "list")["models"][0]
            check(listed["name"] == EMBEDDER and listed["state"] == "in use" and listed["dimension"] == 64, f"{listed}")
            told = case.world.run("doctor").stdout
            check(f"{EMBEDDER} by {protocol} at 127.0.0.1" in told and "64 dimensions" in told, told)
            made = case.world.json("model", "embed", "car")
            check(abs(sum(number * number for number in made["vectors"][0]) - 1) < 1e-4, "not of unit length")
            check(complaints(case.world) == "", complaints(case.world))


def off_by_default(binary):
    """Nothing is sent at the tier keyword, with model none, or without a backend."""
    with Case(binary, filled=False) as case:
        for text in ("", case.fake.settings(model="none")):
            configure(case.world, text, tier="semantic")
            check("notice" not in case.recall() and case.world.json("backfill")["model"] == "none", "a model")
            check("embedding" not in case.world.json("capabilities"), "a service")
        configure(case.world, case.fake.settings(), tier="keyword")
        case.recall()
        check(not case.fake.paths, f"asked: {case.fake.paths}")


def prefixes(binary):
    """Which words go before what, for a model whose publisher says so; of a text, each passage once."""
    with Case(binary, filled=False) as case:
        case.fake.models = ["nomic-embed-text"]
        case.configure(model="nomic-embed-text")
        case.world.json("backfill")
        kept = sorted(text for text in case.fake.texts() if text.startswith("search_document: "))
        check(kept == ["search_document: Drinks\nblack coffee", "search_document: Pets\na small dog", "search_document: Wheels\na red car"], f"{kept}")
        case.recall()
        check(case.fake.texts()[-1] == "search_query: " + QUESTION, f"{case.fake.texts()[-1]}")
        asked = len(case.fake.asked)
        case.world.json("backfill")
        check(len(case.fake.asked) == asked, "sent again what has its vector")


# Invalid answers: recall goes by words and the table and says why; nothing is written, nothing is asked again at once.
def wrong(number):
    return {"embeddings": [number], "data": [{"index": 0, "embedding": number}]}


BROKEN = [(FakeModel.cuts, "broke"), (FakeModel.says("not JSON"), "JSON"), (FakeModel.says('{"embeddings": [[NaN, 1]], "data": [{"embedding": [NaN]}]}'), "JSON"),
          (FakeModel.says(wrong([1e39, 1])), "finite"), (FakeModel.says(wrong([])), "finite"), (FakeModel.says(wrong(["1"])), "finite"),
          (FakeModel.says(wrong([None] * 64)), "finite"), (FakeModel.says(wrong([0.5] * 5_000)), "finite"), (FakeModel.says(wrong([0.5] * 3)), "3 numbers"),
          (FakeModel.says({"embeddings": [], "data": []}), "does not answer as"), (FakeModel.says([]), "does not answer as"),
          (FakeModel.says({"embeddings": [[1.0]] * 2, "data": [{"index": 7, "embedding": [1.0]}]}), "does not answer as"),
          (FakeModel.says("x" * 4_000_000), "more than"), (FakeModel.says({"error": "out of memory"}, 500), "500"),
          (FakeModel.says({"error": "slow down"}, 429), "429"), (FakeModel.says("", 302, [("Location", "http://127.0.0.1:1/")]), "302")]


def broken_services(binary):
    for place, protocol in enumerate(("ollama", "openai")):
        with Case(binary, protocol) as case:
            for fault, part in BROKEN[place::2]:
                case.calm()
                case.fake.fault = fault
                case.falls_back(part)
                asked = len(case.fake.paths)
                if part != "3 numbers":
                    case.falls_back("left alone", part)
                    check(len(case.fake.paths) == asked, f"a broken service was asked again: {part}")
            check(case.channels() == [(EMBEDDER, protocol + "-1", 64)], f"{case.channels()}")
            check(complaints(case.world) == "", complaints(case.world))


def no_pairs(binary):
    """Each index must be there once."""
    with Case(binary, "openai", filled=False) as case:
        case.recall()
        case.fake.fault = FakeModel.says({"data": [{"index": 0, "embedding": [1.0] * 64}] * 3})
        done = case.world.run("backfill")
        check(done.returncode == 1 and "does not answer as OpenAI does" in done.stderr, f"{done}")
        check(case.channels() == [], f"{case.channels()}")


def another_dimension(binary):
    """A service that makes other vectors from now on: they are all made anew, and the old ones go."""
    with Case(binary) as case:
        case.fake.dimension = 48
        case.falls_back("48 numbers")
        case.world.json("backfill")
        check(case.channels() == [(EMBEDDER, "ollama-1", 48)], f"{case.channels()}")
        case.finds()
        case.fake.models = ["other"]
        case.configure(model="other")
        case.world.json("backfill")
        check(case.channels() == [("other", "ollama-1", 48)], f"{case.channels()}")


def in_a_server(binary):
    """A server makes them in the background, however often the service says no, and takes up another dimension while it runs."""
    with Case(binary, filled=False) as case:
        case.recall()
        case.fake.fault = FakeModel.says({"error": "starting"}, 500, times=1)
        with Server(case.world) as server:
            def first():
                found = server.api("GET", "/recall?context=which+automobile&explain=true&min_score=0")
                return "model_coverage" in found["explain"] and found["memories"][0]["title"]
            check(eventually(lambda: case.channels() and len(set(case.fake.texts())) >= 4), "nothing was made")
            check(eventually(lambda: first() == "Wheels"), "not found")
            stored = server.api("POST", "/memories", {"title": "More", "content": "an old automobile", "namespace": "n"})
            check(eventually(lambda: any("old automobile" in text for text in case.fake.texts())), f"{stored} was never sent")
            check(server.stop() == 0, "serve did not end well")
        check(complaints(case.world) == "", complaints(case.world))


def nobody_waits(binary):
    """A service that hangs: stores go on at once, a recall waits its time and no longer, the daemon ends when it is told to."""
    with Case(binary, question_timeout_ms=300) as case:
        case.fake.fault = case.fake.hangs()
        case.falls_back("did not answer within 300 milliseconds")
        case.falls_back("left alone")
        (case.world.home / ".local" / "state" / "ai-memory" / "embedding.json").unlink()
        with Server(case.world) as server:
            check(eventually(lambda: server.api("POST", "/memories", {"title": "New", "content": "text", "namespace": "n"})["id"]), "no store")
            check(server.stop() == 0, "serve did not end well")
        check(not case.fake.let_go.is_set(), "it waited for the service")


def stops_at_once(binary):
    """A daemon that waits for the vectors of memories ends when it is told to."""
    with Case(binary) as case:
        case.world.json("store", "-T", "Fresh", "-c", "needs a vector", "-n", "n")
        case.fake.fault = case.fake.hangs()
        with Server(case.world) as server:
            check(case.fake.arrived.wait(30), "nothing was asked")
            check(server.api("POST", "/memories", {"title": "New", "content": "text", "namespace": "n"})["id"], "no store meanwhile")
            check(server.stop() == 0, "serve did not end well")
        check(not case.fake.let_go.is_set(), "it waited for the service")


def budget(binary):
    with Case(binary, calls_per_day=2) as case:  # one for the dimension, one for three memories
        case.falls_back("the embedding service's budget of 2 calls a day is used up")
        service = case.world.json("capabilities")["embedding"]
        check(not service["usable"] and service["calls_left"] == 0 and "embedding.calls_per_day" in service["reason"], f"{service}")
        done = case.world.run("backfill")
        check(done.returncode == 1 and "budget" in done.stderr, f"{done}")


def refused_texts(binary):
    """What is refused is one text's: the others get their vectors."""
    with Case(binary, filled=False) as case:
        def fault(request, _):
            if "small dog" not in " ".join(case.fake.last):
                return False
            FakeModel.say(request, {"error": "I do not like dogs"}, 400)
            return True
        case.recall()
        case.fake.fault = fault
        done = case.world.json("backfill")
        check(done["failed"] == 1 and done["embedded"] == 2, f"{done}")


def secrets(binary):
    """The key goes to the service and nowhere else; http to another machine needs its owner's word."""
    with Case(binary, "openai", filled=False, key="another") as case:
        case.world.environment.update(AI_MEMORY_EMBEDDING_KEY=KEY, AI_MEMORY_LOG="debug")
        said = ""
        for words in (("doctor",), ("recall", "x"), ("backfill",), ("capabilities",), ("stats",), ("model", "list"), ("model", "embed", "x")):
            done = case.world.run(*words)
            said += done.stdout + done.stderr
        check("401" in said and "embedding.key_file" in said, said)
        check(KEY not in said, "the key was told")
        for file in case.world.home.rglob("*"):
            check(not file.is_file() or KEY.encode() not in file.read_bytes(), f"the key is in {file}")
        (case.world.home / ".local" / "state" / "ai-memory" / "embedding.json").unlink()
        case.fake.key = KEY
        case.world.json("backfill")
        case.finds()
    with Case(binary, filled=False) as case:
        case.configure(url="http://192.0.2.1:11434", connect_timeout_secs=1)
        case.falls_back("ai-memory doctor shows the reason")
        told = case.world.run("doctor").stdout
        check("http is for this machine only" in told, told)


def many_at_once(binary):
    """However many ask at the same moment: each gets its answer, with or without the service."""
    with Case(binary) as case, Server(case.world) as server:
        done = []
        threads = [threading.Thread(target=lambda: done.append(server.api("GET", "/recall?context=which+automobile&min_score=0")["count"])) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        check(len(done) == 8 and all(done), f"{done}")


CASES = [both_protocols, off_by_default, prefixes, broken_services, no_pairs, another_dimension, in_a_server, nobody_waits, stops_at_once, budget,
         refused_texts, secrets, many_at_once]


def main(binary, options):
    return run_cases(CASES, binary, options.only)


if __name__ == "__main__":
    run(main, __doc__, only="")
