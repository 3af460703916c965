#!/usr/bin/env python3
"""Fifty natural questions over what `adopt` took in of several assistants: the right memory is among three, and its line is shown (X4)."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import hosts_home as hosts  # noqa: E402
from outcome import check, run  # noqa: E402
from world import World  # noqa: E402

# The question of then, its answer, the question of today, a word that only the right answer has.
FACTS = [
    ("Which port should the billing service listen on?", "Let it listen on 9417; the gateway already forwards there.", "what port does billing use", "9417"),
    ("The queue consumer stalls at night, why?", "It holds the advisory lock while it sleeps between batches; release it before the pause.", "why did the queue consumer stall at night", "advisory"),
    ("How do we name branches?", "By ticket and topic, as in PAY-17-refund-rounding.", "what is our naming scheme for branches", "PAY-17-refund-rounding"),
    ("Who reviews schema changes?", "Every migration goes to the data platform guild before merge.", "who has to review a migration", "guild"),
    ("Which linter shall I set up?", "Ruff with a line length of 120, and no black beside it.", "which linter do we use", "Ruff"),
    ("Where do the nightly exports go?", "To the bucket tidepool-exports, under the date of the day before.", "where are the nightly exports stored", "tidepool-exports"),
    ("The login page flickers on Safari.", "The font swaps late; preload the variable font and set font-display to optional.", "how did we fix the flicker on the login page", "font-display"),
    ("What is the retry policy for webhooks?", "Seven attempts with exponential backoff, the last after about six hours.", "how often are webhooks retried", "Seven"),
    ("Can we drop Node 16?", "Yes, after the kiosk devices are updated in the second week of May.", "when can we stop supporting Node 16", "kiosk"),
    ("How do we round refunds?", "Half to even, in cents, never on floats.", "how are refunds rounded", "even"),
    ("Which certificate does the staging proxy use?", "A wildcard from the internal authority, renewed by certwarden every sixty days.", "who renews the staging certificate", "certwarden"),
    ("Why is the search index so large?", "We keep positions for every field; the description field alone needs none.", "why was the search index so big", "positions"),
    ("What do we log about customers?", "Only the pseudonymous customer key, never names or mail addresses.", "what may be logged about a customer", "pseudonymous"),
    ("Which timezone do reports use?", "All reports are cut at midnight in Lisbon.", "in which time zone are reports cut", "Lisbon"),
    ("The integration tests hang on the runner.", "The runner has IPv6 disabled and the fake server binds to ::1; bind it to 127.0.0.1.", "why did integration tests hang on the CI runner", "IPv6"),
    ("How long are sessions kept?", "Thirty days of idleness, then the refresh token is revoked.", "after how long does a login session end", "Thirty"),
    ("Which image format for thumbnails?", "AVIF at quality 45, with WebP for old clients.", "what format do the thumbnails have", "AVIF"),
    ("Should we vendor the protobuf files?", "No, they come from the schema registry, pinned by digest.", "where do the protobuf definitions come from", "registry"),
    ("The importer doubles rows.", "The upsert key lacked the tenant; add tenant_id to the unique index.", "why did the importer create duplicate rows", "tenant_id"),
    ("How do we feature-flag the new cart?", "By the flag cart-v2, five percent a day, off for wholesale accounts.", "how is the new cart rolled out", "wholesale"),
    ("Which currency library?", "We settled on Moneta because Dinero drops trailing zeros.", "which library do we use for money", "Moneta"),
    ("Who is on call at weekends?", "The platform team by rota; the calendar is called Lighthouse.", "where is the on-call calendar", "Lighthouse"),
    ("What broke the release on Thursday?", "A missing migration lock: two pods migrated at once.", "what went wrong with Thursday's release", "pods"),
    ("How big may an upload be?", "Forty megabytes at the edge, and the worker refuses above thirty-eight.", "what is the maximum size of an upload", "Forty"),
    ("Where is the design system documented?", "In the Storybook at the host named palette, behind the VPN.", "where do I find the design system docs", "palette"),
    ("Why do we not use GraphQL subscriptions?", "The load balancer cuts idle sockets after a minute, so we poll.", "why did we decide against GraphQL subscriptions", "sockets"),
    ("Which hash for passwords?", "Argon2id with 64 MiB and three passes.", "how are passwords hashed", "Argon2id"),
    ("The memory of the worker grows.", "The Prometheus labels held order ids; drop that label.", "what caused the worker's memory leak", "labels"),
    ("How are invoices numbered?", "By legal entity and year, without gaps, from a sequence table.", "how do we number invoices", "gaps"),
    ("Which browser versions do we support?", "The last two of each, and Firefox ESR for the county offices.", "which browsers must still work", "county"),
    ("What is the rule for database indexes?", "No index without a query in the runbook that needs it.", "when may I add an index to the database", "runbook"),
    ("How do we seed the demo tenant?", "Run make demo-seed; it takes its names from the botanical list.", "how is the demo tenant filled", "botanical"),
    ("The PDF lacks umlauts.", "The renderer image has no Noto fonts; install fonts-noto-core.", "why were umlauts missing in the PDF", "Noto"),
    ("Which secret store do we use?", "Secrets live in Vault under kv/harbor, and rotate every quarter.", "where are our secrets kept", "harbor"),
    ("How is the mobile build signed?", "By the keystore in the hardware module; only the release captain has the PIN.", "who can sign the mobile build", "captain"),
    ("What about backups of the ledger?", "Hourly increments to Tromso and a full copy each Sunday.", "where do the ledger backups go", "Tromso"),
    ("How do we talk to the warehouse?", "By SFTP twice a day; their API returns stale stock levels.", "how is warehouse stock synchronised", "SFTP"),
    ("Which metric pages us?", "Checkout success below 97 percent for five minutes.", "what alert wakes us up at night", "97"),
    ("Should errors be retried in the client?", "Only idempotent reads; writes show the banner with the ticket number.", "does the client retry failed writes", "banner"),
    ("Where do translations come from?", "From Weblate; strings freeze on the first Monday of a month.", "when is the string freeze for translations", "Monday"),
    ("The cache serves old prices.", "The surrogate key missed the price list id, so purges passed it by.", "why were stale prices served from the cache", "surrogate"),
    ("How do we version the public API?", "By a date in the header Acme-Version; a version lives for two years.", "how long does a public API version live", "Acme-Version"),
    ("Which queue for mails?", "The slow lane, because marketing may not delay receipts.", "which queue do marketing mails use", "lane"),
    ("What is the limit of tags on a product?", "Twelve; the search facet breaks beyond that.", "how many tags can a product have", "Twelve"),
    ("How do we test payments?", "With the sandbox card ending in 4242 and the fake bank Glacier.", "how can I test a payment", "Glacier"),
    ("Why did we leave Kafka?", "Three topics with ten messages a minute did not pay for its upkeep; NATS carries them.", "why did we move away from Kafka", "NATS"),
    ("Which style for commit messages?", "Imperative, with the module first, and no ticket in the subject.", "how should a commit message look", "Imperative"),
    ("How long may a request take?", "Two seconds at the gateway, then it answers 504 and logs the trace.", "what is the request timeout at the gateway", "504"),
    ("Who owns the recommendation model?", "The discovery squad; ask in the channel compass before retraining.", "whom do I ask before retraining the recommendation model", "compass"),
    ("What is the plan for the monolith?", "Carve out pricing first, then the catalogue; accounts stay inside.", "which part leaves the monolith first", "pricing"),
]  # fmt: skip
SMALL_TALK = [("user", "Thanks, please note that."), ("assistant", "Noted. Anything else?"), ("user", "Run the tests once more, please."), ("assistant", "All of them pass.")]


def fill(world):
    projects = [world.home / name for name in ("shop", "api", "infra")]
    for number, (asked, answered, _, _) in enumerate(FACTS):
        talk, day, project = [("user", asked), ("assistant", answered)] + SMALL_TALK, number % 27 + 1, projects[number % 3]
        kind = number % 5
        if kind == 0:
            hosts.claude_code(world.home, f"cc-{number}", talk, project, day)
        elif kind == 1:
            hosts.codex(world.home, f"cx-{number}", talk, project, day)
        elif kind == 2:
            hosts.gemini(world.home, f"ge-{number}", talk, day)
        elif kind == 3:
            hosts.copilot(world.home, f"co-{number}", talk, project, day)
        else:
            hosts.write(project / "memory-bank" / f"note-{number}.md", f"# Notes\n\n## {asked}\n\n{answered}\n")


def in_a_long_session(world):
    """What only a line in the middle answers comes at the prompt, and what somebody stored comes before it."""
    talk = []
    for thing in [f"{part} of floor {floor}" for floor in range(6) for part in ("the hinges", "the gutters", "the lamps", "the blinds", "the locks", "the tiles")]:
        talk += [("user", f"Please compare the offers for {thing} and say what to do."),
                 ("assistant", f"For {thing} take the second offer; it is cheaper, and the workmen come on a Thursday. " * 4)]
    talk[40:40] = [("user", "Who services the burglar alarm?"), ("assistant", "The burglar alarm is serviced by Hornbeam Security, contract 5521.")]
    hosts.claude_code(world.home, "cc-long", talk, world.home / "shop")
    world.json("adopt", "--yes")
    question = "who services the burglar alarm?"
    preview = world.json("hook-preview", "-n", "shop", question)
    check(preview["inject"] and "Hornbeam" in preview["text"], f"{preview}")
    world.json("store", "The burglar alarm is serviced by Larkspur since May", "-n", "shop")
    hits = world.json("recall", question, "-n", "shop", "--limit", "2")["memories"]
    check("Larkspur" in hits[0]["content"] and hits[1]["source"] == "mine-claude-code", f"{hits}")


def test(binary, _):
    with World(binary) as world:
        in_a_long_session(world)
    with World(binary) as world:
        fill(world)
        report = world.json("adopt", "--yes")
        for place in report["places"]:
            counted = sum(each["count"] for each in place["pieces_skipped"] + place["not_understood"])
            check(place["pieces"] == place["pieces_taken"] + counted, f"the counts do not add up: {place}")
        missed, unseen = [], []
        for _, _, question, word in FACTS:
            hits = world.json("recall", question, "--limit", "3")["memories"]
            if not any(word in each["content"] for each in hits):
                missed.append(question)
            elif not any(word in each.get("excerpt", each["content"]) for each in hits) or word not in world.run("recall", question, "--limit", "3").stdout:
                unseen.append(question)
        found = len(FACTS) - len(missed)
        check(found >= 45, f"{found} of {len(FACTS)} found; missed: {json.dumps(missed, indent=1)}")
        check(len(unseen) <= 2, f"found, but its line is not shown: {json.dumps(unseen, indent=1)}")
        return f"{found} of {len(FACTS)} questions answered among three, {len(unseen)} of them without the line shown"


if __name__ == "__main__":
    run(test, __doc__)
