// Any bytes: what is read as JSON prints as JSON that reads the same, and any text prints as a JSON
// string of well-formed UTF-8.
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "expect.h"
#include "text/json_text.h"

using aim::text::compact, aim::text::parse_json, aim::text::pretty;
namespace json = boost::json;

static void read_and_print(std::string_view text) {
  const auto value = parse_json(text);
  if (!value) {
    expect(value.error().message.starts_with("not JSON: "), "errors say what they are");
    return;
  }
  const auto printed = compact(*value);
  expect(aim::utf8::is_valid(printed), "only well-formed UTF-8 is written");
  for (const auto& form : {printed, pretty(*value)}) {
    const auto again = parse_json(form);
    expect(again.has_value(), "what we print, we read");
    expect(compact(*again) == printed, "what we read prints the same");
  }
}

static void print_as_string(std::string_view text) {
  const auto printed = compact(json::value(text));
  expect(aim::utf8::is_valid(printed), "only well-formed UTF-8 is written");
  const auto again = parse_json(printed);
  expect(again.has_value(), "any string can be printed");
  if (aim::utf8::is_valid(text))
    expect(again->get_string() == text, "a well-formed string survives");
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_and_print(text);
  print_as_string(text);
  return 0;
}
