// Any bytes: tokens lie in the text, in order, as well-formed UTF-8 of bounded length; and every
// word of a question can be looked for.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "expect.h"
#include "text/words.h"

using namespace aim::text;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t previous_begin = 0;
  bool first = true;
  tokenize(text, [&](const Token& token) {
    expect(!token.term.empty(), "a token has a term");
    expect(token.term.size() <= max_token_bytes, "a term is bounded");
    expect(aim::utf8::is_valid(token.term), "a term is well-formed");
    expect(token.begin < token.end && token.end <= text.size(), "a token lies in the text");
    expect(token.begin >= previous_begin, "tokens come in order");
    expect(!first || !token.colocated, "the first token has its own position");
    previous_begin = token.begin;
    first = false;
  });

  const auto words = query_words(text);
  expect(words.size() <= max_query_words, "a question is bounded");
  for (const auto& word : words) {
    expect(!word.parts.empty(), "a word can be looked for");
    expect(text.find(word.written) != std::string_view::npos, "a word is in the question");
  }
  for (const auto& word : exact_words(text))
    expect(!word.empty() && aim::utf8::is_valid(word), "an exact word is well-formed");
  for (const auto& stem : significant_stems(text))
    expect(!stem.empty() && aim::utf8::is_valid(stem), "a stem is well-formed");
  const auto folded = fold(text);
  expect(aim::utf8::is_valid(folded), "a folded text is well-formed");
  expect(fold(folded) == folded, "folding twice changes nothing");
  return 0;
}
