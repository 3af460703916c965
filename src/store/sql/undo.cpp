#include "store/sql/memories.h"
#include "store/sql/statement.h"
#include "store/sql/version_rows.h"

namespace aim::store::sql {
namespace {

// "delete@TOKEN": what a token did.
constexpr char by_mark = '@';

// Links as a JSON array of texts, five a link.
std::string links_to_json(const std::vector<Link>& links) {
  std::vector<std::string> parts;
  for (const Link& link : links)
    parts.insert(parts.end(), {link.source_id, link.target_id, link.relation,
                               std::to_string(link.created_at.nanoseconds()),
                               std::to_string(link.valid_from.nanoseconds())});
  return tags_to_json(parts);
}

Timestamp time_of(const std::string& nanoseconds) {
  return at(time_from_nanoseconds(std::strtoll(nanoseconds.c_str(), nullptr, 10)));
}

// Times were numbers in some databases: cast to texts, both are alike.
Result<std::vector<Link>> links_of_step(Connection& connection, std::int64_t number) {
  const auto items = TRY(connection.statement(
      "SELECT CAST(item.value AS text) FROM undo u CROSS JOIN " +
      connection.dialect().items("u.links") + " WHERE u.number = ?1 ORDER BY item.key"));
  items->bind(number);
  const auto parts = TRY(strings(*items));
  std::vector<Link> links;
  for (std::size_t i = 0; i + 5 <= parts.size(); i += 5) {
    Link& link = links.emplace_back();
    link.source_id = parts[i];
    link.target_id = parts[i + 1];
    link.relation = parts[i + 2];
    link.created_at = time_of(parts[i + 3]);
    link.valid_from = time_of(parts[i + 4]);
  }
  return links;
}

}  // namespace

Result<std::optional<UndoStep>> SqlMemories::last_undo(std::string_view id, Time since,
                                                       std::string_view by) const {
  UndoStep step;
  {
    const auto statement = TRY(connection_.statement(
        "SELECT number, at, action, id, sources FROM undo WHERE at >= ?1 AND " +
        std::string(!id.empty()
                        ? "(id = ?2 OR (length(?2) >= 4 AND substr(id, 1, length(?2)) = ?2))"
                    : by.empty() ? "action NOT LIKE '%@%' AND ?2 = ''"
                                 : "action LIKE '%@' || ?2") +
        " ORDER BY number DESC LIMIT 1"));
    statement->bind(nanoseconds(since), id.empty() ? by : id);
    if (!TRY(statement->step()))
      return std::optional<UndoStep>();
    step.number = statement->integer(0);
    step.at = time_in(*statement, 1);
    const std::string_view action = statement->text(2);
    const std::size_t end = std::min(action.find(by_mark), action.size());
    step.action = action.substr(0, end);
    step.by = action.substr(std::min(end + 1, action.size()));
    step.id = statement->string(3);
    step.sources = tags_from_json(statement->text(4));
  }
  step.links = TRY(links_of_step(connection_, step.number));
  // These are undone by their sources, from the archive.
  if (step.action == "merge" || step.action == "forget" || step.action == "move")
    return std::optional(std::move(step));
  if (step.action.ends_with("link"))
    return std::optional(std::move(step));
  auto states = TRY(states_at(connection_, step.id, step.at));
  if (!states.empty())
    step.before = std::move(states.front());
  if (states.size() > 1)
    step.after = std::move(states.back());
  // Its version is no longer kept.
  if (!step.before && step.action != "settle")
    return std::optional<UndoStep>();
  return std::optional(std::move(step));
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

Result<void> SqlMemories::add_undo(const UndoStep& step) {
  return connection_.run(
      "INSERT INTO undo(at, action, id, sources, links) VALUES (?1, ?2, ?3, ?4, ?5)",
      nanoseconds(step.at), step.by.empty() ? step.action : step.action + by_mark + step.by,
      step.id, tags_to_json(step.sources), links_to_json(step.links));
}

Result<void> SqlMemories::remove_undo(std::int64_t number) {
  return connection_.run("DELETE FROM undo WHERE number = ?1", number);
}

Result<std::int64_t> SqlMemories::leave_undo(std::string_view id) {
  TRY_VOID(connection_.run(
      "DELETE FROM undo WHERE id = ?1 AND action NOT LIKE 'forget%' OR action LIKE 'settle%' AND "
      "sources LIKE '%' || ?1 || '%'",
      id));
  std::int64_t count = connection_.changes();
  std::vector<std::pair<std::int64_t, std::vector<std::string>>> steps;
  {
    const auto statement = TRY(connection_.statement(
        "SELECT number, sources FROM undo WHERE sources LIKE '%' || ?1 || '%'"));
    statement->bind(id);
    while (TRY(statement->step()))
      steps.emplace_back(statement->integer(0), tags_from_json(statement->text(1)));
  }
  for (auto& [number, sources] : steps) {
    if (std::erase(sources, id) == 0)
      continue;
    ++count;
    if (sources.empty())
      TRY_VOID(remove_undo(number));
    else
      TRY_VOID(
          connection_.run("UPDATE undo SET sources = ?2, id = CASE WHEN id = ?3 THEN ?4 ELSE "
                          "id END WHERE number = ?1",
                          number, tags_to_json(sources), id, sources.front()));
  }
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
