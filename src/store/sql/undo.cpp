#include <algorithm>

#include "base/ascii.h"
#include "store/sql/links.h"
#include "store/sql/memories.h"
#include "store/sql/statement.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

// "delete@TOKEN": what a token did, or a hook.
constexpr char by_mark = '@';
constexpr std::string_view hook = "hook";

// Steps that changed, stored or linked the memory with the id ?2, as a condition.
std::string of_memory(const Connection& connection, std::string_view or_linked_to_it = {}) {
  return "(number IN (SELECT step FROM versions WHERE id = ?2) OR number IN (SELECT step FROM "
         "link_versions WHERE source = ?2" +
         std::string(or_linked_to_it) + ") OR " + std::string(connection.dialect().position) +
         "(items, ?2) > 0)";
}

// Begins those items of a step that say what it put into the archive.
constexpr char archived_mark = '\t';

std::string item_of(const ArchivedInStep& each) {
  std::string item = archived_mark + each.id;
  if (each.older_at)
    item.append(1, archived_mark)
        .append(std::to_string(nanoseconds(*each.older_at)))
        .append(1, archived_mark)
        .append(each.older_reason);
  return item;
}

std::vector<std::string> parts_of(std::string_view text, char between) {
  std::vector<std::string> parts;
  while (!text.empty()) parts.emplace_back(ascii::take_part(text, between));
  return parts;
}

ArchivedInStep archived_in(const std::string& item) {
  const auto parts = parts_of(item, archived_mark);  // the first one is empty
  ArchivedInStep archived{parts.size() > 1 ? parts[1] : std::string()};
  if (parts.size() == 4) {
    archived.older_at = time_from_nanoseconds(ascii::number<std::int64_t>(parts[2]).value_or(0));
    archived.older_reason = parts[3];
  }
  return archived;
}

}  // namespace

Result<void> SqlMemories::begin_step() {
  // A number that no change has, not even of a step that is gone.
  const std::string latest(connection_.dialect().greatest);
  static constexpr std::string_view of_changes = " WHERE step IS NOT NULL), 0)";
  connection_.step = TRY(connection_.number(
      "SELECT 1 + " + latest + "(coalesce((SELECT max(number) FROM undo), 0), " + latest +
      "(coalesce((SELECT max(step) FROM versions" + std::string(of_changes) +
      ", coalesce((SELECT max(step) FROM link_versions" + std::string(of_changes) + "))"));
  archived_in_step_.clear();
  last_before_step_ = TRY(connection_.number_or_zero("SELECT max(key) FROM memories"));
  return {};
}

Result<void> SqlMemories::end_step(std::string_view action, Time at,
                                   std::span<const std::string> items) {
  const auto number = std::exchange(connection_.step, std::nullopt);
  if (author_ && author_->at != Time{})
    at = author_->at;
  std::string named(action);
  if (author_ && author_->door == hook && action.find(by_mark) == action.npos)
    named.append(1, by_mark).append(hook);
  std::optional<std::string> given;
  for (const std::string& each : items) given = given ? *given + '\n' + each : each;
  std::optional<std::string> archived;
  for (const ArchivedInStep& each : std::exchange(archived_in_step_, {}))
    archived = (archived ? *archived + '\n' : std::string()) + item_of(each);
  return connection_.run(
      "INSERT INTO undo(number, at, action, changes, items) SELECT CAST(?1 AS bigint), CAST(?2 AS "
      "bigint), CAST(?3 AS text), changes, CASE WHEN CAST(?7 AS text) IS NULL THEN items ELSE "
      "coalesce(items || ?5, '') || ?7 END FROM (SELECT (SELECT count(*) FROM versions WHERE "
      "step = ?1) + (SELECT count(*) FROM link_versions WHERE step = ?1) AS changes, "
      "coalesce(CAST(?4 AS text), (SELECT string_agg(id, ?5) FROM memories WHERE key > ?6)) AS "
      "items) made WHERE changes > 0 OR items IS NOT NULL OR CAST(?7 AS text) IS NOT NULL",
      number, nanoseconds(at), named, given, std::string_view("\n"), last_before_step_, archived);
}

Result<std::optional<UndoStep>> SqlMemories::last_undo(std::string_view id, Time since,
                                                       std::string_view by,
                                                       std::string_view of_call) const {
  const std::string sql =
      "SELECT number, at, action, changes, items FROM undo WHERE at >= ?1 AND number < ?3 AND (?4 "
      "= '' OR (at = ?1 AND (action = ?4 OR action LIKE ?4 || '@%'))) AND " +
      (!id.empty()
           ? "action NOT LIKE 'import%' AND action NOT LIKE 'move%' AND " + of_memory(connection_)
       : by.empty() ? "action NOT LIKE '%@%' AND ?2 = ''"
                    : "action LIKE '%@' || ?2") +
      " ORDER BY number DESC LIMIT 1";
  for (UndoStep step{.number = INT64_MAX};;) {
    std::int64_t changes = 0;
    {
      const auto statement = TRY(connection_.statement(sql));
      statement->bind(nanoseconds(since), id.empty() ? by : id, step.number, of_call);
      if (!TRY(statement->step()))
        return std::optional<UndoStep>();
      step = {.number = statement->integer(0), .at = time_in(*statement, 1)};
      const std::string_view action = statement->text(2);
      const std::size_t end = std::min(action.find(by_mark), action.size());
      step.action = action.substr(0, end);
      step.by = action.substr(std::min(end + 1, action.size()));
      changes = statement->integer(3);
      if (!statement->is_null(4))
        step.items = parts_of(statement->text(4), '\n');
    }
    if (TRY(read_step(step, changes)))
      return std::optional(std::move(step));
  }
}

Result<bool> SqlMemories::read_step(UndoStep& step, std::int64_t changes) const {
  {
    const auto statement = TRY(connection_.statement(version_rows(connection_, "WHERE step = ?1")));
    statement->bind(step.number);
    for (; TRY(statement->step()); --changes) {
      Version version = version_in(*statement);
      const std::string& id = version.memory.id;
      auto found = std::ranges::find(step.memories, id, &ChangedMemory::id);
      if (found == step.memories.end()) {
        found = step.memories.insert(found, {.id = id});
        if (!version.was_absent())
          found->before = version.memory;
      }
      found->is_there = version.change != "delete";
    }
  }
  step.links =
      TRY(connection_.all(std::string(select_link_change) + "WHERE step = ?1 ORDER BY number",
                          link_change_of, step.number));
  if (changes != std::ssize(step.links))
    return false;
  if (step.action == "move" || step.action == "propose" || step.action == alias_step)
    return true;
  const auto is_archived = [](const std::string& item) { return item.starts_with(archived_mark); };
  for (const std::string& item : step.items)
    if (is_archived(item))
      step.archived.push_back(archived_in(item));
  std::erase_if(step.items, is_archived);
  for (const std::string& id : step.items)
    if (std::ranges::find(step.memories, id, &ChangedMemory::id) == step.memories.end())
      step.memories.push_back({.id = id});
  for (ChangedMemory& each : step.memories) TRY_VOID(read_after(step, each));
  return true;
}

Result<void> SqlMemories::read_after(const UndoStep& step, ChangedMemory& each) const {
  const auto next = TRY(connection_.first(
      version_rows(
          connection_,
          "WHERE number = (SELECT min(number) FROM versions WHERE id = ?1 AND number > "
          "coalesce((SELECT max(number) FROM versions WHERE id = ?1 AND step = ?2), (SELECT "
          "max(number) FROM versions WHERE id = ?1 AND until <= ?3 AND coalesce(step, 0) < ?2), "
          "0))"),
      version_in, each.id, step.number, nanoseconds(step.at)));
  if (next)
    each.after = next->was_absent() ? Memory() : next->memory;
  return {};
}

Result<bool> SqlMemories::any_undo_before(Time time) const {
  // Steps are added in the order of time.
  for (const std::string table : {"undo", "link_versions"}) {
    const auto first =
        TRY(connection_.number("SELECT at FROM " + table + " ORDER BY number LIMIT 1"));
    if (first && *first < nanoseconds(time))
      return true;
  }
  return false;
}

Result<void> SqlMemories::remove_undo(std::int64_t number) {
  return connection_.run("DELETE FROM undo WHERE number = ?1", number);
}

Result<std::int64_t> SqlMemories::leave_undo(std::string_view id) {
  TRY_VOID(connection_.run(
      "UPDATE undo SET changes = changes - (SELECT count(*) FROM versions v WHERE v.id = ?2 AND "
      "v.step = undo.number) - (SELECT count(*) FROM link_versions l WHERE (l.source = ?2 OR "
      "l.target = ?2) AND l.step = undo.number), items = trim(replace(?1 || items || ?1, ?1 || ?2 "
      "|| ?1, ?1), ?1) WHERE " +
          of_memory(connection_, " OR target = ?2"),
      std::string_view("\n"), id));
  const std::int64_t count = connection_.changes();
  TRY_VOID(leave_archived_in_steps(id));
  TRY_VOID(connection_.run("DELETE FROM undo WHERE changes = 0 AND coalesce(items, '') = ''"));
  return count;
}

Result<void> SqlMemories::leave_archived_in_steps(std::string_view id) {
  const auto steps = TRY(connection_.all(
      "SELECT number, items FROM undo WHERE " + std::string(connection_.dialect().position) +
          "(items, ?1) > 0",
      [](const Row& row) { return std::pair(row.integer(0), row.string(1)); },
      archived_mark + std::string(id)));
  for (const auto& [number, items] : steps) {
    std::string left;
    for (const std::string& item : parts_of(items, '\n'))
      if (!item.starts_with(archived_mark) || archived_in(item).id != id)
        left.append(left.empty() ? "" : "\n").append(item);
    TRY_VOID(connection_.run("UPDATE undo SET items = ?1 WHERE number = ?2", left, number));
  }
  return {};
}

Result<void> SqlMemories::prune_undo(Time before) {
  // They stand in the order of their times: only those that go are looked at, and one more; and
  // those from when the clock was ahead, which stay until it has come there.
  constexpr std::int64_t hour = 3'600'000'000'000;
  TRY_VOID(connection_.run("DELETE FROM link_versions WHERE at < ?1", nanoseconds(before)));
  return connection_.run(
      "DELETE FROM undo WHERE at < ?1 AND number < coalesce((SELECT number FROM undo "
      "WHERE at BETWEEN ?1 AND ?2 ORDER BY number LIMIT 1), 9223372036854775807)",
      nanoseconds(before), nanoseconds(before) + hour);
}

}  // namespace aim::store::sql
