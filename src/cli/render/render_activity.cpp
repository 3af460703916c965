// The renderers of what is going on: recent calls and the access log.
#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {
namespace {

std::string milliseconds(double ms) {
  return fixed(ms, ms < 10 ? 1 : 0) + " ms";
}

void add_query(const json::object& call, std::string_view name, Printout& page) {
  if (const std::string query = shown_at(call, name); !query.empty())
    page.print("  \"", utf8::excerpt(query, 60), "\"");
}

}  // namespace

void render_recent(const json::object& reply, Printout& page) {
  for (const json::object& call : rows_at(reply, "items")) {
    page.print(moment_at(call, "at"), "  ", page.ink(Paint::bold, text_at(call, "kind")), "  ",
               text_at(call, "door"));
    if (const std::string client = shown_at(call, "client"); !client.empty())
      page.print(" ", client);
    add_query(call, "query", page);
    page.print("  ", counted(integer_at(call, "count"), "memory", "memories"), ", ",
               milliseconds(number_at(call, "ms")), "\n");
    for (const json::object& shown : rows_at(call, "results"))
      page.print("    ", brief(text_at(shown, "id")), "  ", shown_at(shown, "title"), "\n");
  }
  if (integer_at(reply, "count") == 0)
    page.note("no calls\n");
  if (const auto notice = text_at(reply, "notice"); !notice.empty())
    page.note("note: ", notice, "\n");
}

void render_access_log(const json::object& reply, Printout& page) {
  for (const json::object& access : rows_at(reply, "items")) {
    page.print(moment_at(access, "accessed_at"), "  ",
               page.ink(Paint::bold, brief(text_at(access, "memory_id"))), "  ",
               text_at(access, "access_type"));
    add_query(access, "query_text", page);
    page.print("\n");
  }
  if (integer_at(reply, "count") == 0)
    page.note("no accesses\n");
}

void render_recalled_or_why(const json::object& reply, Printout& page) {
  if (!reply.contains("sentence"))
    return render_recalled(reply, page);
  const json::object& memory = *object_at(reply, "memory");
  page.print(page.ink(Paint::bold, shown_at(memory, "title")), "  ", brief(text_at(memory, "id")),
             "\n", flag_at(reply, "found") ? "found: " : "not shown: ", text_at(reply, "sentence"),
             "\n");
  if (const auto need = text_at(reply, "would_need"); !need.empty())
    page.print("this would have helped: ", need, "\n");
  page.print("search terms: ", joined(list_at(reply, "query_terms"), ", "), "\n",
             "it contains: ", joined(list_at(reply, "matched_terms"), ", "), "\n");
  for (const json::object& factor : rows_at(reply, "factors"))
    page.print("  ", text_at(factor, "name"), "  ", fixed(number_at(factor, "value"), 3), " x ",
               fixed(number_at(factor, "weight"), 3), "\n");
}

void render_facets(const json::object& reply, Printout& page) {
  for (const std::string_view facet : {"namespace", "tier", "kind", "tag", "source", "agent"}) {
    const json::array& values = *list_at(reply, facet);
    if (values.empty())
      continue;
    page.print(page.ink(Paint::bold, facet), "\n");
    for (const json::value& each : values)
      page.print("  ", integer_at(each.as_object(), "count"), "  ",
                 shown_at(each.as_object(), "value"), "\n");
  }
  page.print(counted(integer_at(reply, "total"), "memory", "memories"), "\n");
}

void render_neighbourhood(const json::object& reply, Printout& page) {
  for (const json::object& node : rows_at(reply, "nodes")) {
    page.out.append(static_cast<std::size_t>(integer_at(node, "depth")) * 2, ' ');
    page.print(page.ink(Paint::bold, brief(text_at(node, "id"))), "  ", shown_at(node, "title"),
               "\n");
  }
  for (const json::object& edge : rows_at(reply, "edges")) {
    page.print(brief(text_at(edge, "source")), " ", shown_at(edge, "relation"), " ",
               brief(text_at(edge, "target")), "\n");
  }
  if (flag_at(reply, "truncated"))
    page.note("there are more; --limit shows up to 1500\n");
}

void render_series(const json::object& reply, Printout& page) {
  for (const json::object& day : rows_at(reply, "days")) {
    page.print(text_at(day, "day"), "  ",
               counted(integer_at(day, "memories"), "memory", "memories"), ", ",
               integer_at(day, "stored"), " stored, ",
               counted(integer_at(day, "recalls"), "recall", "recalls"), "\n");
  }
  for (const json::object& door : rows_at(reply, "doors")) {
    page.print(text_at(door, "door"), "  ", counted(integer_at(door, "calls"), "call", "calls"),
               ", ", counted(integer_at(door, "tokens"), "token", "tokens"), ", half in ",
               milliseconds(number_at(door, "p50_ms")), "\n");
  }
}

void render_undone(const json::object& reply, Printout& page) {
  page.print("undone: ", text_at(reply, "undone"), " of ", text_at(reply, "id"));
  if (text_at(reply, "undone") == "import")
    page.print(", ", counted(integer_at(reply, "count"), "memory", "memories"));
  if (reply.contains("kept"))
    page.print("; changed since and kept: ", std::to_string(integer_at(reply, "kept")));
  page.print("\n");
}

// ", by claude over mcp (update)"
std::string by_whom(const json::object& change) {
  std::string who;
  if (change.contains("agent"))
    who.append(" by ").append(shown_at(change, "agent"));
  if (change.contains("door"))
    who.append(" over ").append(shown_at(change, "door"));
  if (change.contains("operation"))
    append_all(who, " (", shown_at(change, "operation"), ")");
  return who.empty() ? who : "," + who;
}

namespace {

void render_changes(const json::object& state, Printout& page) {
  if (const std::string names = joined(list_at(state, "changed"), ", "); !names.empty())
    page.print("    changed: ", names, "\n");
  if (state.contains("difference"))
    page.print("    ", shown_at(state, "difference"), "\n");
}

}  // namespace

void render_diff(const json::object& reply, Printout& page) {
  const auto& changes = *list_at(reply, "changes");
  for (const json::value& value : changes) {
    const json::object& change = value.as_object();
    page.print(page.ink(Paint::bold, text_at(change, "change")), "  ", brief(text_at(change, "id")),
               "  ", text_at(change, "namespace"), "  ", shown_at(change, "title"), "\n");
    render_changes(change, page);
  }
  const std::int64_t more = integer_at(reply, "count") - std::ssize(changes);
  if (changes.empty())
    page.note("nothing was changed\n");
  else if (more > 0)
    page.note("and " + std::to_string(more) + " more: raise --limit\n");
}

void render_history(const json::object& reply, Printout& page) {
  for (const json::object& state : rows_at(reply, "states")) {
    const bool is_present = !state.contains("until");
    page.print(page.ink(Paint::bold, is_present ? std::string("now")
                                                : std::to_string(integer_at(state, "version"))),
               "  ", moment_at(state, "from"));
    if (!is_present)
      page.print(" to ", moment_at(state, "until"),
                 text_at(state, "ended_by") == "delete" ? ", then deleted" : ", then changed",
                 by_whom(state));
    page.print("  ", shown_at(state, "title"), "\n");
    render_changes(state, page);
  }
  for (const json::object& link : rows_at(reply, "links")) {
    page.print("link ", text_at(link, "change"), "  ", moment_at(link, "at"), "  ",
               shown_at(link, "source_id"), " ", shown_at(link, "relation"), " ",
               shown_at(link, "target_id"), by_whom(link), "\n");
  }
}

void render_review(const json::object& reply, Printout& page) {
  for (const json::object& item : rows_at(reply, "items")) {
    page.print(page.ink(Paint::bold, text_at(item, "item")), "  ", text_at(item, "reason"), "\n");
    for (const json::object& each : rows_at(item, "memories"))
      page.print("    ", brief(text_at(each, "id")), "  ", shown_at(each, "title"), "\n");
  }
  if (list_at(reply, "items")->empty())
    page.note("nothing to look at\n");
}

void render_preview(const json::object& reply, Printout& page) {
  page.print(text_at(reply, "text"));
  page.note(text_at(reply, "reason"), "\n");
}

}  // namespace aim::cli
