"""Our WordPiece against the published one, the package "tokenizers": every code point, and many odd texts.

Usage: tokenizer.py PROBE [--sampled] [--hash]  PROBE is the program of probe.cpp; exits 1 when anything differs. --sampled:
                                    fewer code points and texts, where each costs much. The hash of what is expected of the
                                    code points stands in characters_test.cpp.
       tokenizer.py --characters    prints the tables of src/embed/characters.cpp

With AI_MEMORY_TEST_MODEL, a folder with the files of all-MiniLM-L6-v2, its own vocabulary and tokenizer.json are tried too.
"""

import os
import random
import struct
import subprocess
import sys
import tempfile

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHARACTERS = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def bert(vocabulary):
    out = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    out.normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True)
    out.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    out.add_special_tokens([word for word in SPECIALS if word in vocabulary])
    out.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[(word, vocabulary[word]) for word in ("[CLS]", "[SEP]")])
    return out


def numbers(probe, texts, *words):
    sent = b"".join(struct.pack("<I", len(t)) + t for t in texts)
    raw = subprocess.run([probe, *words], input=sent, capture_output=True, check=True).stdout
    return struct.unpack(f"<{len(raw) // 4}I", raw)


def lists(flat):
    at = 0
    while at < len(flat):
        yield list(flat[at + 1 : at + 1 + flat[at]])
        at += 1 + flat[at]


def hash_of(all_tokens):
    value = 14695981039346656037
    for tokens in all_tokens:
        for byte in struct.pack(f"<{len(tokens)}I", *tokens):
            value = (value ^ byte) * 1099511628211 % 2**64
    return value


def compare(what, texts, found, wanted):
    wrong = [(t, f, w) for t, f, w in zip(texts, found, wanted, strict=True) if f != w]
    print(f"{what}: {len(texts)} texts, {len(wrong)} differ")
    for text, ours, theirs in wrong[:10]:
        print(f"  {ascii(text)}: ours {ours}, published {theirs}")
    return not wrong


def every_character(probe, sampled, with_hash):
    tried = [c for c in CHARACTERS if not sampled or ord(c) < 0x3100 or ord(c) % 16 == 0]  # as tokenizer_texts.h
    vocabulary = {word: i for i, word in enumerate(SPECIALS)}
    for mark in range(2):
        for character in tried:
            vocabulary["##"[: 2 * mark] + character] = len(SPECIALS) + mark * 0x110000 + ord(character)
    published = bert(vocabulary)
    texts = [f"q{character}Q" for character in tried]
    wanted = [e.ids for e in published.encode_batch(texts)]
    if with_hash:
        print(f"hash of what is expected: {hash_of(wanted)}")
    found = lists(numbers(probe, [], "characters", "sampled" if sampled else "all"))
    return compare("code points", texts, found, wanted)


WORDS = ["the", "of", "playing", "unaffordable", "naïve", "Ärger", "Straße", "İstanbul", "ΌΣΟΣ", "日本語", "한국어", "👩‍👩‍👧", "x" * 101,
         "y" * 100, "[SEP]", "[CLS", "[MASK]s", "##ing", "#", "e\u0301", "\u0000", "\ufffd", "don't", "a_b", "1,234.5", "\u200b", "ﬁ",
         "ﷺ", "\u0130", "ǅ", "ß", "ẞ", "\U0001d400", "क्षि", "ไทย", "\x85", "\u2028", "~", "“quoted”", "C++", "http://a.b/c?d=e"]
BLANKS = [" ", "", "\n", "\t", "\u00a0", "\u3000", "-"]


def odd_texts(count):
    pick = random.Random(5)
    for _ in range(count):
        yield "".join(pick.choice(WORDS) + pick.choice(BLANKS) for _ in range(pick.randrange(1, 12)))
    for _ in range(count):
        yield "".join(pick.choice(CHARACTERS[: pick.choice((0x80, 0x250, 0x3000, 0x10000, 0x20000))]) for _ in range(pick.randrange(20)))


def odd(probe, folder, vocabulary, published, what, count):
    texts = list(odd_texts(count))
    path = os.path.join(folder, "vocabulary.txt")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(word + "\n" for word in vocabulary)
    good = True
    for most in (512, 16):
        published.enable_truncation(most)
        wanted = [e.ids for e in published.encode_batch(texts)]
        found = lists(numbers(probe, [t.encode() for t in texts], "tokens", path, str(most)))
        good &= compare(f"{what}, at most {most} tokens", texts, found, wanted)
    return good


def small_vocabulary():
    letters = "abcdefghijklmnopqrstuvwxyz0123456789ßσςαοжи日本語한국어คषक"
    words = ["the", "of", "play", "un", "aff", "##aff", "##ord", "##able", "##ing", "naive", "str", "##asse", "istanbul", "a", "##"]
    return list(dict.fromkeys(SPECIALS + words + list(letters) + ["##" + c for c in letters] + list("#.,'_-:/?[]~+“”")))


def print_characters():
    normal, cut = normalizers.BertNormalizer(True, True, None, True), pre_tokenizers.BertPreTokenizer()
    kept = {c: normal.normalize_str(f"x{c}x")[1:-1] for c in CHARACTERS if ord(c) >= 0x80}
    dropped = [ord(c) for c, text in kept.items() if not text]
    divides = {c for text in kept.values() for c in text.strip() if ord(c) >= 0x80 and len(cut.pre_tokenize_str(f"x{c}x")) == 3}
    for name, points in (("dropped", dropped), ("punctuation", sorted(map(ord, divides)))):
        ranges = []
        for point in points:
            if ranges and (ranges[-1][1] == point - 1 or (ranges[-1][1], point) == (0xD7FF, 0xE000)):
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
        print(name, len(ranges), ", ".join(f"{{0x{a:X}, 0x{b:X}}}" for a, b in ranges))


def main():
    if sys.argv[1] == "--characters":
        return print_characters()
    probe = sys.argv[1]
    sampled = "--sampled" in sys.argv and os.environ.get("AIM_LONG") != "1"
    good = every_character(probe, sampled, "--hash" in sys.argv)
    count = 2_000 if sampled else 20_000
    with tempfile.TemporaryDirectory() as folder:
        pieces = small_vocabulary()
        good &= odd(probe, folder, pieces, bert({p: i for i, p in enumerate(pieces)}), "odd texts", count)
        model = os.environ.get("AI_MEMORY_TEST_MODEL")
        if model:
            published = Tokenizer.from_file(os.path.join(model, "tokenizer.json"))
            published.no_padding()
            ids = published.get_vocab()
            good &= odd(probe, folder, sorted(ids, key=ids.get), published, "odd texts, the real vocabulary", count)
        else:
            print("AI_MEMORY_TEST_MODEL is not set: the real vocabulary was not tried")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
