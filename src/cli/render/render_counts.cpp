// The renderers of short answers and of numbers.
#include <algorithm>
#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/models.h"
#include "cli/render/render.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

std::string memories(std::int64_t count) {
  return counted(count, "memory", "memories");
}

// "  name   5", the numbers in one column.
void add_counts(const json::array* rows, std::string_view key, Printout& page) {
  if (!rows)
    return;
  std::size_t width = 0;
  for (const json::value& row : *rows)
    width = std::max(width, utf8::count_characters(shown_at(row.as_object(), key)));
  for (const json::value& row : *rows) {
    const std::string name = shown_at(row.as_object(), key);
    page.out.append("  ").append(key == "tier" ? page.ink.tier(name) : page.ink(Paint::cyan, name));
    page.out.append(width - utf8::count_characters(name) + 2, ' ');
    page.out.append(std::to_string(integer_at(row.as_object(), "count"))).append("\n");
  }
}

void add_total(std::string_view label, std::string_view value, Printout& page) {
  constexpr std::size_t column = 16;
  page.out.append(label).append(column - std::min(column - 1, label.size()), ' ');
  page.out.append(value).append("\n");
}

void add_total(std::string_view label, std::int64_t number, Printout& page) {
  add_total(label, std::to_string(number), page);
}

void add_fields(const json::object& object, std::size_t indent, Printout& page) {
  for (const auto& [key, value] : object) {
    page.out.append(indent, ' ').append(page.ink(Paint::bold, key)).append(":");
    if (const json::object* inner = value.if_object()) {
      page.out += "\n";
      add_fields(*inner, indent + 2, page);
      continue;
    }
    if (const json::array* list = value.if_array();
        list && !list->empty() && list->front().is_object()) {
      page.out += "\n";
      for (const json::value& each : *list) add_fields(each.as_object(), indent + 2, page);
      continue;
    }
    page.out += " ";
    if (value.is_string())
      page.out += utf8::excerpt(value.get_string(), 512);
    else if (value.is_array())
      page.out += joined(&value.get_array(), ", ");
    else if (value.is_bool())
      page.out += value.get_bool() ? "yes" : "no";
    else
      page.out += text::compact(value);
    page.out += "\n";
  }
}

// "api", or "api (12), web (3)".
std::string name_spaces_of(const json::object& reply, const Ink& ink) {
  const json::array* all = list_at(reply, "namespaces");
  if (!all || all->size() < 2)
    return ink(Paint::cyan, shown_at(reply, "namespace"));
  std::string text;
  for (const json::value& each : *all)
    text.append(text.empty() ? "" : ", ")
        .append(ink(Paint::cyan, shown_at(each.as_object(), "namespace")))
        .append(" (")
        .append(std::to_string(integer_at(each.as_object(), "count")))
        .append(")");
  return text;
}

}  // namespace

// How to take it back.
void add_undo(const json::object& reply, Printout& page) {
  if (const std::string undo = shown_at(reply, "undo"); !undo.empty())
    page.out.append("to undo it: ").append(undo).append("\n");
}

void render_deleted(const json::object& reply, Printout& page) {
  page.out.append("deleted ").append(shown_at(reply, "id"));
  if (!reply.contains("versions")) {
    page.out.append("\n");
    return add_undo(reply, page);
  }
  page.out.append(" for good, with ");
  page.out.append(counted(integer_at(reply, "versions"), "former state", "former states"));
  page.out.append(flag_at(reply, "archived") ? " and the archive's copy\n" : "\n");
}

void render_promoted(const json::object& reply, Printout& page) {
  page.out.append("promoted ").append(shown_at(reply, "id"));
  page.out.append(" [").append(page.ink.tier(text_at(reply, "tier"))).append("]\n");
}

void render_forgotten(const json::object& reply, Printout& page) {
  if (!flag_at(reply, "dry_run")) {
    page.out.append("forgot ").append(memories(integer_at(reply, "deleted")));
    const std::int64_t count = integer_at(reply, "deleted");
    if (count > 0 && !flag_at(reply, "archived")) {
      page.out.append(" for good, with their history\n");
      return;
    }
    page.out.append(count == 0   ? "\n"
                    : count == 1 ? "; it is in the archive\n"
                                 : "; they are in the archive\n");
    add_undo(reply, page);
    return;
  }
  for (const json::value& each : *list_at(reply, "memories"))
    page.out.append("[")
        .append(brief(text_at(each.as_object(), "id")))
        .append("] ")
        .append(page.ink(Paint::bold, shown_at(each.as_object(), "title")))
        .append("\n");
  page.out.append("would forget ").append(memories(integer_at(reply, "would_delete"))).append("\n");
}

void render_linked(const json::object& reply, Printout& page) {
  page.out.append(flag_at(reply, "linked") ? "linked " : "unlinked ");
  page.out.append(shown_at(reply, "source_id")).append(" ").append(shown_at(reply, "relation"));
  page.out.append(" ").append(shown_at(reply, "target_id")).append("\n");
}

void render_consolidated(const json::object& reply, Printout& page) {
  page.out.append("consolidated ").append(memories(integer_at(reply, "consolidated")));
  page.out.append(" into ").append(shown_at(reply, "id")).append("\n");
}

void render_reflected(const json::object& reply, Printout& page) {
  page.out.append(flag_at(reply, "updated") ? "updated " : "stored ").append(shown_at(reply, "id"));
  page.out.append(" [").append(page.ink.tier(text_at(reply, "tier"))).append("] in ");
  page.out.append(page.ink(Paint::cyan, shown_at(reply, "namespace"))).append(", reflecting on ");
  page.out.append(memories(static_cast<std::int64_t>(list_at(reply, "source_ids")->size())));
  page.out.append("\n");
}

void render_auto_consolidated(const json::object& reply, Printout& page) {
  const json::array* groups = list_at(reply, "groups");
  if (!flag_at(reply, "dry_run") || !groups) {
    page.out.append("consolidated ")
        .append(memories(integer_at(reply, "consolidated")))
        .append("\n");
    return;
  }
  if (groups->empty())
    page.notes += "nothing to consolidate\n";
  for (const json::value& each : *groups) {
    const json::object& group = each.as_object();
    page.out.append(page.ink(Paint::cyan, shown_at(group, "namespace"))).append(" ");
    page.out.append(page.ink(Paint::bold, shown_at(group, "tag"))).append(": ");
    page.out.append(memories(integer_at(group, "count"))).append(": ");
    page.out.append(joined(list_at(group, "titles"), ", ")).append("\n");
  }
}

void render_duplicates(const json::object& reply, Printout& page) {
  const json::array* groups = list_at(reply, "groups");
  if (groups)
    for (const json::value& each : *groups) {
      const json::object& group = each.as_object();
      page.out.append(page.ink(Paint::cyan, shown_at(group, "namespace"))).append(":");
      if (const std::string differs = joined(list_at(group, "differs"), ", "); !differs.empty())
        page.out.append(" they differ in ").append(differs);
      page.out.append("\n");
      const json::array* memories_of_group = list_at(group, "memories");
      if (!memories_of_group)
        continue;
      for (const json::value& one : *memories_of_group) {
        const json::object& memory = one.as_object();
        page.out.append("  ").append(shown_at(memory, "id").substr(0, 8)).append(" ");
        page.out.append(shown_at(memory, "excerpt")).append("\n");
      }
    }
  if (!groups || groups->empty())
    page.notes += "no duplicates\n";
  if (reply.contains("merged"))
    page.out.append("merged ").append(memories(integer_at(reply, "merged"))).append("\n");
}

void tell_refused(const json::object& reply, Printout& page) {
  const json::array* refused = list_at(reply, "refused");
  if (!refused)
    return;
  for (const json::value& each : *refused) {
    const json::object& refusal = each.as_object();
    page.notes.append("refused: ").append(std::to_string(integer_at(refusal, "count")));
    page.notes.append(" ").append(shown_at(refusal, "what")).append(": ");
    page.notes.append(shown_at(refusal, "reason"));
    if (!text_at(refusal, "example").empty())
      page.notes.append("; for example ").append(shown_at(refusal, "example"));
    page.notes += "\n";
  }
}

void render_synced(const json::object& reply, Printout& page) {
  tell_refused(reply, page);
  if (!flag_at(reply, "dry_run")) {
    for (const std::string_view key : {"imported", "exported", "pulled", "pushed"})
      if (reply.contains(key))
        page.out.append(key).append(" ").append(memories(integer_at(reply, key))).append("\n");
    if (const std::int64_t dropped = integer_at(reply, "dropped_links"); dropped > 0)
      page.notes.append(counted(dropped, "link", "links"))
          .append(" of reflections closed a cycle and was removed\n");
    return;
  }
  for (const std::string_view key : {"pull", "push"}) {
    const json::object* flow = object_at(reply, key);
    if (!flow)
      continue;
    page.out.append("would ").append(key).append(": ");
    for (const std::string_view name : {"new", "update", "delete", "noop", "links"})
      page.out.append(name == "new" ? "" : ", ")
          .append(std::to_string(integer_at(*flow, name)))
          .append(" ")
          .append(name);
    page.out += "\n";
  }
}

void render_resolved(const json::object& reply, Printout& page) {
  page.out.append(shown_at(reply, "winner"))
      .append(" supersedes ")
      .append(shown_at(reply, "loser"));
  page.out += "\n";
}

void render_collected(const json::object& reply, Printout& page) {
  const std::int64_t count = integer_at(reply, "collected");
  if (flag_at(reply, "dry_run"))
    page.out.append(memories(count)).append(count == 1 ? " has expired\n" : " have expired\n");
  else
    page.out.append("collected ")
        .append(counted(count, "expired memory", "expired memories"))
        .append("\n");
}

void render_backfilled(const json::object& reply, Printout& page) {
  const auto passages = [](std::int64_t count) { return counted(count, "passage", "passages"); };
  page.out.append("embedded ").append(passages(integer_at(reply, "embedded")));
  if (const std::int64_t failed = integer_at(reply, "failed"); failed > 0)
    page.out.append(", ").append(passages(failed)).append(" failed and will be tried again");
  if (const std::int64_t left = integer_at(reply, "left"); left > 0)
    page.out.append(", ").append(passages(left)).append(" left");
  page.out.append("\n");
  if (text_at(reply, "model") == "none")
    page.notes
        .append(
            "note: there is no model; only the built-in table is used. Get one: ai-memory model "
            "get ")
        .append(usual_model)
        .append("\n");
}

void render_stats(const json::object& reply, Printout& page) {
  add_total("memories", integer_at(reply, "total"), page);
  if (const std::int64_t reflections = integer_at(reply, "reflections_count"); reflections > 0)
    add_total("reflections", reflections, page);
  add_total("expiring soon", integer_at(reply, "expiring_soon"), page);
  add_total("links", integer_at(reply, "links_count"), page);
  add_total("archived", integer_at(reply, "archived_count"), page);
  add_total("database", size_text(integer_at(reply, "db_size_bytes")), page);
  if (const std::int64_t dropped = integer_at(reply, "dropped_touches"); dropped > 0)
    add_total("uses not counted", dropped, page);
  if (const std::int64_t outdated = integer_at(reply, "waiting_for_index"); outdated > 0)
    add_total("to be indexed", outdated, page);
  if (integer_at(reply, "total") == 0)
    return;
  page.out += "\nby tier\n";
  add_counts(list_at(reply, "by_tier"), "tier", page);
  page.out += "\nby namespace\n";
  add_counts(list_at(reply, "by_namespace"), "namespace", page);
}

void render_name_spaces(const json::object& reply, Printout& page) {
  const json::array& names = *list_at(reply, "namespaces");
  add_counts(&names, "namespace", page);
  if (names.empty())
    page.notes += "no namespaces yet\n";
}

namespace {

void add_notes(Printout& page, const json::array& lines) {
  for (const json::value& line : lines)
    page.notes.append("  ").append(utf8::excerpt(line.as_string(), 1'000)).append("\n");
}

}  // namespace

void add_secrets_removed(const json::object& reply, Printout& page) {
  if (const std::int64_t removed = integer_at(reply, "secrets_removed"); removed > 0)
    page.out.append("removed ")
        .append(counted(removed, "secret or private passage", "secrets or private passages"))
        .append("\n");
}

void render_imported(const json::object& reply, Printout& page) {
  page.out.append(flag_at(reply, "dry_run") ? "would import " : "imported ");
  page.out.append(memories(integer_at(reply, "imported")));
  const std::string from = shown_at(reply, "from");
  if (!from.empty()) {
    page.out.append(" of ").append(from).append(" into ");
    page.out.append(page.ink(Paint::cyan, shown_at(reply, "namespace")));
    page.out.append(", ").append(counted(integer_at(reply, "links"), "link", "links"));
    if (const std::int64_t skipped = integer_at(reply, "skipped"); skipped > 0)
      page.out.append("; ").append(std::to_string(skipped)).append(" already stored");
  }
  page.out.append("\n");
  add_secrets_removed(reply, page);
  if (const json::array* kept = list_at(reply, "kept"); kept && !kept->empty()) {
    page.notes.append(
        counted(static_cast<std::int64_t>(kept->size()), "memory is", "memories are"));
    page.notes += " beyond today's limits and kept unchanged:\n";
    add_notes(page, *kept);
  }
  add_not_read(reply, page);
  const json::array& errors = *list_at(reply, "errors");
  if (errors.empty())
    return;
  page.notes.append(counted(static_cast<std::int64_t>(errors.size()), "item was", "items were"));
  page.notes += from.empty() ? " rejected, named by position in the list:\n" : " skipped:\n";
  add_notes(page, errors);
}

bool is_unreadable(const json::object& reply) {
  if (reply.contains("total_conversations"))
    return integer_at(reply, "unreadable") > 0 || integer_at(reply, "total_conversations") == 0;
  const json::array* errors = list_at(reply, "errors");
  const bool foreign = !text_at(reply, "from").empty();
  return integer_at(reply, "imported") + integer_at(reply, "skipped") == 0 &&
         (foreign || (errors && !errors->empty()));
}

void render_mined(const json::object& reply, Printout& page) {
  const bool dry = flag_at(reply, "dry_run");
  if (dry) {
    for (const json::value& each : *list_at(reply, "memories"))
      page.out.append(page.ink(Paint::bold, shown_at(each.as_object(), "title")))
          .append("  ")
          .append(counted(integer_at(each.as_object(), "messages"), "message", "messages"))
          .append(", ")
          .append(size_text(integer_at(each.as_object(), "content_length")))
          .append("\n");
  }
  page.out.append(dry ? "would keep " : "kept ")
      .append(memories(integer_at(reply, dry ? "would_import" : "imported")))
      .append(" of ")
      .append(counted(integer_at(reply, "total_conversations"), "conversation", "conversations"))
      .append(" (")
      .append(shown_at(reply, "format"))
      .append(") in ")
      .append(name_spaces_of(reply, page.ink))
      .append(" [")
      .append(page.ink.tier(text_at(reply, "tier")))
      .append("]");
  if (const std::int64_t again = integer_at(reply, "updated"); again > 0)
    page.out.append(", ").append(std::to_string(again)).append(" of them updated");
  page.out += "\n";
  add_secrets_removed(reply, page);
  if (const std::int64_t skipped = integer_at(reply, dry ? "filtered" : "skipped"); skipped > 0) {
    page.out.append("skipped ").append(std::to_string(skipped)).append(":\n");
    for (const json::value& each : *list_at(reply, "reasons"))
      page.out.append("  ")
          .append(std::to_string(integer_at(each.as_object(), "count")))
          .append(" ")
          .append(shown_at(each.as_object(), "reason"))
          .append("\n");
  }
  add_reading(reply, page);
  if (integer_at(reply, "total_conversations") == 0)
    page.notes.append("no conversation was found; is this an export of ")
        .append(shown_at(reply, "format"))
        .append("?\n");
  if (const std::int64_t errors = integer_at(reply, "errors"); errors > 0) {
    page.notes.append("could not read ").append(std::to_string(errors)).append(":\n");
    for (const json::value& each : *list_at(reply, "problems"))
      page.notes.append("  ")
          .append(shown_at(each.as_object(), "place"))
          .append(": ")
          .append(shown_at(each.as_object(), "reason"))
          .append("\n");
  }
}

void render_restored(const json::object& reply, Printout& page) {
  page.out.append("restored ").append(shown_at(reply, "id")).append("\n");
}

void render_purged(const json::object& reply, Printout& page) {
  const bool dry = flag_at(reply, "dry_run");
  page.out.append(dry ? "would purge " : "purged ");
  page.out.append(counted(integer_at(reply, dry ? "would_purge" : "purged"), "archived memory",
                          "archived memories"));
  page.out += "\n";
}

void render_archive_stats(const json::object& reply, Printout& page) {
  add_total("archived", integer_at(reply, "archived_total"), page);
  add_total("texts", size_text(integer_at(reply, "bytes")), page);
  if (integer_at(reply, "archived_total") == 0)
    return;
  add_total("oldest", text_at(reply, "oldest"), page);
  add_total("newest", text_at(reply, "newest"), page);
  page.out += "\nby namespace\n";
  add_counts(list_at(reply, "by_namespace"), "namespace", page);
}

void render_standard_set(const json::object& reply, Printout& page) {
  page.out.append("the standard of ").append(page.ink(Paint::cyan, shown_at(reply, "namespace")));
  page.out.append(" is ").append(shown_at(reply, "standard_id"));
  if (const std::string parent = shown_at(reply, "parent"); !parent.empty())
    page.out.append(", after those of ").append(page.ink(Paint::cyan, parent));
  page.out += "\n";
}

void render_standard_confirmed(const json::object& reply, Printout& page) {
  if (const json::array* names = list_at(reply, "namespaces"))
    for (const json::value& each : *names)
      page.out.append("the standard of ")
          .append(page.ink(Paint::cyan, utf8::excerpt(each.as_string(), 128)))
          .append(" is ")
          .append(shown_at(reply, "standard_id"))
          .append("\n");
}

void render_standard_cleared(const json::object& reply, Printout& page) {
  if (flag_at(reply, "cleared"))
    page.out.append("cleared the standard of ").append(shown_at(reply, "namespace")).append("\n");
  else
    page.notes.append(shown_at(reply, "namespace")).append(" had no standard\n");
}

void render_fields(const json::object& reply, Printout& page) {
  add_fields(reply, 0, page);
}

void render_backed_up(const json::object& reply, Printout& page) {
  page.out.append(shown_at(reply, "file")).append("\n");
  page.notes.append(memories(integer_at(reply, "memories"))).append(", verified\n");
  for (const json::value& each : *list_at(reply, "removed"))
    page.notes.append("removed ").append(utf8::excerpt(each.as_string(), 512)).append("\n");
}

void render_put_back(const json::object& reply, Printout& page) {
  page.out.append("restored ").append(memories(integer_at(reply, "memories"))).append("\n");
  if (!text_at(reply, "kept").empty())
    page.notes.append("the previous database is kept as ")
        .append(shown_at(reply, "kept"))
        .append("\n");
}

}  // namespace aim::cli
