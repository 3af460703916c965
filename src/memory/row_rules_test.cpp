#include "memory/row_rules.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace aim {
namespace {

const Time now = time_from_nanoseconds(1'790'000'000'000'000'000);

Memory sound() {
  Memory memory;
  memory.id = "0b9c7a52-1111-4222-8333-944455556666";
  memory.title = "Title";
  memory.content = "Content";
  memory.created_at = memory.updated_at = at(now);
  return memory;
}

std::string nested(int levels) {
  std::string text = "1";
  for (int each = 0; each < levels; ++each) text = "{\"a\":" + text + "}";
  return text;
}

std::string field_of(const Result<void>& checked) {
  return checked ? "" : checked.error().field;
}

TEST(RowRules, ASoundRowIsTaken) {
  EXPECT_TRUE(check_row(sound(), now));
  Memory expired = sound();
  expired.expires_at = at(now - std::chrono::hours(1));
  EXPECT_TRUE(check_row(expired, now))
      << "an expiry that has passed is none of a stranger's tricks";
  Memory deep = sound();
  deep.metadata = nested(64);
  EXPECT_TRUE(check_row(deep, now));
}

TEST(RowRules, EveryLimitOfInputHolds) {
  struct Case {
    const char* field;
    std::function<void(Memory&)> spoil;
  };
  const Case cases[] = {
      {"id", [](Memory& m) { m.id = "../../../etc/passwd"; }},
      {"id", [](Memory& m) { m.id = ""; }},
      {"id", [](Memory& m) { m.id = "a b"; }},
      {"id", [](Memory& m) { m.id = "a\x1b[2J"; }},
      {"id",
       [](Memory& m) {
         m.id =
             "\xc2\x9b"
             "31m";
       }},
      {"id", [](Memory& m) { m.id = ".."; }},
      {"id", [](Memory& m) { m.id = std::string(200, 'a'); }},
      {"title", [](Memory& m) { m.title = std::string(600, 'a'); }},
      {"title", [](Memory& m) { m.title = " "; }},
      {"content", [](Memory& m) { m.content = std::string(70'000, 'a'); }},
      {"content", [](Memory& m) { m.content = "bad \xff byte"; }},
      {"content", [](Memory& m) { m.content = std::string("a\0b", 3); }},
      {"namespace", [](Memory& m) { m.name_space = "a b"; }},
      {"namespace", [](Memory& m) { m.name_space = "../x"; }},
      {"source", [](Memory& m) { m.source = "no\nbody"; }},
      {"tags", [](Memory& m) { m.tags.assign(51, "t"); }},
      {"tags", [](Memory& m) { m.tags = {std::string(200, 'a')}; }},
      {"metadata", [](Memory& m) { m.metadata = "no JSON"; }},
      {"metadata", [](Memory& m) { m.metadata = "[1]"; }},
      {"metadata", [](Memory& m) { m.metadata = R"({"a":[1e999]})"; }},
      {"metadata", [](Memory& m) { m.metadata = nested(65); }},
      {"metadata", [](Memory& m) { m.metadata = "{\"a\":\"" + std::string(2 << 20, 'x') + "\"}"; }},
      {"tier", [](Memory& m) { m.tier = static_cast<Tier>(99); }},
      {"memory_kind", [](Memory& m) { m.kind = static_cast<MemoryKind>(-1); }},
      {"priority", [](Memory& m) { m.priority = INT64_MAX; }},
      {"reinforcement", [](Memory& m) { m.reinforcement = -1; }},
      {"confidence", [](Memory& m) { m.confidence = std::numeric_limits<double>::infinity(); }},
      {"confidence", [](Memory& m) { m.confidence = std::numeric_limits<double>::quiet_NaN(); }},
      {"access_count", [](Memory& m) { m.access_count = -5; }},
      {"reflection_depth", [](Memory& m) { m.reflection_depth = 1'000; }},
      {"updated_at", [](Memory& m) { m.updated_at = at(now + std::chrono::hours(24 * 400)); }},
      {"created_at", [](Memory& m) { m.created_at = at(Time::max()); }},
  };
  for (const auto& [field, spoil] : cases) {
    Memory memory = sound();
    spoil(memory);
    EXPECT_EQ(field_of(check_row(memory, now)), field);
    EXPECT_EQ(field_of(check_row(Archived{memory, at(now), "gc"}, now)), field);
  }
}

TEST(RowRules, WhatHangsOnMemoriesIsHeldToThemToo) {
  EXPECT_TRUE(check_row(Link{"a", "b", "related_to", at(now), at(now)}, now));
  EXPECT_EQ(field_of(check_row(Link{"a/../b", "b", "related_to", at(now), at(now)}, now)),
            "source_id");
  EXPECT_EQ(field_of(check_row(Link{"a", "b", "owns", at(now), at(now)}, now)), "relation");
  StandardRow standard{"team", "a", {}, {}, now};
  EXPECT_TRUE(check_row(standard, now));
  standard.parent = "a b";
  EXPECT_EQ(field_of(check_row(standard, now)), "parent");
  Transcript transcript;
  transcript.session_id = "s";
  transcript.id = transcript_id("global", "s");
  transcript.created_at = transcript.updated_at = now;
  EXPECT_TRUE(check_row(transcript, now));
  transcript.id = "another";
  EXPECT_EQ(field_of(check_row(transcript, now)), "id");
  Turn turn{1, Role::user, now, "hello"};
  EXPECT_TRUE(check_row(turn, now));
  turn.role = static_cast<Role>(7);
  EXPECT_EQ(field_of(check_row(turn, now)), "role");
  turn = {1, Role::user, now, "\xff"};
  EXPECT_EQ(field_of(check_row(turn, now)), "text");
  EXPECT_EQ(field_of(check_row(TranscriptLink{"a", "b", Span{5, 2}})), "span_end");
}

// They may not be given at the doors, but stand in its exports.
TEST(RowRules, KnowSourcesOfTheReference) {
  for (const auto source : {"api", "mine-claude", "mine-chatgpt", "mine-slack", "auto-consolidate"})
    EXPECT_EQ(imported_source_flaw(source), "") << source;
  for (const auto source : {"", "mine-codex", "mine-claude "})
    EXPECT_NE(imported_source_flaw(source), "") << source;
}

}  // namespace
}  // namespace aim
