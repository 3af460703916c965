// The renderers of short answers and of numbers.
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
    page.print("  ", key == "tier" ? page.ink.tier(name) : page.ink(Paint::cyan, name));
    page.out.append(width - utf8::count_characters(name) + 2, ' ');
    page.print(integer_at(row.as_object(), "count"), "\n");
  }
}

void add_total(std::string_view label, std::string_view value, Printout& page) {
  constexpr std::size_t column = 16;
  page.out.append(label).append(column - std::min(column - 1, label.size()), ' ');
  page.print(value, "\n");
}

void add_total(std::string_view label, std::int64_t number, Printout& page) {
  add_total(label, std::to_string(number), page);
}

void add_fields(const json::object& object, std::size_t indent, Printout& page) {
  for (const auto& [key, value] : object) {
    page.out.append(indent, ' ').append(page.ink(Paint::bold, key)).append(":");
    if (const json::object* inner = value.if_object()) {
      page.print("\n");
      add_fields(*inner, indent + 2, page);
      continue;
    }
    if (const json::array* list = value.if_array();
        list && !list->empty() && list->front().is_object()) {
      page.print("\n");
      for (const json::value& each : *list) add_fields(each.as_object(), indent + 2, page);
      continue;
    }
    page.print(" ");
    if (value.is_string())
      page.print(utf8::excerpt(value.get_string(), 512));
    else if (value.is_array())
      page.print(joined(&value.get_array(), ", "));
    else if (value.is_bool())
      page.print(value.get_bool() ? "yes" : "no");
    else
      page.print(text::compact(value));
    page.print("\n");
  }
}

// "api", or "api (12), web (3)".
std::string name_spaces_of(const json::object& reply, const Ink& ink) {
  const json::array* all = list_at(reply, "namespaces");
  if (!all || all->size() < 2)
    return ink(Paint::cyan, shown_at(reply, "namespace"));
  std::string text;
  for (const json::value& each : *all)
    append_all(text, text.empty() ? "" : ", ",
               ink(Paint::cyan, shown_at(each.as_object(), "namespace")), " (",
               integer_at(each.as_object(), "count"), ")");
  return text;
}

}  // namespace

// How to take it back.
void add_undo(const json::object& reply, Printout& page) {
  if (const std::string undo = shown_at(reply, "undo"); !undo.empty())
    page.print("to undo it: ", undo, "\n");
}

void render_deleted(const json::object& reply, Printout& page) {
  page.print("deleted ", shown_at(reply, "id"));
  if (!reply.contains("versions")) {
    page.print("\n");
    return add_undo(reply, page);
  }
  page.print(" for good, with ",
             counted(integer_at(reply, "versions"), "former state", "former states"),
             flag_at(reply, "archived") ? " and the archive's copy\n" : "\n");
}

void render_promoted(const json::object& reply, Printout& page) {
  page.print("promoted ", shown_at(reply, "id"), " [", page.ink.tier(text_at(reply, "tier")),
             "]\n");
}

void render_forgotten(const json::object& reply, Printout& page) {
  if (!flag_at(reply, "dry_run")) {
    page.print("forgot ", memories(integer_at(reply, "deleted")));
    const std::int64_t count = integer_at(reply, "deleted");
    if (count > 0 && !flag_at(reply, "archived")) {
      page.print(" for good, with ",
                 counted(integer_at(reply, "versions"), "former state", "former states"), "\n");
      return;
    }
    page.print(count == 0   ? "\n"
               : count == 1 ? "; it is in the archive\n"
                            : "; they are in the archive\n");
    add_undo(reply, page);
    return;
  }
  for (const json::object& each : rows_at(reply, "memories"))
    page.print("[", brief(text_at(each, "id")), "] ",
               page.ink(Paint::bold, shown_at(each, "title")), "\n");
  page.print("would forget ", memories(integer_at(reply, "would_delete")), "\n");
}

void render_linked(const json::object& reply, Printout& page) {
  page.print(flag_at(reply, "linked") ? "linked " : "unlinked ", shown_at(reply, "source_id"), " ",
             shown_at(reply, "relation"), " ", shown_at(reply, "target_id"), "\n");
}

void render_consolidated(const json::object& reply, Printout& page) {
  page.print("consolidated ", memories(integer_at(reply, "consolidated")), " into ",
             shown_at(reply, "id"), "\n");
}

void render_reflected(const json::object& reply, Printout& page) {
  page.print(flag_at(reply, "updated") ? "updated " : "stored ", shown_at(reply, "id"), " [",
             page.ink.tier(text_at(reply, "tier")), "] in ",
             page.ink(Paint::cyan, shown_at(reply, "namespace")), ", reflecting on ",
             memories(static_cast<std::int64_t>(list_at(reply, "source_ids")->size())), "\n");
}

void render_auto_consolidated(const json::object& reply, Printout& page) {
  if (!flag_at(reply, "dry_run") || !reply.contains("groups")) {
    page.print("consolidated ", memories(integer_at(reply, "consolidated")), "\n");
    return;
  }
  const auto groups = rows_at(reply, "groups");
  if (groups.empty())
    page.note("nothing to consolidate\n");
  for (const json::object& group : groups) {
    page.print(page.ink(Paint::cyan, shown_at(group, "namespace")), " ",
               page.ink(Paint::bold, shown_at(group, "tag")), ": ",
               memories(integer_at(group, "count")), ": ", joined(list_at(group, "titles"), ", "),
               "\n");
  }
}

void render_duplicates(const json::object& reply, Printout& page) {
  const auto groups = rows_at(reply, "groups");
  for (const json::object& group : groups) {
    page.print(page.ink(Paint::cyan, shown_at(group, "namespace")), ":");
    if (const std::string differs = joined(list_at(group, "differs"), ", "); !differs.empty())
      page.print(" they differ in ", differs);
    page.print("\n");
    for (const json::object& memory : rows_at(group, "memories"))
      page.print("  ", shown_at(memory, "id").substr(0, 8), " ", shown_at(memory, "excerpt"), "\n");
  }
  if (groups.empty())
    page.note("no duplicates\n");
  if (reply.contains("merged"))
    page.print("merged ", memories(integer_at(reply, "merged")), "\n");
}

void tell_refused(const json::object& reply, Printout& page) {
  for (const json::object& refusal : rows_at(reply, "refused")) {
    page.note("refused: ", integer_at(refusal, "count"), " ", shown_at(refusal, "what"), ": ",
              shown_at(refusal, "reason"));
    if (!text_at(refusal, "example").empty())
      page.note("; for example ", shown_at(refusal, "example"));
    page.note("\n");
  }
}

void render_synced(const json::object& reply, Printout& page) {
  tell_refused(reply, page);
  if (!flag_at(reply, "dry_run")) {
    for (const std::string_view key : {"imported", "exported", "pulled", "pushed"})
      if (reply.contains(key))
        page.print(key, " ", memories(integer_at(reply, key)), "\n");
    if (const std::int64_t dropped = integer_at(reply, "dropped_links"); dropped > 0)
      page.note(counted(dropped, "link", "links"),
                " of reflections closed a cycle and was removed\n");
    if (const auto notice = text_at(reply, "notice"); !notice.empty())
      page.note(notice, "; to encrypt it: ai-memory --db OTHER encrypt\n");
    return;
  }
  for (const std::string_view key : {"pull", "push"}) {
    const json::object* flow = object_at(reply, key);
    if (!flow)
      continue;
    page.print("would ", key, ": ");
    for (const std::string_view name : {"new", "update", "delete", "noop", "links"})
      page.print(name == "new" ? "" : ", ", integer_at(*flow, name), " ", name);
    page.print("\n");
  }
}

void render_devices(const json::object& reply, Printout& page) {
  for (const json::object& device : rows_at(reply, "devices")) {
    constexpr std::size_t id_shown = 12;
    page.out.append(text_at(device, "id").substr(0, id_shown)).append("  ");
    page.out.append(shown_at(device, "name")).append("  ").append(text_at(device, "state"));
    page.out.append("  ").append(moment_at(device, "written_at")).append("\n");
  }
}

void render_resolved(const json::object& reply, Printout& page) {
  page.print(shown_at(reply, "winner"), " supersedes ", shown_at(reply, "loser"), "\n");
}

void render_collected(const json::object& reply, Printout& page) {
  const std::int64_t count = integer_at(reply, "collected");
  if (flag_at(reply, "dry_run"))
    page.print(memories(count), count == 1 ? " has expired\n" : " have expired\n");
  else
    page.print("collected ", counted(count, "expired memory", "expired memories"), "\n");
  if (const std::int64_t versions = integer_at(reply, "versions"); versions > 0)
    page.print(flag_at(reply, "dry_run") ? "to drop: " : "dropped ",
               counted(versions, "former state", "former states"),
               " beyond [history] keep_days and max_mb\n");
  if (const std::int64_t freed = integer_at(reply, "freed_bytes"); freed > 0)
    page.print("gave ", size_text(freed), " back to the disk\n");
}

void render_backfilled(const json::object& reply, Printout& page) {
  const auto passages = [](std::int64_t count) { return counted(count, "passage", "passages"); };
  page.print("embedded ", passages(integer_at(reply, "embedded")));
  if (const std::int64_t failed = integer_at(reply, "failed"); failed > 0)
    page.print(", ", passages(failed), " failed and will be tried again");
  if (const std::int64_t left = integer_at(reply, "left"); left > 0)
    page.print(", ", passages(left), " left");
  page.print("\n");
  if (text_at(reply, "model") == "none")
    page.note(
        "note: there is no model; only the built-in table is used. Get one: ai-memory model "
        "get ",
        usual_model, "\n");
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
  page.print("\nby tier\n");
  add_counts(list_at(reply, "by_tier"), "tier", page);
  page.print("\nby namespace\n");
  add_counts(list_at(reply, "by_namespace"), "namespace", page);
}

void render_name_spaces(const json::object& reply, Printout& page) {
  const json::array& names = *list_at(reply, "namespaces");
  add_counts(&names, "namespace", page);
  if (names.empty())
    page.note("no namespaces yet\n");
}

namespace {

void add_notes(Printout& page, const json::array& lines) {
  for (const json::value& line : lines)
    page.note("  ", utf8::excerpt(line.as_string(), 1'000), "\n");
}

}  // namespace

void add_secrets_removed(const json::object& reply, Printout& page) {
  if (const std::int64_t removed = integer_at(reply, "secrets_removed"); removed > 0)
    page.print("removed ",
               counted(removed, "secret or private passage", "secrets or private passages"), "\n");
}

void render_imported(const json::object& reply, Printout& page) {
  page.print(flag_at(reply, "dry_run") ? "would import " : "imported ",
             memories(integer_at(reply, "imported")));
  const std::string from = shown_at(reply, "from");
  if (!from.empty()) {
    page.print(" of ", from, " into ", page.ink(Paint::cyan, shown_at(reply, "namespace")), ", ",
               counted(integer_at(reply, "links"), "link", "links"));
    if (const std::int64_t skipped = integer_at(reply, "skipped"); skipped > 0)
      page.print("; ", skipped, " already stored");
  }
  page.print("\n");
  add_secrets_removed(reply, page);
  if (const std::string times = shown_at(reply, "unread_times"); !times.empty())
    page.notes.append(times).append("\n");
  if (const json::array* kept = list_at(reply, "kept"); kept && !kept->empty()) {
    page.note(counted(static_cast<std::int64_t>(kept->size()), "memory is", "memories are"),
              " beyond today's limits and kept unchanged:\n");
    add_notes(page, *kept);
  }
  add_not_read(reply, page);
  const json::array& errors = *list_at(reply, "errors");
  if (errors.empty())
    return;
  page.note(counted(static_cast<std::int64_t>(errors.size()), "item was", "items were"),
            from.empty() ? " rejected, named by position in the list:\n" : " skipped:\n");
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
    for (const json::object& each : rows_at(reply, "memories"))
      page.print(page.ink(Paint::bold, shown_at(each, "title")), "  ",
                 counted(integer_at(each, "messages"), "message", "messages"), ", ",
                 size_text(integer_at(each, "content_length")), "\n");
  }
  page.print(dry ? "would keep " : "kept ",
             memories(integer_at(reply, dry ? "would_import" : "imported")), " of ",
             counted(integer_at(reply, "total_conversations"), "conversation", "conversations"),
             " (", formats_of(reply), ") in ", name_spaces_of(reply, page.ink), " [",
             page.ink.tier(text_at(reply, "tier")), "]");
  if (const std::int64_t again = integer_at(reply, "updated"); again > 0)
    page.print(", ", again, " of them updated");
  page.print("\n");
  add_secrets_removed(reply, page);
  if (const std::int64_t skipped = integer_at(reply, dry ? "filtered" : "skipped"); skipped > 0) {
    page.print("skipped ", skipped, ":\n");
    for (const json::object& each : rows_at(reply, "reasons"))
      page.print("  ", integer_at(each, "count"), " ", shown_at(each, "reason"), "\n");
  }
  add_reading(reply, page);
  if (integer_at(reply, "total_conversations") == 0)
    page.note("no conversation was found; is this an export of ", shown_at(reply, "format"), "?\n");
  if (const std::int64_t errors = integer_at(reply, "errors"); errors > 0) {
    page.note("could not read ", errors, ":\n");
    for (const json::object& each : rows_at(reply, "problems"))
      page.note("  ", shown_at(each, "place"), ": ", shown_at(each, "reason"), "\n");
  }
}

void render_restored(const json::object& reply, Printout& page) {
  page.print("restored ", shown_at(reply, "id"), "\n");
}

void render_purged(const json::object& reply, Printout& page) {
  const bool dry = flag_at(reply, "dry_run");
  page.print(dry ? "would purge " : "purged ",
             counted(integer_at(reply, dry ? "would_purge" : "purged"), "archived memory",
                     "archived memories"),
             "\n");
}

void render_archive_stats(const json::object& reply, Printout& page) {
  add_total("archived", integer_at(reply, "archived_total"), page);
  add_total("texts", size_text(integer_at(reply, "bytes")), page);
  if (integer_at(reply, "archived_total") == 0)
    return;
  add_total("oldest", moment_at(reply, "oldest"), page);
  add_total("newest", moment_at(reply, "newest"), page);
  page.print("\nby namespace\n");
  add_counts(list_at(reply, "by_namespace"), "namespace", page);
}

void render_standard_set(const json::object& reply, Printout& page) {
  page.print("the standard of ", page.ink(Paint::cyan, shown_at(reply, "namespace")), " is ",
             shown_at(reply, "standard_id"));
  if (const std::string parent = shown_at(reply, "parent"); !parent.empty())
    page.print(", after those of ", page.ink(Paint::cyan, parent));
  page.print("\n");
}

void render_standard_confirmed(const json::object& reply, Printout& page) {
  for (const json::value& each : items_at(reply, "namespaces"))
    page.print("the standard of ", page.ink(Paint::cyan, utf8::excerpt(each.as_string(), 128)),
               " is ", shown_at(reply, "standard_id"), "\n");
}

void render_standard_cleared(const json::object& reply, Printout& page) {
  if (flag_at(reply, "cleared"))
    page.print("cleared the standard of ", shown_at(reply, "namespace"), "\n");
  else
    page.note(shown_at(reply, "namespace"), " had no standard\n");
}

void render_fields(const json::object& reply, Printout& page) {
  add_fields(reply, 0, page);
}

void render_backed_up(const json::object& reply, Printout& page) {
  page.print(shown_at(reply, "file"), "\n");
  page.note(memories(integer_at(reply, "memories")), ", verified\n");
  for (const json::value& each : *list_at(reply, "removed"))
    page.note("removed ", utf8::excerpt(each.as_string(), 512), "\n");
}

void render_put_back(const json::object& reply, Printout& page) {
  page.print("restored ", memories(integer_at(reply, "memories")), "\n");
  if (!text_at(reply, "kept").empty())
    page.note("the previous database is kept as ", shown_at(reply, "kept"), "\n");
}

}  // namespace aim::cli
