// What holds for any text: see docs/formats/words.md.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "base/utf8.h"
#include "text/clusters.h"
#include "text/words.h"

namespace aim::text {
namespace {

struct Seen {
  std::string term;
  std::size_t begin, end;
  bool colocated;
};

std::vector<Seen> tokens_of(std::string_view text) {
  std::vector<Seen> tokens;
  tokenize(text, [&](const Token& token) {
    tokens.push_back({std::string(token.term), token.begin, token.end, token.colocated});
  });
  return tokens;
}

// The tokens that take a position of their own.
std::vector<std::string> positions_of(std::string_view text) {
  std::vector<std::string> out;
  for (const auto& token : tokens_of(text))
    if (!token.colocated)
      out.push_back(token.term);
  return out;
}

std::string encoded(const std::vector<char32_t>& characters) {
  std::string out;
  for (const char32_t character : characters) utf8::append(out, character);
  return out;
}

rc::Gen<char32_t> between(char32_t first, char32_t last) {
  return rc::gen::map(rc::gen::inRange<std::uint32_t>(first, last + 1),
                      [](std::uint32_t character) { return char32_t{character}; });
}

rc::Gen<char32_t> dense_character() {
  return rc::gen::oneOf(between(0x4E00, 0x9FFF), between(0x3041, 0x3096), between(0x30A1, 0x30FA),
                        between(0xAC00, 0xD7A3), between(0x0E01, 0x0E3A), between(0x1780, 0x17B3),
                        between(0x1000, 0x103F));
}

rc::Gen<std::string> any_bytes() {
  return rc::gen::container<std::string>(
      rc::gen::map(rc::gen::inRange(0, 256), [](int byte) { return static_cast<char>(byte); }));
}

// Text that is likely to meet the rules: letters, capitals, joiners, marks, every script.
rc::Gen<std::string> lively_text() {
  const auto character = rc::gen::oneOf(
      between(0x20, 0x7E), between('a', 'z'), between('A', 'Z'),
      rc::gen::elementOf(std::u32string(U"._-:/\\@#+~'’>s \u0301\u200B\u3099\uFF9E\u0640\uFDFAßæ")),
      between(0x80, 0x24F), between(0x370, 0x6FF), dense_character(), between(0x1100, 0x11FF),
      between(0xE000, 0xFFFF), between(0, 0x10FFFF));
  return rc::gen::map(rc::gen::container<std::vector<char32_t>>(character), encoded);
}

rc::Gen<std::string> any_text() {
  return rc::gen::oneOf(any_bytes(), lively_text());
}

void expect_sound(std::string_view text) {
  std::size_t previous = 0;
  bool first = true;
  for (const auto& [term, begin, end, colocated] : tokens_of(text)) {
    RC_ASSERT(!term.empty());
    RC_ASSERT(term.size() <= max_token_bytes);
    RC_ASSERT(utf8::is_valid(term));
    RC_ASSERT(begin < end);
    RC_ASSERT(end <= text.size());
    RC_ASSERT(begin >= previous);
    RC_ASSERT(!(first && colocated));
    previous = begin;
    first = false;
  }
}

RC_GTEST_PROP(WordsProperty, AnyTextHasSoundTokens, ()) {
  expect_sound(*any_text());
}

RC_GTEST_PROP(WordsProperty, NoTokenIsTwiceAtAPosition, ()) {
  std::vector<std::string> here;
  for (const auto& token : tokens_of(*lively_text())) {
    if (!token.colocated)
      here.clear();
    RC_ASSERT(std::ranges::find(here, token.term) == here.end());
    here.push_back(token.term);
  }
}

RC_GTEST_PROP(WordsProperty, AnyTextIsAQuestion, ()) {
  const auto text = *any_text();
  const auto words = query_words(text);
  RC_ASSERT(words.size() <= max_query_words);
  const auto tokens = tokens_of(text);
  const auto has = [&tokens](const std::string& term) {
    return std::ranges::find(tokens, term, &Seen::term) != tokens.end();
  };
  for (const auto& word : words) {
    RC_ASSERT(!word.parts.empty());
    RC_ASSERT(text.find(word.written) != std::string::npos);
    RC_ASSERT(std::ranges::all_of(word.parts, has));
    RC_ASSERT(word.whole.empty() || has(word.whole));
  }
}

RC_GTEST_PROP(WordsProperty, AWordAsWrittenIsFoundInItsText, ()) {
  for (const auto& word : query_words(*lively_text())) {
    const auto again = query_words(word.written);
    RC_ASSERT(again.size() == 1U);
    RC_ASSERT(again.front().parts == word.parts);
    RC_ASSERT(again.front().whole == word.whole);
  }
}

// The characters and clusters of a run.
std::vector<std::u32string> units_of(const std::vector<char32_t>& characters) {
  const std::u32string run(characters.begin(), characters.end());
  std::vector<std::u32string> units;
  for (std::size_t at = 0; at < run.size();) {
    const std::size_t end = cluster_end(run, at);
    units.push_back(run.substr(at, end - at));
    at = end;
  }
  return units;
}

std::string joined(std::span<const std::u32string> units) {
  std::string out;
  for (const auto& unit : units)
    for (const char32_t character : unit) utf8::append(out, character);
  return out;
}

RC_GTEST_PROP(WordsProperty, PartsOfDenseRunsAreRunsOfPairs, ()) {
  const auto run = units_of(
      *rc::gen::suchThat(rc::gen::container<std::vector<char32_t>>(dense_character()),
                         [](const auto& characters) { return units_of(characters).size() >= 2; }));
  const auto from = *rc::gen::inRange<std::size_t>(0, run.size() - 1);
  const auto length = *rc::gen::inRange<std::size_t>(2, run.size() - from + 1);
  const auto words = query_words(joined(std::span(run).subspan(from, length)));
  RC_ASSERT(words.size() == 1U);
  RC_ASSERT(words.front().adjacent);
  const auto positions = positions_of("in " + joined(run) + " x");
  const auto& pairs = words.front().parts;
  RC_ASSERT(std::ranges::search(positions, pairs).begin() != positions.end());
}

RC_GTEST_PROP(WordsProperty, SingleUnitsOfDenseRunsAreFound, ()) {
  const auto run =
      units_of(*rc::gen::nonEmpty(rc::gen::container<std::vector<char32_t>>(dense_character())));
  const auto one = *rc::gen::elementOf(run);
  const auto tokens = tokens_of(joined(run));
  for (const auto& word : query_words(joined({&one, 1})))
    for (const auto& part : word.parts)
      RC_ASSERT(std::ranges::find(tokens, part, &Seen::term) != tokens.end());
}

RC_GTEST_PROP(WordsProperty, FoldingTwiceChangesNothing, ()) {
  const auto folded = fold(*any_text());
  RC_ASSERT(utf8::is_valid(folded));
  RC_ASSERT(fold(folded) == folded);
  const auto other = *any_text();
  RC_ASSERT(folds_to(other, folded) == (fold(other) == folded));
}

RC_GTEST_PROP(WordsProperty, ExactWordsAndStemsAreSound, ()) {
  const auto text = *any_text();
  for (const auto& word : exact_words(text)) {
    RC_ASSERT(!word.empty());
    RC_ASSERT(utf8::is_valid(word));
  }
  const auto stems = significant_stems(text);
  RC_ASSERT(stems.size() <= 16U);
  RC_ASSERT(stems.empty() == exact_words(text).empty());
}

}  // namespace
}  // namespace aim::text
