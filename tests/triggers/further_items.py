"""Further items, written by somebody who had not read the rules: groups of the same shape as those of make_items.py."""

RECALL = {
    "onboarding": [("I'm new here. Which rules for commits and merging does this team have?", ["branch"]), ("New laptop: how do I get into the network from home?", ["vpn"]),
                   ("Who should I ask to review my change of the ledger?", ["anna"])],
    "incident": [("We had this timeout at login before, hadn't we? What was it?", ["login"]), ("The webhook of a customer failed five times. Where does the message end up in our setup?", ["retry"]),
                 ("Our importer eats all memory with a 4 GB CSV, what did we do about that?", ["oom"])],
    "before-i-write": [("Before I write the migration: how are prices represented in our tables?", ["money"]), ("I want to log a message from the new service, what is our format for logs?", ["log"]),
                       ("I'm adding spacing to the cart, which steps does our design system allow?", ["css"])],
    "recollect": [("I forgot the name of our staging cluster", ["staging"]), ("I can't recall which seed the demo data is made with", ["seed"]),
                  ("What was the reason again why the data team stays on Python 3.11?", ["python"])],
    "planning": [("When is the next iOS release, on which weekday do we publish?", ["ios"]), ("Which days may we plan a deploy for?", ["deploy"]),
                 ("What happens at 02:00 to the staging environment?", ["staging"])],
    "check-against": [("Does this endpoint /v2/giftCards follow our naming convention?", ["naming"]), ("Is a float for the total fine according to our rules?", ["money"]),
                      ("Is it OK by our policy that this flag is six months old?", ["feature"])],
    "told-you": [("I told you which editor theme I like. Use it in this config", ["dark"]), ("You know how we retry webhooks, do the same here", ["retry"])],
    "german": [("Wie heißt unser Staging-Cluster noch mal?", ["staging"]), ("Warum haben wir Redis Streams statt Kafka genommen?", ["redis"])],
    "other-tongues": [("¿Qué días hacemos deploys?", ["deploy"]), ("Pourquoi avons-nous abandonné GraphQL ?", ["graph"]), ("我们的生产环境用什么 PostgreSQL 版本？", ["db"])],
}
NO_RECALL = {
    "shell-help": ["How do I list files by size in bash?", "What does chmod 755 mean?", "Which flag makes grep ignore case?", "How do I exit vim?"],
    "algorithm": ["Implement Dijkstra's algorithm in Python", "What is the complexity of heapsort?", "Write a regex for ISO dates", "Prove that the square root of two is irrational"],
    "rewrite-text": ["Make this paragraph shorter", "Turn the list above into a table", "Correct my English: he go to school", "Give this function a better name"],
    "reactions": ["Nice one", "hm, not what I meant", "perfect", "wow", "got it", "that's enough for today"],
    "remember-hard": ["Remember, the array is zero-based", "I always forget how flexbox works, explain align-items", "Do you remember the plot of Hamlet?"],
    "decide-hard": ["Help me decide what to cook tonight", "Which of these two colours looks better, red or teal?"],
    "given-here": ["Here is the JSON, tell me how many keys it has: {\"a\":1}", "In the stack trace above, which line throws?", "What did the last command print?"],
    "strangers": ["How does Stripe handle idempotency keys?", "Which licence does the Linux kernel have?", "When was PostgreSQL first released?", "Who maintains curl?"],
    "german": ["Wie spät ist es in Tokio?", "Schreib mir eine kurze Funktion, die zwei Zahlen addiert", "Danke dir, bis morgen"],
    "other-tongues": ["Traduce esto al inglés: el gato duerme", "Écris un haïku sur la pluie", "请把这句话翻译成英文"],
    "ui-here": ["Centre the heading", "Use a darker shade for the border of this box", "Hide the sidebar on small screens"],
}
DECISION = {
    "meeting": ["In today's meeting we agreed that releases happen every two weeks.", "Outcome of the review: the gateway stays in Go.", "After a long discussion we settled on Terraform for the infrastructure."],
    "owner": ["I have made up my mind: we'll ship without the wizard.", "Right, we're going to drop the Windows build.", "OK then, the new importer replaces the old one next month."],
    "policy": ["New rule: nobody pushes to main directly.", "From next sprint on, bugs are triaged every morning.", "As of now all secrets go through Vault."],
    "reasoned": ["We're choosing SQLite over a server because the app has to work offline.", "Because of the licence we will not use that library.", "Given the costs, we've decided against a second region."],
    "switch": ["We are switching from Jenkins to GitHub Actions.", "We replace moment.js with date-fns.", "We have adopted OpenTelemetry for traces."],
    "german": ["Wir nehmen jetzt doch Postgres.", "Beschlossen: das Team arbeitet ab Mai mit Trunk-Based Development."],
    "other-tongues": ["Nous avons choisi Rust pour l'analyseur.", "A partir de ahora usaremos pnpm."],
}
NO_DECISION = {
    "options": ["Compare Terraform and Pulumi for a team of five.", "List the pros and cons of microservices.", "What would speak against SQLite here?"],
    "past-story": ["My grandfather decided to emigrate in 1923.", "The authors of the paper chose a learning rate of 0.1.", "Google decided to shut down Reader in 2013."],
    "desire": ["I wish we had chosen a simpler stack.", "It would be nice to use Rust one day.", "Somebody should decide what to do with the old cluster."],
    "asked-to-help": ["Help me decide between the two libraries.", "Which one would you pick and why?", "Draft three options for the architecture so that we can choose later."],
    "negative": ["No decision was made about the region today.", "We did not agree on anything.", "The question of the licence stays open."],
    "code-words": ["The function choose() returns a random element.", "Rename decided_at to closed_at.", "The class DecisionTree needs a test."],
    "german": ["Hast du schon entschieden, welche Farbe du nimmst?", "Vielleicht nehmen wir Kafka, mal sehen."],
    "other-tongues": ["On pourrait peut-être utiliser Redis.", "¿Qué base de datos elegimos al final?"],
}


def resolved(tool, user, says):
    """Sequences of an error and what became of it: (those that are put right, those that are not)."""
    java = 'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()"\n\tat App.main(App.java:7)'
    link = "/usr/bin/ld: main.o: undefined reference to `crc32'\ncollect2: error: ld returned 1 exit status"
    http = "curl: (22) The requested URL returned error: 502"
    ruby = "app.rb:3:in `<main>': undefined method `upcase' for nil:NilClass (NoMethodError)"
    yes = {
        "java": [[tool("mvn test", java), says("The name may be null; I check for it now."), tool("mvn test", "BUILD SUCCESS", 0)]],
        "linker": [[tool("make", link), says("zlib was not linked; I added -lz."), tool("make", "cc -o app", 0)],
                   [user("make says:\n" + link), says("Add -lz to LDLIBS."), user("yes, that did it")]],
        "gateway": [[tool("curl -f https://shop.test", http), says("The upstream was stopped; I started it."), tool("curl -f https://shop.test", "ok", 0)]],
        "words": [[user(java), says("Check for null before."), user("Works! Thank you so much")], [tool("ruby app.rb", ruby), says("The name was nil."), user("great, the error is gone now")],
                  [tool("mvn test", java), says("I guard it."), user("tests pass now")]],
        "some-steps": [[tool("mvn test", java), says("Let me look."), tool("cat App.java", "class App", 0), says("A guard is missing; added."), tool("mvn test", "BUILD SUCCESS", 0)]],
    }
    no = {
        "another-fault": [[tool("make", link), says("I added -lz."), tool("make", "main.c:3:1: error: unknown type name 'foo'")]],
        "no-news": [[tool("mvn test", java), says("I guard it."), user("while you are at it, rename the class")], [user(ruby), says("The name is nil."), user("what does nil mean?")]],
        "not-yet": [[tool("mvn test", java), says("I guard it."), user("same error again")], [user(link), says("Add -lz."), user("nope, didn't help")],
                    [user(http), says("Restart the upstream."), user("it is not working yet")]],
        "hopes": [[user(link), says("Add -lz."), user("I hope that works, will try tomorrow")], [user(java), says("Guard it."), user("does that fix it?")]],
        "fine-before": [[tool("mvn test", "BUILD SUCCESS", 0), says("All is well."), user("great, it works")]],
    }
    return yes, no
