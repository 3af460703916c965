// The first byte is the size of the pieces, the others are the document: however it is cut, its
// items are the same; and a document that is JSON, an object or a list, can be cut.
#include <algorithm>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "expect.h"
#include "text/json_items.h"
#include "text/json_text.h"

using aim::Result, aim::text::JsonTop;

static std::vector<std::string> read(std::string_view document, std::size_t piece_bytes,
                                     std::size_t max_item_bytes, JsonTop top) {
  std::vector<std::string> seen;
  aim::text::JsonItems items(
      [&](std::string_view member, std::string_view item, bool in_array) -> Result<void> {
        seen.emplace_back(member);
        seen.push_back(std::string(item).append(in_array ? " in an array" : " whole"));
        return {};
      },
      max_item_bytes, top);
  Result<void> result;
  while (result && !document.empty()) {
    const auto piece = document.substr(0, piece_bytes);
    result = items.feed(piece);
    document.remove_prefix(piece.size());
  }
  if (result)
    result = items.finish();
  seen.push_back(result ? "done" : result.error().message);
  return seen;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return 0;
  const std::size_t piece_bytes = std::max<std::size_t>(data[0], 1);
  const std::string_view document(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (const JsonTop top : {JsonTop::object, JsonTop::list})
    for (const std::size_t max_item_bytes : {std::size_t{16}, size})
      expect(read(document, piece_bytes, max_item_bytes, top) ==
                 read(document, size, max_item_bytes, top),
             "the pieces do not matter");
  const auto value = aim::text::parse_json(document);
  if (value && value->is_object())
    expect(read(document, size, size, JsonTop::object).back() == "done",
           "an object of JSON can be cut");
  if (value && value->is_array())
    expect(read(document, size, size, JsonTop::list).back() == "done", "a list of JSON can be cut");
  return 0;
}
