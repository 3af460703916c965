#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {
namespace {

std::string shown(std::string_view text) {
  return utf8::excerpt(text, 512);
}

std::string joined(const json::array& patterns) {
  std::string line;
  for (const json::value& each : patterns)
    line.append(line.empty() ? "" : ", ").append(shown(each.as_string()));
  return line;
}

std::string rights_of(const json::object& token) {
  if (const json::value* every = token.if_contains("administer"); every && every->as_bool())
    return "administers";
  std::string line;
  if (const auto* read = list_at(token, "read"); read && !read->empty())
    line.append("reads ").append(joined(*read));
  if (const auto* write = list_at(token, "write"); write && !write->empty())
    append_all(line, line.empty() ? "" : "; ", "writes ", joined(*write));
  return line;
}

void line_of(const json::object& token, Printout& page) {
  page.print(text_at(token, "id"), "  ", shown(text_at(token, "name")), "  ", rights_of(token));
  if (!text_at(token, "expires_at").empty())
    page.print(", until ", text_at(token, "expires_at"));
  if (text_at(token, "state") != "valid")
    page.print(" (", text_at(token, "state"), ")");
  page.print("\n");
}

}  // namespace

void render_token_created(const json::object& reply, Printout& page) {
  page.print(text_at(reply, "token"), "\n");
  const json::object& rights = reply.at("rights").as_object();
  page.note("token of ", shown(text_at(rights, "name")), ": ", rights_of(rights), "\n");
  page.notes +=
      "it is shown only once; from now on every client of a server needs a token, until the last "
      "one is deleted\n";
}

void render_tokens(const json::object& reply, Printout& page) {
  for (const json::value& value : *list_at(reply, "tokens")) line_of(value.as_object(), page);
  if (list_at(reply, "tokens")->empty())
    page.note("there are no tokens; create one with: ai-memory token create NAME\n");
}

void render_token_revoked(const json::object& reply, Printout& page) {
  page.print("revoked ", shown(text_at(reply, "name")), "\n");
}

}  // namespace aim::cli
