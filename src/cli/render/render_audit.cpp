// The renderers of signed events.
#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {

bool is_not_valid(const json::object& reply) {
  return !flag_at(reply, "valid");
}

void render_verified(const json::object& reply, Printout& page) {
  const auto events = [](std::int64_t count) { return counted(count, "event", "events"); };
  if (!is_not_valid(reply)) {
    page.print(events(integer_at(reply, "events")), ", log intact\n");
  } else {
    for (const json::value& each : *list_at(reply, "faults"))
      page.print(shown_at(each.as_object(), "detail"), "\n");
    page.print(events(integer_at(reply, "events")), ", ",
               counted(integer_at(reply, "fault_count"), "fault", "faults"), "\n");
  }
  for (const json::value& key : *list_at(reply, "keys"))
    page.print("  ", text_at(key.as_object(), "key"), " signed ",
               integer_at(key.as_object(), "events"), "\n");
  if (const std::int64_t count = integer_at(reply, "unsigned_events"); count > 0)
    page.print("  ", count, " without a signature\n");
  page.print("head ", text_at(reply, "head"), "\n");
}

void render_events(const json::object& reply, Printout& page) {
  for (const json::value& value : *list_at(reply, "events")) {
    const json::object& event = value.as_object();
    page.print(integer_at(event, "sequence"), "  ", text_at(event, "at"), "  ",
               page.ink(Paint::bold, utf8::excerpt(text_at(event, "type"), 64)), "  ",
               utf8::excerpt(text_at(event, "payload"), 400),
               text_at(event, "signature").empty() ? "  (not signed)\n" : "\n");
  }
  if (integer_at(reply, "count") == 0)
    page.note("no events\n");
}

void render_head(const json::object& reply, Printout& page) {
  page.print(text_at(reply, "head"), "\n");
}

void render_identity(const json::object& reply, Printout& page) {
  page.print("key ", text_at(reply, "public_key"), " since ", text_at(reply, "since"), "\n");
  for (const json::value& each : *list_at(reply, "retired"))
    page.print("    ", text_at(each.as_object(), "public_key"), " until ",
               text_at(each.as_object(), "until"), "\n");
  page.print("in ", utf8::excerpt(text_at(reply, "file"), 4'096), "\n");
}

}  // namespace aim::cli
