"""Memories about a few subjects and questions about them that share no word with them, for tests of recall by meaning."""

# Subject: what memories of it say, and a question that only one of the subjects answers.
SUBJECTS = {
    "pet": ("The puppy barks at the postman", "dog"),
    "car": ("My automobile has flat tyres", "vehicle repair"),
    "music": ("The guitar needs new strings", "musical instrument"),
    "data": ("Production runs PostgreSQL", "SQL storage"),
}
PLACES = ("in Lisbon", "near the harbour", "behind the old school", "on a farm", "at my cousin's house", "by the river", "in the suburbs")


def memory(number):
    """(subject, title, content) of the so-manieth one. Its title says nothing, so that nothing but the content is found."""
    subject = list(SUBJECTS)[number % len(SUBJECTS)]
    place = PLACES[number // len(SUBJECTS) % len(PLACES)]
    return subject, f"m{number}", f"{SUBJECTS[subject][0]} {place}."


def export_of(count, name_space="subjects"):
    """A document for `import`."""
    return {"memories": [{"title": title, "content": content, "namespace": name_space, "tier": "long"}
                         for _, title, content in map(memory, range(count))]}  # fmt: skip


def answers(recall):
    """Question to titles, best first; `recall`: a question to the memories it finds."""
    return {asked: [each["title"] for each in recall(asked)] for _, asked in SUBJECTS.values()}


def wrong_answers(found, memories):
    """What is wrong with answers() when there are so many memories; empty when all answers are of their subject."""
    for subject, (_, asked) in SUBJECTS.items():
        titles = {title for about, title, _ in map(memory, range(memories)) if about == subject}
        if not found[asked]:
            return f"{asked!r} finds nothing"
        if not titles.issuperset(found[asked]):
            return f"{asked!r} finds {sorted(set(found[asked]) - titles)[:5]}, which are about something else"
    return ""
