// What is printed as TOON reads back: every value, whatever its bytes (S8).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "text/json_text.h"
#include "text/toon.h"
#include "text/toon_testing.h"

namespace aim::text {
namespace {

// Texts made mostly of what has a meaning in TOON.
rc::Gen<std::string> tricky_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                          "\\", "|", "\n", "\r", ":", ",", "n", "r", "]:", "memories[", "é", "世",
                          "🌍", " ", "\t", std::string(1, '\0'), "\u2028", "[object]")),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) text += part;
                        return text;
                      });
}

rc::Gen<std::string> any_text() {
  return rc::gen::oneOf(tricky_text(), rc::gen::arbitrary<std::string>());
}

json::value read_back(std::string_view text) {
  return text.empty() ? json::value() : json::value(text);
}

constexpr std::array<std::string_view, 7> text_columns = {
    "id", "title", "tier", "namespace", "source", "created_at", "updated_at"};

RC_GTEST_PROP(ToonProperty, EveryValueOfARowSurvives, ()) {
  json::array rows;
  json::array expected;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    json::object row, back;
    for (const std::string_view column : text_columns) {
      const std::string text = *any_text();
      row[column] = text;
      back[column] = read_back(text);
    }
    const auto number = *rc::gen::arbitrary<std::int64_t>();
    row["priority"] = number;
    back["priority"] = std::to_string(number);
    const auto score = static_cast<double>(*rc::gen::inRange(0, 20'000)) / 1000;
    row["score"] = score;
    back["score"] = compact(score);
    back["confidence"] = back["access_count"] = nullptr;
    back["tags"] = json::array();
    rows.push_back(row);
    expected.push_back(back);
  }
  json::object reply;
  reply["memories"] = rows;
  const auto parsed = parse_toon(to_toon(reply, ToonMode::full));
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(compact(*parsed) == compact(json::object{{"memories", expected}}));
}

RC_GTEST_PROP(ToonProperty, MetadataAndStandardsSurvive, ()) {
  json::object reply, expected;
  for (const std::string_view key : {"count", "mode", "summary", "other"}) {
    const std::string text = *any_text();
    reply[key] = text;
    expected[key] = read_back(text);
  }
  json::array standards, expected_standards;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    json::object standard, back;
    for (const std::string_view key : {"id", "title", "content"}) {
      const std::string text = (key == "id" && *rc::gen::arbitrary<bool>() ? "memories[" : "") +
                               *any_text() +
                               (key == "content" && *rc::gen::arbitrary<bool>() ? "]:" : "");
      standard[key] = text;
      back[key] = read_back(text);
    }
    standards.push_back(standard);
    expected_standards.push_back(back);
  }
  reply["standards"] = standards;
  expected["standards"] = expected_standards;
  expected["memories"] = json::array();
  const auto parsed = parse_toon(to_toon(reply, ToonMode::compact));
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(compact(*parsed) == compact(expected));
}

// A comma parts tags and is not escaped, so tags without one come back, and only those.
RC_GTEST_PROP(ToonProperty, TagsWithoutCommasSurvive, ()) {
  json::array tags;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    std::string tag = *any_text();
    std::erase(tag, ',');
    tags.emplace_back(tag + 'x');
  }
  const json::object reply{{"memories", json::array{json::object{{"tags", tags}}}}};
  const auto parsed = parse_toon(to_toon(reply, ToonMode::compact));
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(compact(parsed->at("memories").at(0).at("tags")) == compact(tags));
}

RC_GTEST_PROP(ToonProperty, WhatWasReadPrintsTheSameAgain, ()) {
  const std::string text =
      *rc::gen::element<std::string>("", "memories[id|tags]:\n", "standards[id|title]:\n") +
      *any_text();
  const auto first = parse_toon(text);
  if (!first)
    return;
  const std::string printed = to_toon(*first, ToonMode::full);
  const auto second = parse_toon(printed);
  RC_ASSERT(second.has_value());
  RC_ASSERT(to_toon(*second, ToonMode::full) == printed);
}

}  // namespace
}  // namespace aim::text
