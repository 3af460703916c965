#include <algorithm>

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

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
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
  last_before_step_ = TRY(connection_.number("SELECT max(key) FROM memories")).value_or(0);
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
  return connection_.run(
      "INSERT INTO undo(number, at, action, changes, items) SELECT CAST(?1 AS bigint), CAST(?2 AS "
      "bigint), CAST(?3 AS text), changes, items FROM (SELECT (SELECT count(*) FROM versions WHERE "
      "step = ?1) + (SELECT count(*) FROM link_versions WHERE step = ?1) AS changes, "
      "coalesce(CAST(?4 AS text), (SELECT string_agg(id, ?5) FROM memories WHERE key > ?6)) AS "
      "items) made WHERE changes > 0 OR items IS NOT NULL",
      number, nanoseconds(at), named, given, std::string_view("\n"), last_before_step_);
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
        step.items = lines_of(statement->text(4));
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
  if (step.action == "move" || step.action == "propose")
    return true;
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
  TRY_VOID(connection_.run("DELETE FROM undo WHERE changes = 0 AND coalesce(items, '') = ''"));
  return count;
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
