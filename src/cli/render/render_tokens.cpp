// The lines of tokens, of names that were moved, and of signed events.
#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {
namespace {

std::string rights_of(const json::object& token) {
  if (flag_at(token, "administer"))
    return "administers";
  std::string line;
  if (const auto* read = list_at(token, "read"); read && !read->empty())
    line.append("reads ").append(joined(read, ", "));
  if (const auto* write = list_at(token, "write"); write && !write->empty())
    append_all(line, line.empty() ? "" : "; ", "writes ", joined(write, ", "));
  return line;
}

void line_of(const json::object& token, Printout& page) {
  page.print(text_at(token, "id"), "  ", shown_at(token, "name"), "  ", rights_of(token));
  if (!text_at(token, "expires_at").empty())
    page.print(", until ", moment_at(token, "expires_at"));
  if (text_at(token, "state") != "valid")
    page.print(" (", text_at(token, "state"), ")");
  page.print("\n");
}

}  // namespace

void render_token_created(const json::object& reply, Printout& page) {
  page.print(text_at(reply, "token"), "\n");
  const json::object& rights = reply.at("rights").as_object();
  page.note("token of ", shown_at(rights, "name"), ": ", rights_of(rights), "\n");
  page.notes +=
      "it is shown only once; from now on every client of a server needs a token, until the last "
      "one is deleted\n";
}

void render_tokens(const json::object& reply, Printout& page) {
  for (const json::object& value : rows_at(reply, "tokens")) line_of(value, page);
  if (list_at(reply, "tokens")->empty())
    page.note("there are no tokens; create one with: ai-memory token create NAME\n");
}

void render_token_revoked(const json::object& reply, Printout& page) {
  page.print("revoked ", shown_at(reply, "name"), "\n");
}

void render_moved(const json::object& reply, Printout& page) {
  page.print("moved from ", shown_at(reply, "from"), " to ", shown_at(reply, "to"), ": ",
             counted(integer_at(reply, "memories"), "memory", "memories"), ", ",
             counted(integer_at(reply, "transcripts"), "transcript", "transcripts"));
  if (const auto archived = integer_at(reply, "archived"); archived > 0)
    page.print(", ", archived, " archived");
  page.print("\n");
  if (const auto* retitled = list_at(reply, "retitled"); retitled && !retitled->empty())
    page.note(counted(static_cast<std::int64_t>(retitled->size()), "title was", "titles were"),
              " taken: the old name stands after it\n");
  for (const json::value& each : items_at(reply, "tokens"))
    page.note("the token ", utf8::excerpt(each.as_string(), 512), " does not reach the new name\n");
}

void render_alias(const json::object& reply, Printout& page) {
  const std::string name_space = shown_at(reply, "namespace");
  const std::string name = shown_at(reply, "name");
  if (flag_at(reply, "removed"))
    page.print(name, " stands for no other namespace\n");
  else if (!name.empty())
    page.print(name, " stands for ", name_space, "\n");
  else
    page.print("this project uses ", name_space, "\n");
}

// The renderers of signed events.

bool is_not_valid(const json::object& reply) {
  return !flag_at(reply, "valid");
}

void render_verified(const json::object& reply, Printout& page) {
  const auto events = [](std::int64_t count) { return counted(count, "event", "events"); };
  if (!is_not_valid(reply)) {
    page.print(events(integer_at(reply, "events")), ", log intact\n");
  } else {
    for (const json::object& each : rows_at(reply, "faults"))
      page.print(shown_at(each, "detail"), "\n");
    page.print(events(integer_at(reply, "events")), ", ",
               counted(integer_at(reply, "fault_count"), "fault", "faults"), "\n");
  }
  for (const json::object& key : rows_at(reply, "keys"))
    page.print("  ", text_at(key, "key"), " signed ", integer_at(key, "events"), "\n");
  if (const std::int64_t count = integer_at(reply, "unsigned_events"); count > 0)
    page.print("  ", count, " without a signature\n");
  page.print("head ", text_at(reply, "head"), "\n");
}

void render_events(const json::object& reply, Printout& page) {
  for (const json::object& event : rows_at(reply, "events")) {
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
  for (const json::object& each : rows_at(reply, "retired"))
    page.print("    ", text_at(each, "public_key"), " until ", text_at(each, "until"), "\n");
  page.print("in ", utf8::excerpt(text_at(reply, "file"), 4'096), "\n");
}

}  // namespace aim::cli
