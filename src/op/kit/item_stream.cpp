#include "op/kit/item_stream.h"

#include <boost/json/value.hpp>
#include <istream>

#include "memory/rules.h"
#include "op/views/transfer_views.h"
#include "text/json_text.h"

namespace aim::op {
namespace {
constexpr std::size_t piece_bytes = 256 * 1024;
}  // namespace

Result<void> read_items(std::istream& input, text::JsonTop top, const text::JsonItems::Take& take) {
  text::JsonItems items(take, max_import_item_bytes, top);
  std::string piece(piece_bytes, '\0');
  while (input) {
    input.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    TRY_VOID(items.feed({piece.data(), static_cast<std::size_t>(input.gcount())}));
  }
  if (input.bad())
    return Failure(unavailable("the document could not be read completely", "try again"));
  return items.finish();
}

Result<void> check_items(std::istream& input, text::JsonTop top, std::string_view member,
                         std::size_t most) {
  std::size_t count = 0;
  bool there = top == text::JsonTop::list;
  TRY_VOID(read_items(
      input, top, [&](std::string_view name, std::string_view item, bool in_list) -> Result<void> {
        TRY_VOID(text::parse_json(item));
        if (name == member) {
          there = there || in_list || item == "[]";
          count += in_list ? 1U : 0U;
        }
        return {};
      }));
  if (!there)
    return Failure(refuse(member, "is required: the document must have a list of that name"));
  TRY_VOID(check_count({.max_items = most}, member.empty() ? "the list" : member, count));
  input.clear();
  input.seekg(0);
  if (!input)
    return Failure(unavailable("the document could not be read twice", "try again"));
  return {};
}

}  // namespace aim::op
