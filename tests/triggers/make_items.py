"""The labelled items of triggers, written down compactly: run to make dev.jsonl and held.jsonl anew. Items of one group (topic and
phrasing) are all in one half. See README.md."""

import hashlib
import json
from pathlib import Path

import further_items as further

# Memories of a made-up company: every prompt is asked over all of them, so that most are about something else.
MEMORIES = {
    "db": "Production runs PostgreSQL 16 with the pgvector extension on two replicas.",
    "deploy": "Deploys go out on Tuesdays and Thursdays, never on Fridays; the release train is started by the on-call engineer.",
    "tabs": "The team formats Go with gofmt and TypeScript with prettier, two blanks and no semicolons.",
    "login": "The login timeout was caused by the pgbouncer pool being too small; raising default_pool_size to 40 fixed it.",
    "flaky": "The flaky checkout test was a race with the payment stub; waiting for the webhook event made it stable.",
    "retry": "Outgoing webhooks are retried five times with exponential backoff, then parked in the dead-letter queue.",
    "auth": "Authentication uses short-lived JWTs signed with EdDSA; refresh tokens live in an http-only cookie.",
    "redis": "We chose Redis Streams over Kafka for the job queue because the volume is small and nobody wants to run Kafka.",
    "mono": "All services live in one monorepo built with Bazel; shared libraries are under //libs.",
    "secrets": "Secrets are kept in Vault under kv/shop/<service> and injected by the sidecar at start.",
    "naming": "REST endpoints are plural nouns in kebab-case, versioned as /v2.",
    "anna": "Anna owns the billing service; Jorge reviews every change of the ledger.",
    "money": "Amounts of money are integers in minor units with an ISO currency code, never floats.",
    "time": "All timestamps are stored in UTC with millisecond precision and shown in the shop's own zone.",
    "staging": "The staging cluster is called otter and is reset every night at 02:00 UTC.",
    "log": "Logs are structured JSON through zap, shipped by Vector to Loki and kept for 30 days.",
    "oom": "The importer died of memory because it read whole CSV files; it now streams them in batches of 500 rows.",
    "css": "The design system has eight spacing steps; colours come from tokens.css only.",
    "dark": "The user prefers dark themes and compact layouts.",
    "pnpm": "JavaScript packages are installed with pnpm; npm and yarn lock files are refused by CI.",
    "sla": "Support answers critical tickets within two hours; the pager rotates on Mondays at 10:00.",
    "gdpr": "Customer data leaves the EU region never; exports for deletion requests must be done within 14 days.",
    "cache": "The product page is cached at the CDN for five minutes and purged by the publish hook.",
    "search": "Search uses OpenSearch with one index per language; synonyms are edited in the back office.",
    "ios": "The iOS app supports the last two major versions and is released every second Wednesday.",
    "feature": "Feature flags are kept in Unleash; a flag older than 90 days must be removed.",
    "tests": "Integration tests run against real Postgres in containers; database mocks are not allowed.",
    "branch": "Branches are named team/ticket-short-title and squash-merged after one approval.",
    "cert": "TLS certificates come from Let's Encrypt through cert-manager and renew 30 days before expiry.",
    "mail": "Transactional mail is sent by Postmark from mail.shop.example; marketing mail goes through another domain.",
    "seed": "The demo data is made by tools/seed.py with seed 4711.",
    "python": "The data team pins Python 3.11 because of a library that does not build on 3.12.",
    "graph": "GraphQL was given up in spring: caching was too hard and only one client used it.",
    "ledger": "The ledger is append-only; corrections are made by counter entries.",
    "vpn": "Remote access goes through WireGuard; keys are issued by Priya.",
    "k8s": "Pods run as user 10001 with a read-only root file system and no capabilities.",
    "proto": "Services talk gRPC inside the cluster; protobuf files are linted with buf.",
    "backup": "Backups are taken hourly with WAL-G and restored for practice on the first Monday of a month.",
    "mobile": "Push messages are sent through Firebase; quiet hours are 22:00 to 07:00.",
    "quota": "The public API allows 600 requests a minute for each key and answers 429 beyond.",
}

# group: [(prompt, relevant ids)]
RECALL = {
    "ask-decided": [("Which queue did we choose for background jobs, and why?", ["redis"]), ("Did we decide on a way to keep secrets?", ["secrets"]),
                    ("What did we agree on for naming endpoints?", ["naming"]), ("Why did we give up GraphQL?", ["graph"])],
    "ask-fixed": [("How did we fix the login timeout?", ["login"]), ("The checkout test is flaky again, how did we solve that?", ["flaky"]),
                  ("The importer is running out of memory, didn't we have that before?", ["oom"])],
    "ask-our": [("What is our policy for feature flags that are old?", ["feature"]), ("What's our convention for branch names?", ["branch"]),
                ("Which database do we run in production?", ["db"]), ("What are our rules about storing amounts of money?", ["money"])],
    "ask-how": [("How do we deploy, and on which days?", ["deploy"]), ("Where do we keep the logs and for how long?", ["log"]),
                ("How do we handle failed outgoing webhooks?", ["retry"]), ("How do we send transactional mail?", ["mail"])],
    "ask-who": [("Who owns the billing service?", ["anna"]), ("Who issues the keys for the VPN?", ["vpn"])],
    "remind": [("Remind me what the staging cluster is called", ["staging"]), ("Do you remember which Python version the data team pins?", ["python"]),
               ("Remind me how certificates get renewed", ["cert"])],
    "last-time": [("Last week you told me when backups are practised. When was it?", ["backup"]), ("Earlier we talked about the ledger and corrections, how are they made?", ["ledger"]),
                  ("As we discussed, use the agreed format for timestamps", ["time"])],
    "may-we": [("Are we allowed to mock the database in integration tests?", ["tests"]), ("Can I deploy this on Friday?", ["deploy"]),
               ("Should I use npm or pnpm to add this package?", ["pnpm"])],
    "implicit": [("Add the price column to the orders table, amounts of money as we always do", ["money"]), ("Create a new endpoint for gift cards, following our naming rules", ["naming"]),
                 ("Set up the new service so that it gets its secrets the usual way", ["secrets"])],
    "languages": [("Welche Datenbank benutzen wir in production?", ["db"]), ("Wie haben wir den login timeout behoben?", ["login"]),
                  ("¿Qué acordamos sobre los feature flags?", ["feature"]), ("Comment avons nous réglé le login timeout ?", ["login"])],
    "plain-question": [("When do push messages have quiet hours?", ["mobile"]), ("How many requests a minute does the public API allow?", ["quota"]),
                       ("What does the CDN cache for five minutes?", ["cache"]), ("Which iOS versions does the app support?", ["ios"])],
    "preference": [("Which theme do I prefer?", ["dark"]), ("Set up my editor with the theme that I like", ["dark"])],
    "where": [("Where are shared libraries in the monorepo?", ["mono"]), ("Where do synonyms for search get edited?", ["search"])],
    "security": [("How are our JWTs signed?", ["auth"]), ("What is the user id that our pods run as?", ["k8s"])],
    "ops": [("When does the pager rotate?", ["sla"]), ("How often do we take backups and with what tool?", ["backup"])],
    "legal": [("How long do we have for deletion requests of customers?", ["gdpr"]), ("May customer data leave the EU region?", ["gdpr"])],
}
NO_RECALL = {
    "remember-to": ["Remember to add a test for the parser", "Remember to close the file handle here", "Don't forget to update the changelog"],
    "small-talk": ["Thanks, that was quick!", "Hi there", "Good morning, ready to start?", "You are welcome"],
    "short-orders": ["run it again", "yes, go ahead", "continue", "no, undo that", "ok", "try again please"],
    "code-at-hand": ["What does this function return when the list is empty?", "Why does line 42 throw here?", "Is the loop above quadratic?",
                     "Explain this regex to me", "What is the type of the variable x in the current file?"],
    "world": ["What is the capital of Australia?", "What is the difference between TCP and UDP?", "What's a monad?", "How does garbage collection work in Java?"],
    "write": ["Write a haiku about compilers", "Write a function that reverses a linked list", "Generate ten random names for a cat"],
    "edit": ["Rename the variable foo to bar everywhere in this file", "Sort these imports", "Format this file", "Add a docstring to the class above", "Split this method into two"],
    "other-topic": ["Which database does Instagram use?", "How do French trains deploy their signalling?", "Who invented the queue data structure?",
                    "What colour is the sky on Mars?", "How long do cats live?"],
    "fix-here": ["Fix the typo in the heading", "The build fails with a missing semicolon in line 3, fix it", "Make the button a little larger", "Remove the unused import"],
    "paste": ["```\nhow do we deploy?\n```\nmake this a heading", "> which database do we use in production?\ntranslate the quote into Finnish"],
    "explain": ["Explain how a bloom filter works", "Summarise the text above in two sentences", "Translate this sentence into Dutch: the cat sleeps"],
    "other-languages": ["Danke, das reicht", "Gracias, perfecto", "Schreibe ein Gedicht über den Herbst", "谢谢"],
    "similar-words": ["Write a birthday card for a colleague who likes trains", "Draw an ASCII picture of an otter", "Plan a menu for a dinner on Tuesday with friends",
                      "Write a short story about a vault in a bank", "Convert 30 days into hours"],
    "new-work": ["Create an empty file called notes.txt", "Add a print statement after the loop", "Increase the font size of the second paragraph", "Count the words in this README"],
    "tool-talk": ["Open the terminal", "Show me the diff", "Commit this with a good message", "Run the linter"],
}
DECISION = {
    "decided": ["We decided to use Postgres instead of MySQL because of JSONB.", "I've decided to drop support for Node 16.", "The team agreed on trunk-based development."],
    "chose": ["We chose to keep the monolith for another year.", "After the benchmark we opted for zstd.", "We settled on OAuth with PKCE for the mobile app."],
    "lets": ["Let's go with Tailwind for the new pages.", "Let's use UUIDv7 for all primary keys.", "Let's stick with REST, the clients are happy."],
    "will": ["We'll use feature flags for every risky change.", "We will deprecate the v1 API at the end of March.", "I'll go with the second option, the simpler schema."],
    "from-now": ["From now on every pull request needs two approvals.", "Going forward, dates in file names are ISO 8601.", "From today we only deploy with the pipeline."],
    "label": ["Decision: sessions live in Redis with a TTL of one day.", "Final decision is to self-host the runners.", "ADR-12: events are the source of truth for orders."],
    "instead": ["We use pnpm instead of npm from this sprint.", "Instead of polling we will use webhooks.", "We picked Svelte over React for the widget."],
    "rules": ["We never store card numbers ourselves.", "We always write migrations so that they can be rolled back.", "The architecture will be event-driven with an outbox."],
    "going-with": ["OK, going with SQLite for the desktop build.", "I'm going with the blue variant, the customers liked it.", "We're moving to Kubernetes in May."],
    "reject": ["We rejected GraphQL, the caching is too hard.", "We agreed not to support Internet Explorer.", "I decided against a rewrite."],
    "languages": ["Wir haben entschieden, Kafka nicht mehr zu verwenden.", "Ab sofort schreiben wir Commits auf Englisch.", "Hemos decidido usar Rust para el parser.",
                  "On a décidé de garder PostgreSQL.", "我们决定使用 Redis 作为队列。"],
    "settled": ["It's settled: the ledger stays append-only.", "Agreed, we keep the two-week sprints.", "We've chosen Frankfurt as the primary region."],
}
NO_DECISION = {
    "questions": ["Should we use Postgres or MySQL?", "Did we decide on a queue?", "Which option do you prefer?", "How do I decide between REST and gRPC?", "Have we agreed on a date?"],
    "if": ["If we decide on Kafka, we need a larger cluster.", "When we choose a framework, remember the bundle size.", "What if we went with SQLite?", "Unless we switch to Bazel, builds stay slow."],
    "undecided": ["We haven't decided on a database yet.", "The choice of the region is still undecided.", "I can't decide which of the two is better.", "Nothing is final yet."],
    "maybe": ["Maybe we could use Redis for that.", "I'm thinking about moving to Svelte.", "We might adopt Nix at some point.", "I'm leaning towards the second option, but not sure."],
    "requests": ["Explain the architecture decision records to me.", "Summarise why they chose Kafka in this article.", "Find the ADR about sessions.", "Show me the decision log."],
    "story": ["In the novel the captain decided to turn the ship around.", "Netflix decided to open an office in Warsaw.", "He chose the red pill in the film."],
    "quoted": ["> We decided to use Postgres.\nIs this quote from the minutes?", "```\n# We decided to use tabs\n```\nreformat this block"],
    "orders": ["Add a test for the parser.", "Rename the file and run the linter.", "Fix the failing build please.", "Write a migration that adds a column."],
    "status": ["The tests pass and the build is green.", "I opened a pull request for the cache change.", "The server restarted at noon.", "The query takes 300 ms on staging."],
    "chat": ["Thanks, that looks good.", "Let's grab lunch first.", "Let's go through the error together.", "I'll be back in ten minutes."],
    "languages": ["Sollen wir Postgres nehmen?", "Wir haben noch nicht entschieden.", "¿Deberíamos usar Rust?", "我们是否应该使用 Redis？"],
    "undo": ["Forget that decision, we start over.", "Revert the commit that switched to Svelte.", "Let's reconsider what we decided about Kafka."],
}


def tool(command, text, code=1, name="Bash"):
    return {"kind": "tool", "tool": name, "command": command, "text": text, "exit": code}


def user(text):
    return {"kind": "user", "text": text}


def says(text):
    return {"kind": "assistant", "text": text}


RUST = "error[E0382]: borrow of moved value: `name`\n --> src/main.rs:14:20"
PY = 'Traceback (most recent call last):\n  File "app.py", line 3, in <module>\n    main()\nKeyError: \'user\''
TS = "src/index.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'."
GO = "panic: runtime error: index out of range [5] with length 5"
NODE = "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect (node:net:1494:16)"
C = "main.c:7:12: error: use of undeclared identifier 'count'"
RESOLVED = {
    "same-command-rust": [[user("run the tests"), tool("cargo test", RUST), says("I cloned the name before the move."), tool("cargo test", "ok. 12 passed", 0)]],
    "same-command-python": [[tool("python app.py", PY), says("The key was misspelt; I renamed it."), tool("sed -i s/a/b/ app.py", "", 0), tool("python app.py", "done", 0)]],
    "same-command-ts": [[tool("npx tsc", TS), says("I parse the number now."), tool("npx tsc", "", 0)],
                        [tool("npm run build", TS), tool("git status", "clean", 0), says("The type was wrong in the interface."), tool("npm run build", "built", 0)]],
    "confirmed-works": [[user("I get this:\n" + NODE), says("The database was not started; run docker compose up db."), user("that works now, thanks")],
                        [user(C), says("Declare count before the loop."), user("It works.")]],
    "confirmed-fixed": [[tool("go test ./...", GO), says("The loop ran one too far."), user("Perfect, that fixed it!")],
                        [user("still this:\n" + PY), says("Use get() with a default."), user("solved, thank you")]],
    "confirmed-green": [[tool("pytest", "E   AssertionError: assert 3 == 4\nFAILED tests/test_a.py"), says("The expected value was old."), user("all green now")]],
    "blanks": [[tool("make  test", C), says("I declared it."), tool("make test", "ok", 0)]],
    "twice": [[tool("cargo build", RUST), says("First try."), tool("cargo build", RUST), says("I borrow instead."), tool("cargo build", "Finished", 0)]],
    "languages": [[user(NODE), says("Start the database first."), user("Danke, jetzt funktioniert es")], [user(PY), says("Use get."), user("Ya funciona, gracias")]],
    "shell": [[tool("./deploy.sh", "bash: kubectl: command not found"), says("kubectl is installed now."), tool("./deploy.sh", "deployed", 0)]],
    "permission": [[tool("cat /etc/shop.conf", "cat: /etc/shop.conf: Permission denied"), says("I added you to the group."), tool("cat /etc/shop.conf", "port=80", 0)]],
}
NOT_RESOLVED = {
    "still": [[tool("cargo test", RUST), says("I cloned it."), user("no, it still fails")], [user(PY), says("Use get."), user("that doesn't work")]],
    "other-command": [[tool("cargo test", RUST), says("I cloned it."), tool("ls", "src", 0)], [tool("npx tsc", TS), says("I changed the type."), tool("npm run lint", "ok", 0)]],
    "other-error": [[tool("go test ./...", GO), says("The bound was wrong."), tool("go test ./...", "panic: nil map")]],
    "question": [[tool("make", C), says("Declare count."), user("does it work now?")], [tool("make", C), says("Declare count."), user("works?")]],
    "if": [[user(NODE), says("Start the database."), user("I'll tell you if it works")], [user(NODE), says("Start the database."), user("it should work now, let me try")]],
    "irony": [[tool("make", C), says("Declare count."), user("great, now there is another error")], [tool("make", C), says("Declare it."), user("oh wonderful, even more broken")]],
    "no-error": [[user("make the button blue"), says("Done."), user("that works, thanks")], [tool("ls", "a b", 0), says("Two files."), user("works for me")]],
    "warning": [[tool("make", "warning: unused variable 'x'", 0), says("I removed it."), tool("make", "ok", 0)], [tool("npm i", "npm WARN deprecated request@2.88.2", 0), says("Fine."), tool("npm i", "ok", 0)]],
    "nothing-done": [[tool("curl localhost", "curl: (7) Failed to connect to localhost port 80: Connection refused"), tool("curl localhost", "ok", 0)]],
    "my-machine": [[tool("pytest", "E   AssertionError: assert 1 == 2"), says("I changed the fixture."), user("works on my machine only, CI fails")]],
    "languages": [[user(PY), says("Use get."), user("funktioniert noch nicht")], [user(PY), says("Use get."), user("no funciona")]],
    "new-topic": [[tool("cargo test", RUST), says("I cloned it."), user("let us look at the README instead")]],
    "failing-again": [[tool("npx tsc", TS), says("I parse it now."), tool("npx tsc", TS)]],
}


def joined(first, second):
    """Groups of both; those of the second under names of their own."""
    return {**first, **{f"further-{name}": group for name, group in second.items()}}


def half_of(task, group):
    return "held" if hashlib.sha256(f"{task}/{group}/2".encode()).digest()[0] % 2 else "dev"


def items():
    memories = [{"id": name, "text": text} for name, text in MEMORIES.items()]
    number = 0

    def item(task, group, events, expect, with_memories=False):
        nonlocal number
        number += 1
        return {"id": f"{task}-{number:04}", "task": task, "group": group, "half": half_of(task, group), "events": events,
                "memories": memories if with_memories else [], "expect": expect}

    further_yes, further_no = further.resolved(tool, user, says)
    for group, prompts in joined(RECALL, further.RECALL).items():
        for text, relevant in prompts:
            yield item("recall", group, [user(text)], {"recall": True, "relevant": relevant}, True)
    for group, prompts in joined(NO_RECALL, further.NO_RECALL).items():
        for text in prompts:
            yield item("recall", group, [user(text)], {"recall": False, "relevant": []}, True)
    for groups, expected in ((joined(DECISION, further.DECISION), True), (joined(NO_DECISION, further.NO_DECISION), False)):
        for group, texts in groups.items():
            for text in texts:
                yield item("decision", group, [user(text)], {"decision": expected})
    for groups, expected in ((joined(RESOLVED, further_yes), True), (joined(NOT_RESOLVED, further_no), False)):
        for group, sequences in groups.items():
            for events in sequences:
                yield item("resolved", group, events, {"resolved": expected})


if __name__ == "__main__":
    folder = Path(__file__).resolve().parent
    files = {half: (folder / f"{half}.jsonl").open("w") for half in ("dev", "held")}
    for each in items():
        file = files[each.pop("half")]
        file.write(json.dumps(each, ensure_ascii=False) + "\n")
    print({half: file.tell() for half, file in files.items()})
