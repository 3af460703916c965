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
    page.out.append(events(integer_at(reply, "events"))).append(", log intact\n");
  } else {
    for (const json::value& each : *list_at(reply, "faults"))
      page.out.append(shown_at(each.as_object(), "detail")).append("\n");
    page.out.append(events(integer_at(reply, "events"))).append(", ");
    page.out.append(counted(integer_at(reply, "fault_count"), "fault", "faults")).append("\n");
  }
  for (const json::value& key : *list_at(reply, "keys"))
    page.out.append("  ")
        .append(text_at(key.as_object(), "key"))
        .append(" signed ")
        .append(std::to_string(integer_at(key.as_object(), "events")))
        .append("\n");
  if (const std::int64_t count = integer_at(reply, "unsigned_events"); count > 0)
    page.out.append("  ").append(std::to_string(count)).append(" without a signature\n");
  page.out.append("head ").append(text_at(reply, "head")).append("\n");
}

void render_events(const json::object& reply, Printout& page) {
  for (const json::value& value : *list_at(reply, "events")) {
    const json::object& event = value.as_object();
    page.out.append(std::to_string(integer_at(event, "sequence"))).append("  ");
    page.out.append(text_at(event, "at")).append("  ");
    page.out.append(page.ink(Paint::bold, utf8::excerpt(text_at(event, "type"), 64))).append("  ");
    page.out.append(utf8::excerpt(text_at(event, "payload"), 400));
    page.out.append(text_at(event, "signature").empty() ? "  (not signed)\n" : "\n");
  }
  if (integer_at(reply, "count") == 0)
    page.notes += "no events\n";
}

void render_head(const json::object& reply, Printout& page) {
  page.out.append(text_at(reply, "head")).append("\n");
}

void render_identity(const json::object& reply, Printout& page) {
  page.out.append("key ").append(text_at(reply, "public_key"));
  page.out.append(" since ").append(text_at(reply, "since")).append("\n");
  for (const json::value& each : *list_at(reply, "retired"))
    page.out.append("    ")
        .append(text_at(each.as_object(), "public_key"))
        .append(" until ")
        .append(text_at(each.as_object(), "until"))
        .append("\n");
  page.out.append("in ").append(utf8::excerpt(text_at(reply, "file"), 4'096)).append("\n");
}

}  // namespace aim::cli
