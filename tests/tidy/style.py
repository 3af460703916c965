"""The form of what is committed: sources as clang-format 16 writes them, and the subjects of commits.

Usage: style.py format ROOT      prints the files that clang-format would change; exits 77 where there is no clang-format 16
       style.py subjects ROOT    prints commits whose subject has another form; exits 77 where there is no history
       style.py --self-test

Subjects are looked at from the commit on that brought the rule; those before it stay as they are.
"""

import re
import shutil
import subprocess
import sys

SKIPPED = 77
RULE_SINCE = "a954f73b5a39"  # the last commit before the rule

MODULE = r"[a-z][a-z0-9_./-]*"
SUBJECT = re.compile(rf"{MODULE}(?: \+ {MODULE})*: [A-Z].*[^.\s]$")
MAX_COLUMNS = 72
# A subject begins with one of these verbs, since the commit that brought this rule.
VERBS_SINCE = "9f874bea8d0c"
VERBS = set("""
    accept adapt add adjust align allow anchor avoid batch bound build bump cache call cancel cap change check choose claim clean clear close collect combine
    commit compare complete compress compute configure convert copy correct count cover create cut decode deduplicate define delay delete deny derive
    describe detect disable display document drop embed enable encode encrypt end ensure escape exclude expand expose extend extract fail filter find
    fix flatten flush format generate give group guard handle hide ignore implement import improve include index inline insert install introduce isolate
    join keep label leave limit link lint list load lock log lower make map mark match measure merge migrate move name narrow normalise notify omit open
    order pack parse pass pin pipeline poll prefer prepare prevent print profile prune publish qualify query queue raise rank rate read reclaim
    recognise record recover reduce refuse register reject release reload remove rename reorder repair replace report require rerun reserve reset
    resolve restore restrict resume retry return reuse revert reword rewrite rotate round run sample save scan search select send separate serve set share
    shorten show shrink sign simplify skip sort speed split start state stop store stream strengthen support switch sync test throttle tighten time
    track translate trim truncate turn type unify update upgrade use validate verify wait warn weigh widen wrap write
""".split())
EMPTY_WORDS = re.compile(r": (Refactor|Clean ?up|Fix|Fixes|Fixup|WIP|Update)( code| things| stuff)?$", re.I)


def fault_of(subject, verbs=True):
    """The fault of a subject; None when it has none. `verbs`: its first word is looked for in the list, too."""
    if len(subject) > MAX_COLUMNS:
        return f"{len(subject)} columns, {MAX_COLUMNS} are allowed"
    if not SUBJECT.match(subject):
        return 'wanted "module: Change something, in the imperative", modules joined by " + ", no full stop'
    if EMPTY_WORDS.search(subject):
        return "says nothing about what changes"
    verb = subject.split(": ", 1)[1].split()[0].lower()
    if verbs and verb not in VERBS:
        return f'"{verb}" is no verb of the list VERBS in tests/tidy/style.py'
    return None


def git(root, *arguments):
    return subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True, check=False)


def check_subjects(root):
    if git(root, "cat-file", "-e", RULE_SINCE + "^{commit}").returncode != 0:
        print("no history to look at")
        return SKIPPED
    log = git(root, "log", "--no-merges", "--format=%h%x09%s", RULE_SINCE + "..HEAD").stdout
    with_verbs = set(git(root, "log", "--format=%h", VERBS_SINCE + "..HEAD").stdout.split())  # none where that commit is not in the history
    problems = 0
    for line in log.splitlines():
        commit, _, subject = line.partition("\t")
        if fault := fault_of(subject, commit in with_verbs):
            print(f"{commit} {subject}\n  {fault}")
            problems += 1
    print(f"{len(log.splitlines())} commits looked at, {problems} problems")
    return 1 if problems else 0


def check_format(root):
    program = shutil.which("clang-format-16")
    listed = git(root, "ls-files", "*.cpp", "*.h")
    if not program or listed.returncode != 0:
        print("clang-format 16 or git is not here")
        return SKIPPED
    files = listed.stdout.split()
    done = subprocess.run([program, "--dry-run", *files], cwd=root, capture_output=True, text=True, check=False)
    changed = sorted({line.split(":")[0] for line in done.stderr.splitlines() if "clang-format-violations" in line})
    print("\n".join([*changed, f"{len(files)} files looked at, {len(changed)} would change"]))
    return 1 if changed or done.returncode != 0 else 0


def self_test():
    good = ["store: Keep turns in blocks", "store: Fix lost turns", "op + mcp/http: Return why a call was refused", "all: Format with clang-format 16"]
    bad = ["Store: Keep turns", "store: keep turns", "store: Keep turns.", "Keep turns in blocks", "store: Refactor",
           "store: " + "Keep " * 20, "store + : Keep turns", "store: Say why a call was refused", "store: Mend the test"]
    wrong = [s for s in good if fault_of(s)] + [s for s in bad if not fault_of(s)]
    print("\n".join([*wrong, f"{len(good) + len(bad) - len(wrong)} of {len(good) + len(bad)} examples are as expected"]))
    return 1 if wrong else 0


def main(arguments):
    match arguments:
        case ["--self-test"]:
            return self_test()
        case ["format", root]:
            return check_format(root)
        case ["subjects", root]:
            return check_subjects(root)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
