// Any bytes: what is read as TOON prints as TOON that reads the same, and any text survives as the
// value of a row.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string_view>

#include "expect.h"
#include "text/toon.h"
#include "text/toon_testing.h"

using aim::text::parse_toon, aim::text::to_toon, aim::text::ToonMode;
namespace json = boost::json;

static void read_and_print(std::string_view text) {
  const auto reply = parse_toon(text);
  if (!reply)
    return;
  for (const auto mode : {ToonMode::compact, ToonMode::full}) {
    const auto printed = to_toon(*reply, mode);
    const auto again = parse_toon(printed);
    expect(again.has_value(), "what we print, we read");
    expect(to_toon(*again, mode) == printed, "what we read prints the same");
  }
}

static void survive_in_a_row(std::string_view text) {
  json::object reply, row;
  row["id"] = text;
  row["title"] = text;
  reply["count"] = text;
  reply["standard"] = row;
  reply["memories"] = json::array{row};
  const auto again = parse_toon(to_toon(reply, ToonMode::compact));
  expect(again.has_value(), "any value can be printed");
  const json::value value = text.empty() ? json::value() : json::value(text);
  expect(again->at("count") == value, "metadata survives");
  expect(again->at("memories").at(0).at("title") == value, "a row survives");
  expect(again->at("standards").at(0).at("title") == value, "a standard survives");
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_and_print(text);
  survive_in_a_row(text);
  return 0;
}
