#include "memory/transcript.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace aim {
namespace {

TEST(Transcript, HasAnIdOfItsSessionAndNamespace) {
  EXPECT_EQ(transcript_id("team", "s"), transcript_id("team", "s"));
  EXPECT_NE(transcript_id("team", "s"), transcript_id("team", "t"));
  EXPECT_NE(transcript_id("team", "s"), transcript_id("global", "s"));
  EXPECT_EQ(transcript_id("team", "s").size(), 36U);
}

TEST(Transcript, SaysHowLongATurnIs) {
  for (const Role role : {Role::user, Role::assistant, Role::system, Role::tool})
    EXPECT_EQ(turn_text_bytes(role, 3), static_cast<std::int64_t>(turn_text(role, "abc").size()));
  EXPECT_EQ(turn_text(Role::user, "Hi"), "user: Hi\n\n");
}

TEST(PartOf, NeverCutsACharacter) {
  const std::string text = "aé漢🙂z";  // 1, 2, 3, 4 and 1 bytes
  for (std::int64_t start = -1; start <= 12; ++start)
    for (std::int64_t end = -1; end <= 12; ++end)
      for (std::size_t most = 0; most <= 12; ++most) {
        const auto part = part_of(text, Span{start, end}, most);
        EXPECT_LE(part.size(), most);
        EXPECT_TRUE(part.empty() || utf8::begins_character(part[0]));
        const auto after = static_cast<std::size_t>(part.data() - text.data()) + part.size();
        EXPECT_TRUE(after >= text.size() || utf8::begins_character(text[after]))
            << start << " " << end << " " << most;
      }
  EXPECT_EQ(part_of(text, Span{1, 6}, 100), "é漢");
  EXPECT_EQ(part_of(text, Span{2, 7}, 100), "漢");
  EXPECT_EQ(part_of(text, std::nullopt, 100), text);
  EXPECT_EQ(part_of(text, std::nullopt, 5), "aé");
}

}  // namespace
}  // namespace aim
