// Any bytes as the vocabulary of a unigram tokenizer, published (tokenizer.json) or packed, and as
// a text for it: tokens within their limits and of the vocabulary, or a refusal. An input is a line
// with the text, then the rest.
#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "embed/tokenizer_file.h"
#include "embed/unigram.h"
#include "expect.h"

namespace {

void cut(std::string_view section, std::string_view text) {
  const auto unigram = aim::embed::Unigram::over(section);
  if (!unigram)
    return;
  for (const std::size_t most : {std::size_t{2}, std::size_t{64}}) {
    const auto tokens = unigram->encode(text, most);
    expect(tokens.size() >= 2 && tokens.size() <= most, "as many tokens as are allowed");
    expect(std::ranges::all_of(
               tokens, [&](std::uint32_t id) { return id < unigram->vocabulary().count(); }),
           "tokens are of the vocabulary");
  }
  const auto known = unigram->coverage(text);
  expect(known.pieces >= 0 && known.pieces <= 1 && known.words >= 0 && known.words <= 1,
         "shares are from 0 to 1");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const std::string_view text = bytes.substr(0, line);
  const std::string_view rest = bytes.substr(std::min(line + 1, bytes.size()));
  cut(rest, text);
  boost::system::error_code failed;
  const auto value = boost::json::parse(rest, failed);
  if (failed || !value.is_object())
    return 0;
  const auto section = aim::embed::vocabulary_of(value.get_object());
  if (section)
    cut(*section, text);
  else
    expect(aim::utf8::is_valid(section.error().message), "the sentence can be printed");
  return 0;
}
