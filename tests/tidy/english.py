"""Plain English in comments, in texts that users see, and in documents: a list of banned words and of words that open no sentence.

Usage: english.py ROOT           prints how many places each module has, and fails where a module has more than english_allowed.txt allows
       english.py ROOT MODULE…   prints each place in these modules ("src/op", "docs"; "all" for every one)
       english.py ROOT --write   lowers the allowance to the places that are left; it raises none
       english.py --self-test

A comment or a text names its subject with a noun, has an active verb, and is understood alone. Two things can be checked by a
program: sentences that open with a relative clause ("What was taken back", "Whoever asks"), and words of a private dialect
("anew", "is none of"). The allowance of a module may only shrink. Code that moves to another module takes its allowance with it.
"""

import re
import sys
from pathlib import Path, PurePosixPath

ALLOWED = "tests/tidy/english_allowed.txt"

OPENERS = r"What|Who|Whoever|Whose|Of|That|Those|One that|Not when"
OPENER = re.compile(rf"(?:{OPENERS})\b(?!['’]|\s+(?:is|are) (?:all|it)\b)")
SENTENCE = re.compile(r"(?:^|(?<=[.!?:;]) +|(?<=[.!?][)\"”]) +)(?=[A-Z])")

# Next to a file is where things lie; "in addition to" and "besides" are other words.
PLACES = r"file|files|folder|database|store|source|sources|log|program|binary|executable|key|document|path|script|header|module|button|list|field|cursor"
BANNED = [
    (r"anew", "again, or a verb with re-"),
    (r"for ever", "permanently, or forever"),
    (r"(?:is|are|was|were) none", "is not a …, does not exist, no …"),
    (r"none of which", "and none of them"),
    (r"(?:tell|tells|told|telling) of", "report, mention, name"),
    (r"(?:is|are|was|were|be|been|being) told", "is notified, learns, or name who tells"),
    (rf"beside(?! (?:the|a|an|its|it|their|this|that|these|every|each|your|his|our|one)(?: [\w.`-]+)?(?: [\w-]+)? ?(?:{PLACES})\b)(?! (?:it|them)\b)(?! [`<\w]*[./`])",
     "next to (of places), besides, in addition to"),
    (r"to be had", "available"),
    (r"strangers?|stranger's", "another origin, another user, foreign"),
    (r"whoever", "name who"),
    (r"at most so many", "the maximum number"),
]
BAN = [(re.compile(rf"\b{words}\b", re.I), words, instead) for words, instead in BANNED]
# In the design a door is the command line, MCP or HTTP; users have no use for the word.
DOORS = re.compile(r"\bdoors?\b", re.I)
FOR_USERS = re.compile(r"^(README|CHANGELOG)\.md$|^docs/[^/]+\.md$")
OF_DESIGN = re.compile(r"docs/(architecture|requirements)\.md$")

READ = re.compile(r"^(src|tests|bench|docs|cmake|tools|scripts|web)/|^[^/]+\.md$|^(run|test|CMakeLists\.txt)$")
# Files of other authors, generated files, examples to measure by, and this one.
SKIPPED = re.compile(r"/(corpus|fixtures|dist|node_modules)/|^docs/manual/|^tests/tidy/english|^tests/triggers/")
# Files whose texts are lists of phrases to recognise.
PHRASES = re.compile(r"^src/(embed/sentences|memory/(decisions|triggers|phrases|undecided|works|resolution|evidence|negation)|capture/|text/)[^/]*\.cpp$")
TESTS = re.compile(r"^tests/|_test\.cpp$|_testing\.(h|cpp)$")
COMMENT_OF = {".cpp": "//", ".h": "//", ".ts": "//", ".tsx": "//", ".mjs": "//", ".S": "//", ".py": "#", ".test": "#", ".sh": "#", ".cmake": "#",
              ".txt": "#", "": "#", ".sql": "--"}
CPP = re.compile(r"""(?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?P<body>.*?)\)(?P=mark)")|(?P<comment>//[^\n]*|/\*.*?\*/)"""
                 r"""|"(?P<text>(?:\\.|[^"\\\n])*)"|(?P<character>'(?:\\.|[^'\\\n])+')|(?P<word>[\w.']+)|(?P<other>\S)""", re.S)


def module_of(path):
    parts = PurePosixPath(path).parts
    if len(parts) == 1:
        return "documents"
    return "/".join(parts[:2]) if len(parts) > 2 and parts[0] in ("src", "docs", "tests") else parts[0]


def comments(text, mark):
    """(line number, text) of each comment; one that goes on over several lines is one."""
    start, last, column, parts = 0, -1, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(rf"(?P<before>.*?)(?<![:\"'\w]){re.escape(mark)}+[!/]?(?:\s(?P<said>.*)|$)", line)
        if found and mark == "#" and found["before"].strip() and not re.search(r"\s$", found["before"]):
            found = None
        if not found or (mark != "//" and re.search(r"[\"'][^\"']*$", found["before"])):
            continue
        if found["before"].count('"') % 2:
            continue
        alone = not found["before"].strip()
        if parts and not (alone and number == last + 1 and len(found["before"]) == column):
            yield start, " ".join(parts)
            parts = []
        if not parts:
            start = number
        parts.append((found["said"] or "").strip())
        last, column = number, len(found["before"])
        if not (found["said"] or "").strip():
            yield start, " ".join(parts)
            parts = []
    if parts:
        yield start, " ".join(parts)


def texts(code):
    """(line number, text) of the string literals of C++ that are prose; those that follow each other are one."""
    start, parts = 0, []
    for token in CPP.finditer(code):
        if token["text"] is not None or token["raw"]:
            if not parts:
                start = code.count("\n", 0, token.start()) + 1
            parts.append(token["text"] if token["text"] is not None else token["body"])
        elif not token["comment"]:
            if parts and " " in "".join(parts).strip():
                yield start, "".join(parts).replace('\\"', '"').replace("\\n", " ")
            parts = []


def documents(text):
    """(line number, text) of the paragraphs, list items and table cells of Markdown, without code."""
    fenced, start, parts = False, 0, []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.lstrip().startswith("```")
        fresh = fence or fenced or not line.strip() or re.match(r"\s*([-*|#>]|\d+\.)\s?", line)
        if fresh and parts:
            yield start, " ".join(parts)
            parts = []
        if fence:
            fenced = not fenced
        elif not fenced and line.lstrip().startswith("|"):
            yield from ((number, cell.strip()) for cell in line.split("|") if cell.strip())
        elif not fenced and line.strip():
            start = start if parts else number
            parts.append(re.sub(r"^\s*([-*>]|#+|\d+\.)\s+", "", line).strip())


def faults_of(said, capital=False):
    """What is wrong with a text: an opener of a sentence, or a banned word. `capital`: only sentences that begin with a capital count."""
    said = re.sub(r"\]\([^)\s]*\)", "]", said)  # targets of links
    said = re.sub(r"`[^`]*`|\"[^\"]*\"", lambda quoted: "`x`" if quoted[0][0] == "`" else '"x"', said)
    for sentence in SENTENCE.split(said):
        sentence = sentence.strip(" *_(")
        ends = re.search(r"[.!?](?=\s|$)", sentence)
        question = bool(ends) and ends[0] == "?"
        if not question and (match := OPENER.match(sentence)):
            yield f'a sentence opens with "{match[0]}": {sentence[:70]}'
    if not capital and (match := re.match(OPENER.pattern, said[:1].upper() + said[1:])) and said[:1].islower() and "?" not in said:
        yield f'a comment opens with "{match[0]}": {said[:70]}'
    for pattern, _, instead in BAN:
        for match in pattern.finditer(said):
            yield f'"{match[0]}" ({instead}): {said[max(0, match.start() - 30):match.end() + 30]}'


def places(path, text):
    """(line number, what is wrong) of each place of a file."""
    suffix = PurePosixPath(path).suffix
    if suffix == ".md":
        said = [(number, each, True) for number, each in documents(text)]
    else:
        mark = COMMENT_OF.get(suffix)
        if not mark or (suffix == ".txt" and not path.endswith("CMakeLists.txt")):
            return
        said = [(number, each, False) for number, each in comments(text, mark)]
        if suffix in (".cpp", ".h") and path.startswith("src/") and not TESTS.search(path) and not PHRASES.search(path):
            said += [(number, each, True) for number, each in texts(text)]
    for number, each, capital in said:
        for what in faults_of(each, capital):
            yield number, what
        if capital and (suffix != ".md" or FOR_USERS.search(path) and not OF_DESIGN.search(path)) and (match := DOORS.search(re.sub(r"`[^`]*`", "", each))):
            yield number, f'"{match[0]}" (source, interface, or name them): {each[max(0, match.start() - 30):match.end() + 30]}'


def found_in(files):
    """{module: [(path, line number, what is wrong)]}"""
    found = {}
    for path, text in sorted(files.items()):
        if READ.search(path) and not SKIPPED.search(path):
            for number, what in places(path, text):
                found.setdefault(module_of(path), []).append((path, number, what))
    return found


def read_allowed(text):
    return {words[0]: int(words[1]) for words in (line.split() for line in text.splitlines()) if len(words) == 2 and words[0] != "#"}


def check(files):
    """What is wrong with the tree: each module that has more places than it may have."""
    allowed = read_allowed(files.get(ALLOWED, ""))
    for module, places_there in found_in(files).items():
        if len(places_there) > allowed.get(module, 0):
            yield (f"{ALLOWED}: {module} has {len(places_there)} places that are not plain English, {allowed.get(module, 0)} are allowed; "
                   f"to see them: tests/tidy/english.py . {module}")


def self_test():
    good = ["// Returns the rows.", "// The lock of the file; nobody waits for it.", 'auto a = "no memory with id";', "// Is this What it says?",
            "// What does it cost? Little.", 'auto a = "Which memory?";', "// Lies beside the file.", "// It lies beside `config.toml`.",
            'auto a = "anew";', "// See \"What was lost\"."]
    bad = ["// What was taken back.", "// whoever reads alone", "int a;  // that of the file", "// A file. Of these, two.", 'auto a = "What was: it";',
           'auto a = "it is made "\n "anew";', "// There is none of them.", "// Beside others, it waits.", 'auto a = "at this door";',
           "// A client is told\n// of it."]
    wrong = [each for each in good if list(places("src/base/a.cpp", each + "\n"))]
    wrong += [each for each in bad if len(list(places("src/base/a.cpp", each + "\n"))) < 1]
    page = "# What is new\n\nText.\n\n```\nWhat is code\n```\n\n| a | Of it |\n"
    if len(list(places("docs/x.md", page))) != 2:
        wrong.append(page)
    files = {ALLOWED: "src/base 1\n", "src/base/a.cpp": "// What.\n", "src/op/a.cpp": "// What.\n"}
    if [each.split()[1] for each in check(files)] != ["src/op"]:
        wrong.append("allowance")
    print("\n".join([*wrong, f"{len(wrong)} of {len(good) + len(bad) + 2} examples are not as expected"]))
    return 1 if wrong else 0


def write(root, files, found):
    lines = files[ALLOWED].splitlines()
    allowed = read_allowed(files[ALLOWED])
    head = [line for line in lines if line.startswith("#")]
    left = {module: min(count, len(found.get(module, []))) for module, count in allowed.items()}
    (root / ALLOWED).write_text("\n".join(head + [f"{module} {count}" for module, count in sorted(left.items()) if count]) + "\n")


def main(arguments):
    import tidy
    if arguments == ["--self-test"]:
        return self_test()
    if not arguments:
        print(__doc__)
        return 2
    root, wanted = Path(arguments[0]), arguments[1:]
    files = tidy.read_tree(root)
    found = found_in(files)
    if wanted == ["--write"]:
        write(root, files, found)
        return 0
    if wanted:
        for module, there in sorted(found.items()):
            if wanted == ["all"] or module in wanted:
                print("\n".join(f"{path}:{number}: {what}" for path, number, what in there))
        return 0
    allowed = read_allowed(files.get(ALLOWED, ""))
    print("\n".join(f"{module} {len(there)} (allowed: {allowed.get(module, 0)})" for module, there in sorted(found.items())))
    problems = list(check(files))
    print("\n".join([*problems, f"{sum(map(len, found.values()))} places, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
