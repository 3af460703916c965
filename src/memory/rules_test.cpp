#include "memory/rules.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace aim {
namespace {

using namespace std::literals;

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

// The sentence of the refusal, "" when there is none.
std::string said(const Result<void>& result, std::string_view field) {
  if (result)
    return "";
  EXPECT_EQ(result.error().code, Code::validation_failed);
  EXPECT_EQ(result.error().field, field);
  return result.error().message;
}

TEST(Rules, TakesTextsWithinTheirLimits) {
  const struct {
    const Rule& rule;
    std::string text;
  } rows[] = {
      {rule::title, "x"},
      {rule::title, std::string(512, 'x')},
      {rule::title, repeated("é", 256)},
      {rule::title, "  around  "},
      {rule::title, "line\nand\ttab, \x01 and \x7F"},
      {rule::content, std::string(65'536, 'x')},
      {rule::tags, std::string(128, 't')},
      {rule::tags, "with space"},
      {rule::id, "x"},
      {rule::query, ""},
      {rule::metadata, "{}"},
      {rule::any, ""},
      {rule::any, std::string(1'000'000, 'x')},
  };
  for (const auto& row : rows)
    EXPECT_EQ(said(check(row.rule, "field", row.text), "field"), "") << row.text.substr(0, 60);
}

TEST(Rules, MetadataHaveSixtyFourLevels) {
  const auto nested = [](std::size_t levels) {
    return repeated(R"({"a":)", levels) + "1" + std::string(levels, '}');
  };
  EXPECT_TRUE(check(rule::metadata, "metadata", nested(64)));
  const auto refused = said(check(rule::metadata, "metadata", nested(65)), "metadata");
  EXPECT_TRUE(refused.starts_with("metadata must have at most 64 levels; got \"{")) << refused;
  EXPECT_TRUE(check(rule::metadata, "metadata", R"({"\"[":")" + std::string(99, '[') + R"(\\"})"));
  EXPECT_TRUE(check(rule::metadata, "metadata", "{\"a\":[" + repeated("{},", 99) + "[]]}"));
}

TEST(Rules, RefusesTextsAndSaysWhy) {
  const struct {
    const Rule& rule;
    std::string_view field;
    std::string text;
    std::string_view expected;
  } rows[] = {
      {rule::title, "title", "", "title must not be empty"},
      {rule::title, "title", " ", "title must not be blank"},
      {rule::title, "title", " \t\r\n", "title must not be blank"},
      {rule::title, "title", "\u00A0\u3000\u2003", "title must not be blank"},
      {rule::title, "title", std::string(731, 'x'), "title may have at most 512 bytes; got 731"},
      {rule::title, "title", repeated("é", 257), "title may have at most 512 bytes; got 514"},
      {rule::title, "title", "a\0b"s, "title must not contain NUL"},
      {rule::title, "title", "\0"s, "title must not contain NUL"},
      {rule::title, "title", "caf\xE9", "title must be valid UTF-8"},
      {rule::title, "title", "\xED\xA0\x80", "title must be valid UTF-8"},
      {rule::title, "title", "\xC0\x80", "title must be valid UTF-8"},
      {rule::content, "content", "", "content must not be empty"},
      {rule::content, "content", "\n\n", "content must not be blank"},
      {rule::content, "content", std::string(65'537, 'x'),
       "content may have at most 65536 bytes; got 65537"},
      {rule::tags, "tags[3]", "", "tags[3] must not be empty"},
      {rule::tags, "tags[3]", std::string(129, 't'), "tags[3] may have at most 128 bytes; got 129"},
      {rule::id, "id", "", "id must not be empty"},
      {rule::id, "id", std::string(129, '0'), "id may have at most 128 bytes; got 129"},
      {rule::id, "id", "a\0"s, "id must not contain NUL"},
      {rule::query, "query", "\xFF", "query must be valid UTF-8"},
      {rule::any, "anything", "\0"s, "anything must not contain NUL"},
      {rule::any, "anything", "\xFF", "anything must be valid UTF-8"},
      {Rule{.min_bytes = 4}, "prefix", "abc", "prefix must have at least 4 bytes; got 3"},
      {Rule{.max_bytes = 1}, "letter", "ab", "letter may have at most 1 byte; got 2"},
      {rule::metadata, "metadata", std::string(65'537, ' '),
       "metadata may have at most 65536 bytes; got 65537"},
      {rule::name_space, "namespace", "", "namespace must not be empty"},
      {rule::name_space, "namespace", std::string(129, 'n'),
       "namespace may have at most 128 bytes; got 129"},
      {rule::name_space, "namespace", "my team",
       "namespace must not contain spaces; got \"my team\""},
      {rule::name_space, "namespace", std::string(70, 'n') + " ",
       "namespace must not contain spaces; got "
       "\"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…\""},
      {rule::name_space, "namespace", "a\0b"s, "namespace must not contain NUL"},
      {rule::source, "source", "stranger",
       "source must be one of user, claude, hook, api, cli, import, consolidation, system, chaos; "
       "got \"stranger\""},
  };
  for (const auto& row : rows)
    EXPECT_EQ(said(check(row.rule, row.field, row.text), row.field), row.expected);
}

TEST(Rules, TakesNumbersWithinTheirLimits) {
  const struct {
    const Rule& rule;
    double number;
  } rows[] = {
      {rule::priority, 1},      {rule::priority, 10},        {rule::confidence, 0},
      {rule::confidence, 1},    {rule::confidence, 0.5},     {rule::ttl_secs, 31'536'000},
      {rule::days, 0},          {rule::limit_recall, 0},     {rule::limit_recall, 50},
      {rule::limit_recall, 51}, {rule::limit_recall, 1e300}, {rule::any, -1e300},
  };
  for (const auto& row : rows)
    EXPECT_EQ(said(check(row.rule, "field", row.number), "field"), "") << row.number;
}

TEST(Rules, RefusesNumbersAndSaysWhy) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const struct {
    Rule rule;
    std::string_view field;
    double number;
    std::string_view expected;
  } rows[] = {
      {rule::priority, "priority", 0, "priority must be between 1 and 10; got 0"},
      {rule::priority, "priority", 11, "priority must be between 1 and 10; got 11"},
      {rule::priority, "priority", -5, "priority must be between 1 and 10; got -5"},
      {rule::priority, "priority", 99'999'999'999,
       "priority must be between 1 and 10; got 99999999999"},
      {rule::priority, "priority", 100'000'000'000,
       "priority must be between 1 and 10; got 100000000000"},
      {rule::priority, "priority", 1e300, "priority must be between 1 and 10; got 1e+300"},
      {rule::confidence, "confidence", 1.5, "confidence must be between 0 and 1; got 1.5"},
      {rule::confidence, "confidence", 1.0000000000000002,
       "confidence must be between 0 and 1; got 1.0000000000000002"},
      {rule::confidence, "confidence", -0.1, "confidence must be between 0 and 1; got -0.1"},
      {rule::confidence, "confidence", infinity, "confidence must be between 0 and 1; got inf"},
      {rule::confidence, "confidence", -infinity, "confidence must be between 0 and 1; got -inf"},
      {rule::confidence, "confidence", none, "confidence must be between 0 and 1; got nan"},
      {rule::any, "number", -none, "number must be a finite number; got nan"},
      {rule::any, "number", none, "number must be a finite number; got nan"},
      {rule::any, "number", infinity, "number must be a finite number; got inf"},
      {rule::ttl_secs, "ttl_secs", 0, "ttl_secs must be between 1 and 31536000; got 0"},
      {rule::ttl_secs, "ttl_secs", 31'536'001,
       "ttl_secs must be between 1 and 31536000; got 31536001"},
      {rule::offset, "offset", -1, "offset must be between 0 and 1000000000000; got -1"},
      {rule::limit_recall, "limit", -3, "limit must be at least 0; got -3"},
      {rule::limit_recall, "limit", none, "limit must be at least 0; got nan"},
      {rule::limit_recall, "limit", infinity, "limit must be at least 0; got inf"},
      {Rule{.minimum = 0}, "count", -3, "count must be at least 0; got -3"},
      {Rule{.maximum = 0.5}, "share", 1, "share must be at most 0.5; got 1"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(said(check(row.rule, row.field, row.number), row.field), row.expected);
}

TEST(Rules, CountsItems) {
  const struct {
    Rule rule;
    std::string_view field;
    std::size_t items;
    std::string_view expected;
  } rows[] = {
      {rule::tags, "tags", 0, ""},
      {rule::tags, "tags", 50, ""},
      {rule::tags, "tags", 51, "tags may have at most 50 items; got 51"},
      {rule::ids, "ids", 2, ""},
      {rule::ids, "ids", 100, ""},
      {rule::ids, "ids", 0, "ids must have at least 2 items; got 0"},
      {rule::ids, "ids", 1, "ids must have at least 2 items; got 1"},
      {rule::ids, "ids", 101, "ids may have at most 100 items; got 101"},
      {Rule{.max_items = 1}, "words", 2, "words may have at most 1 item; got 2"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(said(check_count(row.rule, row.field, row.items), row.field), row.expected);
}

TEST(Rules, NamesTheFlawsOfNamespaces) {
  const struct {
    std::string_view text;
    std::string_view expected;
  } rows[] = {
      {"global", ""},
      {"team/eng", ""},
      {"a/b/c/d/e/f/g/h", ""},
      {"Größe/世界", ""},
      {"a.b-c_d", ""},
      {".hidden/..x", ""},
      {"a*b", ""},
      {"", "must not be empty"},
      {" ", "must not contain spaces"},
      {"a b", "must not contain spaces"},
      {"a ", "must not contain spaces"},
      {"a\tb", "must not contain spaces"},
      {"a\n", "must not contain spaces"},
      {"a\u00A0b", "must not contain spaces"},
      {"a\u2028b", "must not contain spaces"},
      {"a\u3000b", "must not contain spaces"},
      {"a\0b"sv, "must not contain NUL"},
      {"a\\b", "must not contain backslashes"},
      {"/", "must not begin or end with a slash"},
      {"/a", "must not begin or end with a slash"},
      {"a/", "must not begin or end with a slash"},
      {"a//b", "must not have an empty segment between slashes"},
      {"a///b", "must not have an empty segment between slashes"},
      {".", "must not have '.' or '..' as a segment"},
      {"..", "must not have '.' or '..' as a segment"},
      {"a/./b", "must not have '.' or '..' as a segment"},
      {"a/..", "must not have '.' or '..' as a segment"},
      {"../a", "must not have '.' or '..' as a segment"},
      {"*", "must not have '*' as a segment"},
      {"team/*", "must not have '*' as a segment"},
      {"a/b/c/d/e/f/g/h/i", "may have at most 8 levels"},
  };
  for (const auto& row : rows) EXPECT_EQ(name_space_flaw(row.text), row.expected) << row.text;
}

TEST(Rules, NamesTheFlawsOfFilters) {
  const struct {
    std::string_view text;
    std::string_view expected;
  } rows[] = {
      {"team", ""},
      {"*", ""},
      {"team/*", ""},
      {"team/eng/*", ""},
      {"a/b/c/d/e/f/g/h/*", ""},
      {"", "must not be empty"},
      {"/*", "must not begin or end with a slash"},
      {"**", ""},
      {"*/*", "must not have '*' as a segment"},
      {"team/*/x", "must not have '*' as a segment"},
      {"team/*/*", "must not have '*' as a segment"},
      {"team/", "must not begin or end with a slash"},
      {"team//*", "must not begin or end with a slash"},
      {"a b/*", "must not contain spaces"},
      {"../*", "must not have '.' or '..' as a segment"},
      {"a/b/c/d/e/f/g/h/i/*", ""},
  };
  for (const auto& row : rows)
    EXPECT_EQ(name_space_filter_flaw(row.text), row.expected) << row.text;
  EXPECT_TRUE(check(rule::name_space_filter, "namespace", std::string(128, 'n') + "/*"));
}

// Databases of the reference have namespaces of 512 bytes, and of any depth (wire.md 1.4).
TEST(Rules, FindsNamespacesThatNobodyMayMakeAnyMore) {
  const std::string longest(512, 'n');
  for (const std::string& name : {longest, std::string("a/b/c/d/e/f/g/h/i")}) {
    EXPECT_TRUE(check(rule::kept_name_space, "namespace", name)) << name;
    EXPECT_TRUE(check(rule::kept_name_space_or_all, "namespace", name)) << name;
    EXPECT_TRUE(check(rule::name_space_filter, "namespace", name + "/*")) << name;
    EXPECT_TRUE(check(rule::name_spaces_filter, "namespace", "team " + name + "/*")) << name;
    EXPECT_FALSE(check(rule::name_space, "namespace", name)) << name;
    EXPECT_FALSE(check(rule::name_space_or_all, "namespace", name)) << name;
  }
  EXPECT_TRUE(check(rule::kept_name_space_or_all, "namespace", "*"));
  EXPECT_FALSE(check(rule::kept_name_space, "namespace", longest + "n"));
  EXPECT_FALSE(check(rule::name_spaces_filter, "namespace", longest + "nnn"));
  EXPECT_FALSE(check(rule::kept_name_space, "namespace", "a//b"));
}

TEST(Rules, KnowsTheSources) {
  for (const auto source :
       {"user", "claude", "hook", "api", "cli", "import", "consolidation", "system", "chaos"})
    EXPECT_EQ(source_flaw(source), "") << source;
  for (const auto source : {"", "User", "mine-claude", "auto-consolidate", "api "})
    EXPECT_NE(source_flaw(source), "") << source;
}

}  // namespace
}  // namespace aim
