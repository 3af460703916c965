#include "mine/memories.h"

#include <gmock/gmock.h>

#include "base/timestamp.h"
#include "base/utf8.h"
#include "memory/conversation_line.h"
#include "memory/metadata.h"
#include "memory/rules.h"

namespace aim::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Wanted wanted{"space", Tier::long_term};

Time minute(int n) {
  return parse_rfc3339("2025-03-01T10:00:00Z", "x")->time + std::chrono::minutes(n);
}

Conversation talk(std::vector<std::string> texts) {
  Conversation out;
  out.id = "c-1";
  out.title = "Tea";
  out.tags = {"project"};
  for (std::size_t i = 0; i < texts.size(); ++i)
    out.pieces.push_back({i % 2 == 0 ? PieceKind::person : PieceKind::assistant,
                          "m" + std::to_string(i),
                          i % 2 == 0 ? "human" : "assistant",
                          texts[i],
                          minute(static_cast<int>(i)),
                          {}});
  return out;
}

std::vector<std::string> meta(const Memory& memory, std::vector<std::string_view> keys) {
  return text_members(memory.metadata, keys);
}

TEST(MinedMemories, AreOneAConversation) {
  const auto mined = memories_of(talk({"Green or black?", " Black. "}), wanted);
  ASSERT_THAT(mined, SizeIs(1));
  const Memory& memory = mined[0].memory;
  EXPECT_EQ(mined[0].messages, 2U);
  EXPECT_EQ(memory.title, "Tea");
  EXPECT_EQ(memory.content, "[human]: Green or black?\n[assistant]: Black.");
  EXPECT_EQ(memory.name_space, "space");
  EXPECT_EQ(memory.tier, Tier::long_term);
  EXPECT_EQ(memory.source, "mine-claude");
  EXPECT_EQ(memory.priority, 5);
  EXPECT_THAT(memory.tags, ElementsAre("mine-claude", "project"));
  EXPECT_EQ(memory.created_at, at(minute(0)));
  EXPECT_EQ(memory.updated_at, at(minute(1)));
  EXPECT_THAT(meta(memory, {"mined_from", "session_id", "conversation", "said_at", "speaker",
                            "first_message_id", "last_message_id", "part"}),
              ElementsAre("claude", "c-1", "Tea", "2025-03-01T10:00:00.000000000+00:00", "", "m0",
                          "m1", "1"));
}

TEST(MinedMemories, KeepTheirIdWhenTheConversationGrows) {
  const auto before = memories_of(talk({"a", "b"}), wanted);
  const auto after = memories_of(talk({"a", "b", "c"}), wanted);
  EXPECT_EQ(before[0].memory.id, after[0].memory.id);
  EXPECT_NE(before[0].memory.content, after[0].memory.content);
  Wanted elsewhere = wanted;
  elsewhere.name_space = "other";
  EXPECT_NE(memories_of(talk({"a", "b"}), elsewhere)[0].memory.id, before[0].memory.id);
}

TEST(MinedMemories, ComeInPartsWhenTheyAreLong) {
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) texts.push_back(std::string(5'000, static_cast<char>('a' + i % 26)));
  const auto mined = memories_of(talk(texts), wanted);
  ASSERT_THAT(mined, SizeIs(4));
  std::size_t messages = 0;
  std::string all;
  for (const auto& each : mined) {
    EXPECT_TRUE(check(rule::content, "content", each.memory.content));
    messages += each.messages;
    all += each.memory.content + "\n";
  }
  EXPECT_EQ(messages, 40U);
  EXPECT_EQ(mined[0].memory.title, "Tea");
  EXPECT_EQ(mined[2].memory.title, "Tea (part 3)");
  std::string expected;
  for (const auto& message : talk(texts).pieces)
    expected += "[" + message.speaker + "]: " + message.text + "\n";
  EXPECT_EQ(all, expected);
  // The same in two stretches, when they are cut where a part ends.
  auto first = talk(texts), second = talk(texts);
  first.pieces.resize(mined[0].messages);
  second.pieces.erase(second.pieces.begin(),
                      second.pieces.begin() + static_cast<std::ptrdiff_t>(mined[0].messages));
  const auto rest = memories_of(second, wanted, memories_of(first, wanted).size());
  ASSERT_THAT(rest, SizeIs(3));
  EXPECT_EQ(rest[0].memory.id, mined[1].memory.id);
  EXPECT_EQ(rest[0].memory.content, mined[1].memory.content);
}

TEST(MinedMemories, CutAMessageThatIsLongerThanAMemory) {
  std::string text;
  while (text.size() < 200'000) text += "wörter über wörter\n";
  const auto mined = memories_of(talk({"before", text, "after"}), wanted);
  ASSERT_THAT(mined, SizeIs(5));
  for (const auto& each : mined) EXPECT_TRUE(check(rule::content, "content", each.memory.content));
  EXPECT_THAT(meta(mined[2].memory, {"speaker"}), ElementsAre("assistant"));
  const auto solid = memories_of(talk({std::string(200'000, 'x')}), wanted);
  ASSERT_THAT(solid, SizeIs(4));
}

TEST(MinedMemories, HaveATitleInAnyCase) {
  auto untitled = talk({"\n  What is the port?  \nI forgot", "8080"});
  untitled.title = " \n";
  EXPECT_EQ(memories_of(untitled, wanted)[0].memory.title, "What is the port?");
  untitled.title = std::string(5'000, 'x') + "\nsecond";
  const auto mined = memories_of(untitled, wanted);
  EXPECT_TRUE(check(rule::title, "title", mined[0].memory.title));
}

TEST(MinedMemories, FitTheLimitsWhateverComes) {
  Conversation odd = talk({std::string("a\0b", 3), "", " "});
  odd.id = std::string(5'000, 'i');
  odd.pieces[0].speaker = "x\n\x01" + std::string(500, 's');
  odd.tags = {"", std::string(500, 't'), "ok"};
  const auto mined = memories_of(odd, wanted);
  ASSERT_THAT(mined, SizeIs(1));
  const Memory& memory = mined[0].memory;
  EXPECT_TRUE(check(rule::content, "content", memory.content)) << memory.content;
  EXPECT_TRUE(check(rule::metadata, "metadata", memory.metadata));
  for (const auto& tag : memory.tags) EXPECT_TRUE(check(rule::tags, "tags", tag)) << tag;
  EXPECT_THAT(memories_of(talk({}), wanted), IsEmpty());
}

}  // namespace
}  // namespace aim::mine
