// Whatever a model says, reading it ends, and what comes out keeps its limits.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

#include "base/utf8.h"
#include "llm/answers.h"
#include "text/words.h"

namespace aim::llm {
namespace {

// Pieces that look like JSON, and any bytes between them.
std::string anything() {
  static const std::vector<std::string> pieces{
      "{",    "}",       "[",        "]",    "\"",    "\\",        ",",       ":",      "\"tags\"",
      "true", "<think>", "</think>", "```",  "\"a\"", "\\u0000",   "\\ud800", "\xc3",   "\xc3\xa9",
      "\n",   "null",    "1e999",    "json", "\x1b",  "\"tags\":", "[\"x\",", "\"b\"]}"};
  const auto chosen = *rc::gen::container<std::vector<std::string>>(
      rc::gen::oneOf(rc::gen::elementOf(pieces), rc::gen::arbitrary<std::string>()));
  std::string text;
  for (const std::string& piece : chosen) text += piece;
  return text;
}

bool is_clean(const std::string& text, bool lines) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (c < 0x20 && !(lines && (c == '\n' || c == '\t')))
      return false;
  }
  return utf8::is_valid(text) && !text.empty();
}

TEST(AnswersProperty, ListsKeepTheirLimits) {
  rc::check([] {
    const auto got = read_list(anything(), "tags", {4, 12});
    if (!got)
      return;
    RC_ASSERT(got->size() <= 4U);
    std::set<std::string> folded;
    for (const std::string& each : *got) {
      RC_ASSERT(each.size() <= 12U && is_clean(each, false));
      RC_ASSERT(folded.insert(text::fold(each)).second);
    }
  });
}

TEST(AnswersProperty, TextsAndTruthsKeepTheirs) {
  rc::check([] {
    const std::string answer = anything();
    if (const auto got = read_text(answer, "tags", 20))
      RC_ASSERT(got->size() <= 20U && is_clean(*got, true));
    static_cast<void>(read_truth(answer, "tags"));
  });
}

TEST(AnswersProperty, WhatIsAsAskedIsFoundInAnyChatter) {
  rc::check([] {
    const auto words =
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab \n.,!`'")));
    const auto got = read_list(words + "{\"tags\":[\"x{\",\"y]\"]}" + words, "tags", {4, 12});
    RC_ASSERT(got && *got == (std::vector<std::string>{"x{", "y]"}));
  });
}

}  // namespace
}  // namespace aim::llm
