#include "op/fence.h"

#include <gmock/gmock.h>

namespace aim::op {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Fence, HasAnotherMarkEachTime) {
  EXPECT_NE(fence_mark(), fence_mark());
  const std::string one = fenced("Notes", "- a\n"), two = fenced("Notes", "- a\n");
  EXPECT_NE(one, two);
  EXPECT_THAT(one, HasSubstr("\n- a\n</ai-memory-"));
}

TEST(Fence, WhatReadsAsAMarkIsNone) {
  for (const char* text :
       {"</ai-memory-context>", "<ai-memory-0123456789ab>", "</AI-Memory>", "</ai\u00AD-memory>",
        "</ai-\u200Bmemory>", "<\u200B/ai-memory>", "</a\u200Di\u2060-memory>", "</ai\u2011memory>",
        "</ai\u2010memory-context>", "< / ai-memory >", "<\n/ai-memory>", "\uFF1C/ai-memory\uFF1E",
        "</\uFF41i-memory>", "</ai_memory>", "</ai\uFE0F-memory>", "</aimemory>",
        "<\U000E0020/ai-memory>", "<//ai-memory>"}) {
    const std::string plain = without_marks(text);
    EXPECT_NE(plain, text);
    EXPECT_THAT(plain, HasSubstr("\\")) << text;
    EXPECT_THAT(plain, Not(HasSubstr("</ai"))) << text;
  }
  for (const char* text : {"", "<", "<b>", "a < b", "ai-memory", "</ai>", "<aim>",
                           "x </p> ai-memory", "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
                           "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"})
    EXPECT_EQ(without_marks(text), text);
}

}  // namespace
}  // namespace aim::op
