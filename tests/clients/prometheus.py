#!/usr/bin/env python3
"""What the daemon says at /metrics, read by Prometheus's own parser (D4). setup.sh installs that and starts this."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
from outcome import check, run  # noqa: E402
from prometheus_client.parser import text_string_to_metric_families  # noqa: E402
from server import Server  # noqa: E402
from world import World  # noqa: E402

WANTED = {
    "ai_memory_http_requests": "counter", "ai_memory_http_request_duration_seconds": "histogram", "ai_memory_memories": "gauge",
    "ai_memory_http_waiting_requests": "gauge", "ai_memory_gc_runs": "counter", "ai_memory_database_bytes": "gauge",
}  # fmt: skip


def scrape(server):
    reply = server.ask("GET", "/metrics")
    check(reply.status == 200 and reply.headers["content-type"].startswith("text/plain"), f"/metrics: {reply}")
    families = {each.name: each for each in text_string_to_metric_families(reply.text)}
    for family in families.values():
        check(family.documentation and family.type != "unknown", f"{family.name} has no help or no type")
        seen = [(sample.name, tuple(sorted(sample.labels.items()))) for sample in family.samples]
        check(len(seen) == len(set(seen)), f"{family.name} has a series twice")
    return families


def value(families, name, sample=None, **labels):
    found = [each.value for each in families[name].samples if each.name == (sample or name) and labels.items() <= each.labels.items()]
    check(len(found) == 1, f"{name} {labels}: {len(found)} series")
    return found[0]


def histograms(family):
    """Buckets that add up, one series a method and route."""
    by_series = {}
    for sample in family.samples:
        key = tuple(sorted((name, text) for name, text in sample.labels.items() if name != "le"))
        by_series.setdefault(key, {}).setdefault(sample.name.removeprefix(family.name), []).append(sample)
    for key, parts in by_series.items():
        counts = [(float(each.labels["le"]), each.value) for each in parts["_bucket"]]
        check(counts == sorted(counts) and [each[1] for each in counts] == sorted(each[1] for each in counts), f"{key}: buckets {counts}")
        check(counts[-1] == (float("inf"), parts["_count"][0].value), f"{key}: the last bucket is not the count")
        check(parts["_sum"][0].value >= 0, f"{key}: sum")
    return len(by_series)


def prometheus(binary, options):
    with World(binary) as world, Server(world) as server:
        for number in range(3):
            server.api("POST", "/memories", {"title": f"Counted {number}", "content": "x", "tier": ("short", "mid", "long")[number]}, 201)
        for path in ("/recall?context=counted", "/recall?context=counted", "/memories/nothing-like-it", "/../../weird\"path"):
            server.ask("GET", "/api/v1" + path)
        server.ask("GET", "/nowhere/secret-word")
        families = scrape(server)
        for name, kind in WANTED.items():
            check(name in families and families[name].type == kind, f"{name} is {families[name].type if name in families else 'not there'}, not {kind}")
        requests = "ai_memory_http_requests"
        check(value(families, requests, requests + "_total", method="GET", route="/api/v1/recall", status="200") == 2, "two recalls are not counted")
        check(value(families, requests, requests + "_total", method="POST", route="/api/v1/memories", status="201") == 3, "three stores are not counted")
        for tier in ("short", "mid", "long"):
            check(value(families, "ai_memory_memories", tier=tier) == 1, f"memories of the tier {tier}")
        labels = {text for family in families.values() for sample in family.samples for text in sample.labels.values()}
        check(not any("secret-word" in each or "weird" in each or "nothing-like-it" in each for each in labels), f"what clients wrote became a label: {labels}")
        series = histograms(families["ai_memory_http_request_duration_seconds"])
        before = value(families, "ai_memory_database_bytes")
        check(before > 0, "the database has no size")
        check(server.stop() == 0, "the daemon did not end well")
    return f"{len(families)} families, {series} histograms"


if __name__ == "__main__":
    run(prometheus, __doc__)
