#!/usr/bin/env python3
"""What vector-memory finds: a ranking that explains itself, filters, duplicates and their merging, vectors made anew (J1, J2, J4, J8)."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run, run_cases  # noqa: E402
from two import Two, same  # noqa: E402


def ranking(binary):
    with Two(binary) as two:
        two.init()
        empty = two.search("anything")
        same((empty["mode"], empty.get("warnings")), ("built-in", None), "an empty store lacks nothing")
        two.store("The login timeout was fixed by raising the pool to 50", priority="LOW")
        two.store("Deploys go out on Tuesdays", priority="CORE", location="global")
        two.store("The cache is warmed at night", priority="HIGH")
        found = two.search("deploys on tuesdays")
        same(found["mode"], "built-in", "without a model")
        same(found["warnings"][-1], "the model could not be used (there is none here): ai-memory model get", "and why")
        weights = found["weights"]
        check(found["count"] >= 1 and found["memories"][0]["content"].startswith("Deploys"), f"{found}")
        for each in two.search("timeout of the login pool", min_similarity=0)["memories"]:
            parts = each["score_breakdown"]
            total = sum(weights[name] * parts[name] for name in ("similarity", "recency", "priority", "usage"))
            check(abs(total + parts["project_boost"] - each["score"]) < 1e-5, f"{each}")
            same(parts["project_boost"], 0.1 if each["location"] == "project" else 0.0, "boost")
        by_words = json.loads(two.raw("search_memory", {"query": "cache"}, "--project", two.project, "--tier", "keyword").stdout)
        same((by_words["count"], by_words["mode"]), (1, "text"), "by words")
        same(by_words["warnings"], ["vectors could not be used (tier keyword): found by words"], "and why")
        same(two.search("zebra crossing", min_similarity=1)["memories"], [], "nothing found is no error")
        two.refused("search_memory", query="  ")
        two.refused("search_memory", query="x", limit=0)
        check("limit" in two.search("x", limit=50)["warnings"][0], "a limit that is too large is clamped")


def by_relevance(binary):
    with Two(binary) as two:
        two.init().configure('[vector_memory]\nranking = "relevance"\n')
        two.store("The backup of the orders runs at night", priority="LOW", category="fix")
        two.store("Lunch is at noon", priority="CORE")
        two.store("Backups of the orders are kept a month", location="global", title="Kept")
        two.store("Backups of the orders are kept a year", title="kept")
        found = two.search("when does the backup of the orders run")
        same([each["content"] for each in found["memories"]], ["The backup of the orders runs at night", "Backups of the orders are kept a year"], "best first")
        same((found["weights"], found["mode"], found["overridden"]), ({"project_boost": 0.1}, "built-in", 1), "what is weighed, and hidden")
        parts = found["memories"][0]["score_breakdown"]
        check(parts["project_boost"] == 0.1 and "weight" in parts["certainty"], f"the core's factors: {parts}")
        same(two.search("backup of the orders", filters={"category": "fix"})["count"], 1, "filters that must read")
        same(two.search("backup of the orders", limit=1, location="global")["memories"][0]["location"], "global", "one store")
        same(two.search("xylophone zeppelin", min_similarity=0.9)["memories"], [], "nonsense finds nothing")
        same(two.call("list_memories")["memories"][-1]["access_count"], 2, "what is shown is used")
        done = two.world.run("--db", two.projects, "standard", "set", "shop", found["memories"][0]["memory_id"])
        check(done.returncode == 0, f"a standard of the core: {done}")
        same([each["memory_id"] for each in two.search("when does the backup of the orders run")["memories"]], [each["memory_id"] for each in found["memories"]], "a standard is a memory here as others are")


def weak_matches(binary):
    with Two(binary) as two:
        two.init()
        for number in range(3):
            for text in ("herons nesting", "heron colony by the river", "tax forms for birds", "violin strings", "spring migration"):
                two.store(f"{text} number {number}")
        question = "where do herons nest near the river in spring"
        few = two.search(question, limit=15)
        check(few["count"] < 15 and f"{15 - few['count']} weaker matches are left out; include_weak=true shows them" in few["warnings"], f"{few}")
        every = two.search(question, limit=15, include_weak=True)
        check(every["count"] == 15 and "weaker" not in str(every["warnings"]), f"{every}")


def beside_many_others(binary):
    """An answer of little weight among many memories that weigh more."""
    lines = [f"The team of module {number} meets in room {number} to plan its work for the week" for number in range(60)]
    with Two(binary) as two:
        two.init()
        with two.world.mcp("--project", two.project) as client:
            client.call("store_memory", {"content": "The printer was repaired by turning its ribbon", "priority": "LOW"})
            for line in lines:
                client.call("store_memory", {"content": line, "priority": "CORE"})
            client.call("search_memory", {"query": lines[3]})
            found = client.call("search_memory", {"query": "how was the printer repaired", "limit": 5})
            check(any("ribbon" in each["content"] for each in found["memories"]), f"{found}")


def long_contents(binary):
    """Of a long content a search shows the passages that answer."""
    with Two(binary) as two:
        two.init()
        filling = "The committee discussed the coming year and postponed every vote. " * 60
        with two.world.mcp("--project", two.project) as client:
            client.call("store_memory", {"content": filling + "The burglar alarm is serviced by Hartmann. " + filling})
            (hit,) = client.call("search_memory", {"query": "who services the burglar alarm"})["memories"]
        check("serviced by Hartmann" in hit["content"] and len(hit["content"]) < 2_200, f"{hit}")


def counted_once_a_session(binary):
    with Two(binary) as two:
        two.init()
        two.store("The till opens at nine")
        with two.world.mcp("--project", two.project) as client:
            for _ in range(3):
                client.call("search_memory", {"query": "when does the till open"})
            client.call("search_memory", {"query": "till hours"})
            client.call("list_memories", {})
        same(two.call("list_memories")["memories"][0]["access_count"], 2, "uses")


def filters(binary):
    with Two(binary) as two:
        two.init()
        two.store("till one", tags=["a", "b"], priority="HIGH", category="fix", source="import")
        two.store("till two", tags=["a"], priority="LOW")
        two.store("till three", location="global", tags=["a"])

        def names(**more):
            return sorted(each["content"][5:] for each in two.search("till", **more)["memories"])

        same(names(), ["one", "three", "two"], "all")
        same(names(filters={"tags": ["a", "b"]}), ["one"], "tags: all")
        same(names(filters={"priority": ["HIGH", "low"]}), ["one", "two"], "priorities")
        same(names(priority="high"), ["one"], "flat")
        same(names(filters={"category": "fix"}), ["one"], "category")
        same(names(filters={"source": "manual"}), ["three", "two"], "source")
        same(names(filters={"date_range": {"from": "2020-01-01", "to": "2020-12-31"}}), [], "dates")
        same(names(location="global"), ["three"], "location")
        same(two.call("list_memories", filters={"project_id": "shop"})["total"], 3, "project_id, of global ones too")
        both = two.search("till", tags=["a"], filters={"tags": ["b"]})
        check("filters" in both["warnings"][0] and both["count"] == 1, f"{both}")
        check("did you mean" in two.search("till", filtres={})["warnings"][0], "unknown arguments are named")
        range_too = two.search("till", filters={"date_range": {"form": "2020-01-01"}})
        check("date_range.form" in range_too["warnings"][0] and range_too["count"] == 3, f"in all objects: {range_too}")
        same(two.search("till\0")["memories"], [], "nothing holds a NUL (S37)")
        listed = two.call("list_memories", location="project", filters={"location": "global"})
        check(listed["total"] == 1 and "filters" in listed["warnings"][0], f"filters override, and it is said: {listed}")


def near_duplicates(binary):
    with Two(binary) as two:
        two.init().with_model()
        first = two.store("the user likes tea")
        same(first["embedding"], "stored", "by the model")
        model = two.call("list_memories")["memories"][0]["embedding_model"]
        check(model.startswith("tiny@") and len(model) == len("tiny@") + 8, f"which one, and what makes its vectors alike: {model}")
        same(two.call("migrate_embeddings", dry_run=True)["model"], model, "the same there")
        two.store("paris of the user")
        warned = two.store("the user likes tea.")
        same(warned["action"], "created", "stored all the same")
        check(warned["duplicates"][0]["memory_id"] == first["memory_id"], f"{warned}")
        check("deduplicate_memories" in warned["warnings"][0], f"{warned}")
        same(two.store("The user likes tea", on_duplicate="skip")["action"], "skipped", "skip")
        updated = two.store("The user likes tea!", on_duplicate="update")
        same(updated["action"], "updated", "update")
        differs = two.store("the user likes tea 5432", on_duplicate="merge")
        again = two.store("the user likes tea 5433", on_duplicate="merge")
        same((again["action"], again["duplicates"][0]["differs"]), ("created", ["numbers"]), "other numbers are never merged")
        check(again["memory_id"] != differs["memory_id"], "two memories")
        other = two.store("the user likes paris", on_duplicate="merge")
        check(all("words" in each["differs"] for each in other["duplicates"] if "paris" not in each["content"]), f"nor other words: {other}")
        same(other["action"], "created", "two memories again")
        same(two.search("tea of paris").get("warnings"), None, "a model that was asked is not missed")
        wide = two.store("the mode of paris", location="global")
        beside = two.store("the mode of paris")
        same((beside["action"], beside["duplicates"][0]["location"], beside["duplicates"][0]["similarity"]), ("created", "global", 1), "in the other store")
        check(wide["memory_id"] not in beside["warnings"][0], f"which cannot be merged: {beside}")
        groups = two.call("deduplicate_memories", similarity_threshold=1)["groups"]
        groups = [sorted(each["memory_id"] for each in group["memories"]) for group in groups]
        check(sorted([wide["memory_id"], beside["memory_id"]]) in groups, f"equal texts are wholly alike: {groups}")


def deduplicates(binary):
    with Two(binary) as two:
        two.init().with_model()
        one = two.store("the user likes tea", tags=["x"], priority="HIGH", on_duplicate="warn")["memory_id"]
        two.search("the user likes tea")
        two_ = two.store("The user likes tea.", tags=["y"])["memory_id"]
        look = two.call("deduplicate_memories", location="project", similarity_threshold=0.9)
        same((look["compared"], look["groups_found"]), (2, 1), "found")
        suggestion = look["groups"][0]["suggestion"]
        same((suggestion["action"], suggestion["keep"], suggestion["priority"], suggestion["tags"]),
             ("merge", two_, "HIGH", ["y", "x"]), "suggested")
        same(two.call("list_memories")["total"], 2, "nothing changed")
        merged = two.call("deduplicate_memories", auto_merge=True, similarity_threshold=0.9)["merged"]
        same(merged, [{"memory_id": two_, "superseded": [one]}], "merged")
        left = two.call("list_memories")["memories"]
        same([(each["memory_id"], each["tags"], each["priority"], each["access_count"]) for each in left], [(two_, ["y", "x"], "HIGH", 1)], "one")
        old = two.call("list_memories", filters={"superseded": True})["memories"]
        same([(each["memory_id"], each["superseded_by"]) for each in old], [(one, two_)], "the other is in the archive")
        check("superseded_by" not in old[0]["metadata"], "what has its own key is not in the metadata, too")
        check(two_ in two.refused("delete_memory", memory_id=one)["suggestion"], "where it went")
        same(two.call("deduplicate_memories", similarity_threshold=0.9)["groups_found"], 0, "again: nothing")
        two.store("the user likes tea 1")
        two.store("the user likes tea 2")
        group = two.call("deduplicate_memories", auto_merge=True, similarity_threshold=0.9)
        check(all(each["suggestion"]["action"] == "review" for each in group["groups"]), f"{group}")
        same(group["merged"], [], "what differs is left alone")


def migrates(binary):
    with Two(binary) as two:
        two.init()
        same(two.store("the user likes tea")["embedding"], "pending", "without a model")
        same(two.refused("migrate_embeddings")["type"], "UNAVAILABLE", "no model")
        two.store("paris", location="global")
        two.with_model()
        same(two.call("migrate_embeddings", dry_run=True)["remaining"], 2, "dry run")
        found = two.search("tea", location="global")
        same(found["warnings"], ["no memory has a vector of the current model yet: migrate_embeddings makes them"], "the model is here, its vectors are not")
        done = two.call("migrate_embeddings")
        same((done["migrated"], done["remaining"], done["total"]), (1, 0, 2), "migrated: what was found is there already")
        same(two.search("tea")["mode"], "vector", "by the model")
        done = two.world.run("backfill", "--profile", "vector-memory", "--project", two.project)
        same(json.loads(done.stdout)["already_current"], 2, "the command for both stores")
        done = two.world.run("deduplicate", "--profile", "vector-memory", "--project", two.project, "--threshold", "0.9")
        same(json.loads(done.stdout)["compared"], 2, "and for duplicates")
        done = two.world.run("deduplicate", "--profile", "vector-memory", "--namespace", "shop")
        check(done.returncode == 1 and "--namespace" in done.stderr, f"which knows no namespace: {done}")
        done = two.world.run("backfill", "--profile", "mudpuppy")
        check(done.returncode == 1 and "--profile must be vector-memory" in done.stderr, f"nor another profile: {done}")


def asks_first(binary):
    with Two(binary) as two:
        two.init().with_model()
        two.store("the user likes tea")
        twin = two.call("import_markdown_memories", file_paths=[])
        same(twin["totals"]["duplicate"], 0, "no notes")
        (two.project / "NOTES.md").write_text("the user likes tea!\n")
        look = two.call("import_markdown_memories")
        same(look["files"][0]["memories"][0]["action"], "duplicate", f"named in a preview: {look}")
        check(look["files"][0]["memories"][0]["duplicate_of"], "with its id")
        same(two.store("The user likes tea.", on_duplicate="ask")["action"], "created", "who cannot be asked is warned")


CASES = (ranking, by_relevance, weak_matches, beside_many_others, long_contents, counted_once_a_session, filters, near_duplicates, deduplicates, migrates, asks_first)


def test(binary, options):
    return run_cases(CASES, binary, options.case)


if __name__ == "__main__":
    run(test, __doc__, case="")
