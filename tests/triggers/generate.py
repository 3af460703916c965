"""Items for train.py made of frames.json: sentences with slots, worlds of rules and the acts that they govern, checks that fail and
pass. A model learns from them how sentences are built, whatever they are about: each frame comes with several fillings. None of them is
used to measure anything."""

import json
import random
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
FRAMES = json.loads((HERE / "frames.json").read_text(encoding="utf-8"))
FILLINGS = {"en": 8}  # of each frame of decisions; else 6
LEAST_LETTERS = 4
QUESTION_MARKS = ("?", "？")
UNMARKED = 0.5  # of questions, so many come without their mark
QUOTED = 0.12  # so many decisions are also said as the text of somebody else


def item(task, lang, group, events, expect, **more):
    return {"task": task, "lang": lang, "group": group, "events": events, "expect": expect, **more}


def user(text):
    return {"kind": "user", "text": text}


def assistant(text):
    return {"kind": "assistant", "text": text}


def filled(rng, frame, slots):
    verb, (option, other) = rng.choice(slots["v"]), rng.sample(slots["o"], 2)
    words = {"v": verb[0], "g": verb[1], "pa": verb[2], "o": option, "o2": other, "w": rng.choice(slots.get("w", [verb[0]])),
             **{name: rng.choice(slots.get(name, [""])) for name in ("t", "s", "d", "p", "n", "c")}}  # fmt: skip
    return frame.format(**words).replace("\\n", "\n"), words


def any_case(rng, text, chance=0.5):
    return text[:1].upper() + text[1:] if rng.random() < chance else text


def after_a_status(rng, each):
    """Most of what a user says follows some message of the assistant that offers nothing."""
    if len(each["events"]) == 1 and each["events"][0]["kind"] == "user" and rng.random() < 0.4:
        each["events"] = [assistant(rng.choice(FRAMES["decision"][each["lang"]]["statuses"])), *each["events"]]
    return each


def decisions(rng):
    for text in FRAMES["decision"]["en"]["goes_on"] * 6:
        status = rng.choice(FRAMES["decision"]["en"]["statuses"])
        yield item("decision", "en", "frames", [assistant(status), user(text)], {"decision": False})
    for lang, frames in FRAMES["decision"].items():
        slots, times = frames["slots"], FILLINGS.get(lang, 6)
        for name, expect in (("yes", True), ("no", False)):
            for frame in frames[name] * times:
                text = rng.choice(frames["openers"]) + filled(rng, frame, slots)[0]
                if text.endswith(QUESTION_MARKS):
                    text = text.strip("¿?？ ") if rng.random() < UNMARKED else text
                else:
                    text += rng.choice(frames["closers"])
                yield after_a_status(rng, item("decision", lang, "frames", [user(any_case(rng, text))], {"decision": expect}))
                if expect and rng.random() < QUOTED:
                    quoted = rng.choice(frames["quotes"]).format(q=text, p=rng.choice(slots["p"]))
                    yield item("decision", lang, "quotes", [user(any_case(rng, quoted))], {"decision": False})
            for frame in frames["answers_" + name] * times:
                offer, words = filled(rng, rng.choice(frames["offers"]), slots)
                answer = frame.format(**words) if rng.random() < 0.8 else filled(rng, frame, slots)[0]
                yield item("decision", lang, "frames", [assistant(offer), user(any_case(rng, answer))], {"decision": expect})


def decides_nothing(rng):
    """Acts that are asked for, complaints, and what checks print."""
    for lang, frames in FRAMES["needed"].items():
        if lang == "people":
            continue
        named = {"p": "Noor", "p2": "Ivo"}
        for text in [act for _, of in frames["families"] for act in of] + frames["unneeded"]:
            said = text.replace("{p2}", named["p2"]).replace("{p}", named["p"]).replace("\\n", "\n")
            yield after_a_status(rng, item("decision", lang, "acts", [user(any_case(rng, said))], {"decision": False}))
        for text in FRAMES["solved"][lang]["complaints"]:
            yield after_a_status(rng, item("decision", lang, "complaints", [user(any_case(rng, text))], {"decision": False}))
    for check in FRAMES["solved"]["checks"]:
        says = rng.choice(["{c} says {f}", "{c}\n{f}", "{f}", "with {c} I get {f}"])
        yield item("decision", "en", "complaints", [user(says.format(c=check["command"], f=check["fails"]))], {"decision": False})


def needed(text, lang, memories, relevant, group):
    return item("recall", lang, group, [user(text.replace("\\n", "\n"))], {"recall": bool(relevant), "relevant": relevant}, pool=memories)


def world(rng, lang, frames, facts):
    """A pool of rules and facts; and which of its memories each family of rules has."""
    families, (one, two) = frames["families"], rng.sample(FRAMES["needed"]["people"], 2)
    size = rng.choice([6, 12, 20, 24] if lang == "en" else [3, 5, 7])
    chosen = rng.sample(range(len(families)), min(len(families) - 2, max(2, size * 2 // 3)))
    memories, holds = {}, {}
    for family in chosen:
        for at, text in enumerate(rng.sample(families[family][0], rng.choice([1, 1, 1, min(2, len(families[family][0]))]))):
            memories[f"f{family}-{at}"] = text.format(p=one, p2=two)
            holds.setdefault(family, []).append(f"f{family}-{at}")
    for at, text in enumerate(rng.sample(facts, min(len(facts), max(1, size - len(memories))))):
        memories[f"x{at}"] = text
    order = list(memories)
    rng.shuffle(order)
    return {name: memories[name] for name in order}, holds, lambda text: text.replace("{p2}", two).replace("{p}", one)


def acts(rng, own_worlds):
    """Acts that a rule of the pool governs, acts of rules that it has not, and prompts that need nothing."""
    for lang, frames in FRAMES["needed"].items():
        if lang == "people":
            continue
        facts = frames.get("facts") or [text for of, pool in own_worlds if of == lang for text in pool.values()]
        for number in range(frames["worlds"]):
            memories, holds, named = world(rng, lang, frames, facts)
            group = f"world-{lang}-{number}"
            families = frames["families"]
            for family in rng.sample(list(holds), min(4, len(holds))):
                yield needed(any_case(rng, named(rng.choice(families[family][1])), 0.3), lang, memories, holds[family], group)
            for family in rng.sample([each for each in range(len(families)) if each not in holds], 2):
                yield needed(any_case(rng, named(rng.choice(families[family][1])), 0.3), lang, memories, [], group)
            for text in rng.sample(frames["unneeded"], 2):
                yield needed(text, lang, memories, [], group)


def telling_words(text, lang):
    """Words of a memory that something can be asked about."""
    runs = re.findall(r"[\u4e00-\u9fff]{2,}", text) if lang == "zh" else []
    pairs = [run[at : at + 2] for run in runs for at in range(0, len(run) - 1, 2)]
    return pairs + [word for word in re.findall(r"[A-Za-zÀ-ÿ][\w'À-ÿ-]+", text) if len(word) >= LEAST_LETTERS]


def about_words(rng, own_worlds):
    """Prompts with a word of a memory: what belongs to us, and what is asked of the world, the language, the code at hand."""
    for lang, memories in own_worlds:
        names, frames = list(memories), FRAMES["needed"][lang]
        for is_needed in (False, True) * 18:
            name = rng.choice(names)
            words = telling_words(memories[name], lang)
            if not words:
                continue
            words.sort(key=lambda word: sum(word.lower() in text.lower() for text in memories.values()) + rng.random())
            word, other = rng.choice(words[:4]), rng.choice(words[:6])
            if rng.random() < 0.6:
                word, other = word.lower(), other.lower()
            frame = rng.choice(frames["about_yes" if is_needed else "about_no"])
            text = frame.format(w=word, w2=other, n=rng.randint(2, 30), n2=rng.randint(2, 90))
            yield needed(any_case(rng, text, 0.3), lang, memories, [name] if is_needed else [], "about")


def ran(command, text, exit_status):
    return {"kind": "tool", "tool": "Bash", "command": command, "text": text, "exit": exit_status}


def checks(rng):
    """Each check as it passes at last, fails again, fails otherwise, is masked, is another one, or was never broken."""
    edit = {"kind": "tool", "tool": "Edit", "file": "src/a.c", "text": "", "exit": 0}
    every, said = FRAMES["solved"]["checks"], FRAMES["solved"]["en"]
    for check in every:
        command, fails, passes = check["command"], check["fails"], check["passes"]
        shown = passes in ("200", "0", "active") or command.startswith(("kubectl get", "ssh ", "curl", "psql"))
        status = 0 if shown else 1
        failed, passed, again = ran(command, fails, status), ran(command, passes, 0), ran(command, check["fails_else"], status)
        strange = rng.choice([each for each in every if each["command"].split()[0] != command.split()[0]])
        other = rng.choice(check["others"])
        done = lambda: rng.choice([[assistant(check["fix"])], [edit], [edit, assistant(check["fix"])]])  # noqa: E731
        masks = [" || true", " 2>/dev/null || echo done", " | grep -v -i fail", " | tail -1 | cut -c1-5", " >/dev/null; echo ok"]
        for before in ([], [user("run the check")]):
            start = before + [failed] + done()
            yes = [start + [passed], start + [failed] + done() + [passed], start + [ran("cd app && " + command, passes, 0)],
                   start + [user(rng.choice(said["gone"]))]]  # fmt: skip
            no = [start, start + [failed], start + [again], start + [ran(*other, 0)], start + [ran(strange["command"], strange["passes"], 0)],
                  start + [ran(command + rng.choice(masks), rng.choice(["", "ok", "done"]), 0)], start + [passed, failed],
                  [passed, assistant("All fine."), passed], start + [user(rng.choice(said["not_gone"]))]]  # fmt: skip
            if "part" in check:  # the whole shows what a part was, not the other way round; what did not run shows nothing
                yes.append(before + [ran(check["part"], fails, status)] + done() + [passed])
                no += [start + [ran(check["part"], passes, 0)], start + [ran(command, check["nothing"], 0)]]
            for events in yes * 3 + no * 2:
                yield item("resolved", "en", "checks", events, {"resolved": any(events is one for one in yes)})


def words_of_users(rng):
    for lang, said in FRAMES["solved"].items():
        if lang == "checks":
            continue
        for name, expect in (("gone", True), ("not_gone", False)):
            for text in said[name] * 3:
                at = rng.randrange(len(said["complaints"]))
                fix = said["fixes"][at] if len(said["fixes"]) == len(said["complaints"]) else rng.choice(said["fixes"])
                events = [user(said["complaints"][at]), assistant(fix), user(any_case(rng, text, 0.4))]
                yield item("resolved", lang, "words", events, {"resolved": expect})
    for request in ("add a retry", "rename error_count", "make the header blue", "summarise the log"):
        for text in ("works great", "perfect, thanks", "that did it", "it works"):
            yield item("resolved", "en", "words", [user(request), assistant("Done."), user(text)], {"resolved": False})


def all_items(own_worlds, seed=11):
    """`own_worlds`: pairs of a language and a pool of memories, which frames ask about."""
    rng = random.Random(seed)
    for made in (decisions(rng), decides_nothing(rng), acts(rng, own_worlds), about_words(rng, own_worlds), checks(rng), words_of_users(rng)):
        yield from made
