#include "mine/decoder.h"

#include <gtest/gtest.h>

namespace aim::mine {
namespace {

using namespace std::string_view_literals;

struct Decoded {
  std::string text, name;
};
Decoded decoded(std::string_view bytes, std::size_t piece) {
  Decoder decoder;
  Decoded out;
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    out.text += decoder.feed(bytes.substr(at, piece));
  out.text += decoder.finish();
  out.name = decoder.name();
  return out;
}

TEST(Decoder, ReadsWhatProgramsWrite) {
  const std::tuple<std::string_view, std::string_view, std::string_view> cases[] = {
      {"", "", ""},
      {"a", "a", ""},
      {"Grüße 😀", "Grüße 😀", ""},
      {"\xEF\xBB\xBF{}", "\xEF\xBB\xBF{}", ""},  // left to those who parse
      {"\xFF\xFEG\0r\0\xFC\0\xDF\0e\0\x3D\xD8\x00\xDE"sv, "Grüße😀", "UTF-16"},
      {"\xFE\xFF\0G\0\xFC\xD8\x3D\xDE\x00"sv, "Gü😀", "UTF-16"},
      {"\xFF\xFEx\0\x3D\xD8y\0z"sv, "x�y�", "UTF-16"},
      {"Gr\xFC\xDF"
       "e \x80 5 \x96 \x84x\x93",
       "Grüße € 5 – „x“", "Windows-1252"},
      {"ä and \xFF then", "ä and \xFF then", ""},  // UTF-8 with a flaw
  };
  for (const auto& [bytes, text, name] : cases)
    for (const std::size_t piece :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{5}, std::size_t{1'000}}) {
      const Decoded out = decoded(bytes, piece);
      EXPECT_EQ(out.text, text) << piece;
      EXPECT_EQ(out.name, name) << text;
    }
}

}  // namespace
}  // namespace aim::mine
