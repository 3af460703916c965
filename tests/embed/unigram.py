"""Our unigram tokenizer against the published one, the package "tokenizers", over a small vocabulary that is trained here and
SentencePiece's own table of characters: characters of every kind, and many odd texts.

Usage: unigram.py PROBE [--sampled]    PROBE is the program of probe.cpp; exits 1 when anything differs. AIM_LONG=1: four times as many
                                       characters and texts; --sampled: half as many, where each costs much.

With AI_MEMORY_TEST_UNIGRAM, a folder with the tokenizer.json of a multilingual model, that one is tried too.
"""

import io
import os
import sys
import tempfile
from pathlib import Path

import sentencepiece
from tokenizer import compare, lists, numbers, odd_texts
from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = """Wo haben wir die Schlüssel zum Keller hingelegt? Die Straße ist gesperrt.
Nous avons déplacé la réunion à jeudi après-midi. Où est la clé de la cave ?
我们把会议改到了星期四下午。 钥匙在哪里？ 部署脚本失败了。
会議は木曜日の午後に変更されました。鍵はどこですか。カタカナとひらがな。
회의를 목요일 오후로 옮겼습니다. 열쇠는 어디에 있나요?
Мы перенесли встречу на четверг. Где ключ от подвала?
نقلنا الاجتماع إلى بعد ظهر الخميس. أين المفتاح؟
เราเลื่อนการประชุมไปเป็นบ่ายวันพฤหัสบดี กุญแจอยู่ที่ไหน
हमने बैठक गुरुवार को कर दी। चाबी कहाँ है?
Toplantıyı perşembe öğleden sonraya aldık. Anahtar nerede?
Μεταφέραμε τη συνάντηση στην Πέμπτη. Πού είναι το κλειδί;""".splitlines()


def fields(message):
    """The fields of a protocol buffer: (number, bytes) of those that have a length, without those inside them."""

    def number(at):
        value = shift = 0
        while True:
            value |= (message[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if message[at - 1] < 0x80:
                return value, at

    at = 0
    while at < len(message):
        tag, at = number(at)
        if tag & 7 == 2:
            size, at = number(at)
            yield tag >> 3, message[at : at + size]
            at += size
        elif tag & 7 == 0:
            at = number(at)[1]
        else:
            at += {1: 8, 5: 4}[tag & 7]


def trained():
    """Pieces with scores in the order of XLM-RoBERTa, and the table of characters of the rule nmt_nfkc."""
    lines = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.strip()] + SENTENCES * 4
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, vocab_size=700, normalization_rule_name="nmt_nfkc",
        hard_vocab_limit=False, character_coverage=0.999, num_threads=1, minloglevel=2)
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    pieces = [(processor.id_to_piece(i), processor.get_score(i)) for i in range(3, processor.get_piece_size())]
    normalizer = dict(fields(model.getvalue()))[3]
    specials = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    return specials + pieces + [("<mask>", 0.0)], dict(fields(normalizer))[2]


def published(pieces, table):
    out = Tokenizer(models.Unigram(pieces, unk_id=3, byte_fallback=False))
    out.normalizer = normalizers.Sequence([normalizers.Precompiled(table), normalizers.Replace(Regex(" {2,}"), " ")])
    out.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    out.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    out.add_special_tokens([AddedToken(word, normalized=False, special=True, lstrip=word == "<mask>")
                            for word in ("<s>", "<pad>", "</s>", "<unk>", "<mask>")])
    return out


def characters(step):
    """Between letters, before a combining mark, and alone."""
    kinds = [*range(0x3400), *range(0xF900, 0x10000), *range(0x1D400, 0x1D800), *range(0x1F100, 0x1F300), *range(0x2F800, 0x2FA20)]
    for point in kinds[::step]:
        for text in (f"te{chr(point)}a", f"{chr(point)}\u0301t", chr(point)):
            yield text


def texts(count):
    words = ["<s>", "</s>", "<mask>", " <mask>x", "<unk>", "▁", "a▁b", "##ing", "ﬁﬁ", "Å", "A\u030a", "Ａ\u0301", "が", "か\u3099",
             "\r\n", "\u200d", "½", "㍿", "①", "…", "ﷺ", "e\u0301\u0302"]
    for i, text in enumerate(odd_texts(count)):
        yield text
        yield words[i % len(words)] + text
        yield SENTENCES[i % len(SENTENCES)][i % 7 :] + words[i // 3 % len(words)] + text


def same(probe, what, folder, tokenizer, given):
    good = True
    for most in (512, 12):
        tokenizer.enable_truncation(most)
        wanted = [each.ids for each in tokenizer.encode_batch(given)]
        found = lists(numbers(probe, [text.encode() for text in given], "unigram", folder, str(most)))
        good &= compare(f"{what}, at most {most} tokens", given, found, wanted)
    return good


def main():
    probe = sys.argv[1]
    step = 1 if os.environ.get("AIM_LONG") == "1" else 8 if "--sampled" in sys.argv else 4
    given = [*characters(step), *texts(8_000 // step)]
    with tempfile.TemporaryDirectory() as folder:
        tokenizer = published(*trained())
        tokenizer.save(os.path.join(folder, "tokenizer.json"))
        good = same(probe, "a trained vocabulary", folder, tokenizer, given)
    real = os.environ.get("AI_MEMORY_TEST_UNIGRAM")
    if real:
        tokenizer = Tokenizer.from_file(os.path.join(real, "tokenizer.json"))
        tokenizer.no_padding()
        good &= same(probe, "the real vocabulary", real, tokenizer, given)
    else:
        print("AI_MEMORY_TEST_UNIGRAM is not set: no real vocabulary was tried")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
