#include <boost/json.hpp>

#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {
namespace {

std::string counts_of(const json::object& reply, std::string_view list) {
  std::string text;
  for (const json::object& each : rows_at(reply, list))
    append_all(text, text.empty() ? "" : ", ", integer_at(each, "count"), " ",
               shown_at(each, "reason"));
  return text;
}

}  // namespace

std::string formats_of(const json::object& reply) {
  std::string text;
  for (const json::object& each : rows_at(reply, "formats"))
    text.append(text.empty() ? "" : ", ").append(shown_at(each, "format"));
  return text.empty() ? std::string(shown_at(reply, "format")) : text;
}

void add_reading(const json::object& reply, Printout& page) {
  const std::int64_t all = integer_at(reply, "pieces"), taken = integer_at(reply, "pieces_taken");
  const std::string skipped = counts_of(reply, "pieces_skipped");
  if (all > taken)
    page.print("took ", taken, " of ", all, " pieces", skipped.empty() ? "" : "; skipped ", skipped,
               "\n");
  if (const std::string unknown = counts_of(reply, "not_understood"); !unknown.empty())
    page.note("not understood: ", unknown, "\n");
  add_not_read(reply, page);
}

void add_not_read(const json::object& reply, Printout& page) {
  constexpr std::size_t most_lines = 20;
  const auto all = static_cast<std::size_t>(integer_at(reply, "files_not_read"));
  std::size_t shown = 0;
  for (const json::object& each : rows_at(reply, "not_read")) {
    if (++shown > most_lines)
      break;
    page.note("not read: ", shown_at(each, "place"), ": ", shown_at(each, "reason"), "\n");
  }
  if (shown > 0 && all > most_lines)
    page.note("not read: ", all - most_lines, " further files\n");
}

}  // namespace aim::cli
