#include "memory/conversation_line.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

Time moment(std::string_view text) {
  return parse_rfc3339(text, "time")->time;
}

Memory memory(std::string metadata, std::string content) {
  Memory memory;
  memory.metadata = std::move(metadata);
  memory.content = std::move(content);
  memory.created_at = at(moment("2026-11-21T12:00:00Z"));
  return memory;
}

TEST(Line, IsReadFromMetadata) {
  const Line line =
      line_of(memory(R"({"session_id":"s1","speaker":"Caroline","said_at":"2023-05-08T13:56:00Z"})",
                     "I went there."));
  EXPECT_EQ(line.session, "s1");
  EXPECT_EQ(line.speaker, "caroline");
  EXPECT_EQ(line.time, moment("2023-05-08T13:56:00Z"));
  EXPECT_TRUE(line.dialogue);
}

TEST(Line, AnOrdinaryMemoryIsNone) {
  for (const char* metadata : {"{}", R"({"agent_id":"a"})", "no object at all"}) {
    const Line line = line_of(memory(metadata, "Python: use 3.11"));
    EXPECT_EQ(line.session, "");
    EXPECT_EQ(line.speaker, "");
    EXPECT_EQ(line.time, moment("2026-11-21T12:00:00Z"));
    EXPECT_FALSE(line.dialogue);
  }
}

TEST(Line, TheSpeakerMayStandInTheContentOfASession) {
  EXPECT_EQ(line_of(memory(R"({"session_id":"s"})", "[8 May 2023] Bob: hello")).speaker, "bob");
  const Line note = line_of(memory(R"({"session_id":"s"})", "Bob likes tea."));
  EXPECT_EQ(note.session, "s");
  EXPECT_FALSE(note.dialogue);
  EXPECT_FALSE(
      line_of(memory(R"({"session_id":"s","speaker":"Bob"})", "It was Bob's idea.")).dialogue);
  EXPECT_TRUE(line_of(memory(R"({"session_id":"s"})", "[user]: hello")).dialogue);
}

TEST(Line, AWholeConversationIsNoLine) {
  const Line whole =
      line_of(memory(R"({"session_id":"s"})", "[8 May]\nAnn: hi\nBob: how are you?\n"));
  EXPECT_EQ(whole.speaker, "");
  EXPECT_FALSE(whole.dialogue);
  EXPECT_TRUE(line_of(memory(R"({"session_id":"s"})", "Ann: two\nlines of mine")).dialogue);
}

TEST(Line, FindsNamesBeforeAColon) {
  const struct {
    std::string_view content, name;
  } rows[] = {
      {"Caroline: hi", "Caroline"},
      {"[date] Mary-Ann: hi", "Mary-Ann"},
      {"Jörg: hi", "Jörg"},
      {"[user]: hi", ""},
      {"no name here", ""},
      {"lower: hi", ""},
      {"Two words: hi", ""},
      {"A:b", ""},
      {": hi", ""},
      {"", ""},
      {"[", ""},
      {"Averyveryverylongnamethatisnonereally: hi", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(speaker_of(row.content), row.name) << row.content;
}

TEST(Line, TakesMarksOff) {
  EXPECT_EQ(without_mark("[1:56 pm on 8 May, 2023] Ann: hi"), "Ann: hi");
  EXPECT_EQ(without_mark("[8 May]\nAnn: hi"), "Ann: hi");
  for (const std::string_view whole : {"[user]: hi", "[never closed", "no mark", "", "x [y] z"})
    EXPECT_EQ(without_mark(whole), whole);
}

TEST(Line, KnowsHowMuchOfItAsks) {
  EXPECT_EQ(share_of_questions("Ann: how are you?"), 1);
  EXPECT_EQ(share_of_questions("I am fine. And you, my friend?"), 19.0 / 30);
  EXPECT_EQ(share_of_questions("Well?\nYes.\tSure?!"), 5.0 / 17);
  EXPECT_EQ(share_of_questions("\u597D\u3002\u4F60\u5462\uFF1F"), 9.0 / 15);
  // A sentence that tells something before it asks is no question.
  const std::string tells = std::string(longest_question - 1, 'x') + "?";
  EXPECT_EQ(share_of_questions(tells), 1);
  EXPECT_EQ(share_of_questions("y" + tells), 0);
  EXPECT_EQ(share_of_questions("No question. None! at all"), 0);
  EXPECT_EQ(share_of_questions("see a.b?c=1 for it"), 0);
  EXPECT_EQ(share_of_questions(""), 0);
}

}  // namespace
}  // namespace aim
