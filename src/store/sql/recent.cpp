#include <unordered_map>

#include "store/rows.h"
#include "store/sql/memories.h"
#include "store/sql/namespaces.h"
#include "store/sql/where.h"

namespace aim::store::sql {
namespace {

// The newest contents among the memories that were changed last. A content is never newer than the
// last change, so every memory that is not here has an older content than `bound`.
struct Candidates {
  std::unordered_map<Key, std::int64_t> contents;  // by key: the time of the content
  std::int64_t bound = INT64_MIN;
};

Result<void> add_candidates(Connection& connection, const Where& where, std::int64_t limit,
                            Candidates& found) {
  const auto statement = TRY(connection.statement(
      where.sql("SELECT m.key, m.created_at, m.given_times, m.updated_at FROM memories m")));
  where.bind(*statement);
  std::int64_t rows = 0, last = 0;
  while (TRY(statement->step())) {
    const std::int64_t created_at = statement->integer(1);
    found.contents[statement->integer(0)] =
        statement->is_null(2) ? created_at : content_nanoseconds(created_at, statement->text(2));
    last = statement->integer(3);
    ++rows;
  }
  if (rows == limit)
    found.bound = std::max(found.bound, last);
  return {};
}

// In SQLite the index of lists has the changes of each priority in order: a look at each costs less
// than an index of changes, which every write would have to keep up.
Result<void> add_changed_last(Connection& connection, const Where& where, std::int64_t limit,
                              Candidates& found) {
  if (connection.dialect().changes_in_order) {
    Where all = where;
    all.append("ORDER BY m.updated_at DESC LIMIT ?", {limit});
    return add_candidates(connection, all, limit, found);
  }
  const std::string priority = connection.dialect().shown_priority();
  for (std::int64_t each = 10; each >= 0; --each) {
    Where one = where;
    // Databases from elsewhere may hold any priority; those below all limits are sorted.
    one.add(priority + (each > 0 ? " = ?" : " <= ?"), {each});
    one.append("ORDER BY m.updated_at DESC LIMIT ?", {limit});
    TRY_VOID(add_candidates(connection, one, limit, found));
  }
  return {};
}

// The same for each of a few namespaces by itself, as each has an order of its own in the index:
// for all of them at once, the whole table would be read until enough of theirs are met.
Result<void> add_changed_last_of_each(Connection& connection, std::span<const NamespaceRow> rows,
                                      const Filter& filter, std::int64_t limit, Candidates& found) {
  for (const NamespaceRow& row : rows) {
    Where where;
    where.add_name_spaces(connection.dialect(), {&row, 1});
    where.add_all_else(connection.dialect(), filter);
    where.add_is_news();
    TRY_VOID(add_changed_last(connection, where, limit, found));
  }
  return {};
}

// The first of these keys, at most so many.
Result<std::vector<Memory>> first_unexpired(Connection& connection,
                                            std::span<const std::pair<std::int64_t, Key>> latest,
                                            Time now, std::int64_t limit) {
  const auto enough = static_cast<std::size_t>(limit);
  std::vector<Memory> memories;
  while (!latest.empty() && memories.size() < enough) {
    const std::size_t some = std::min(latest.size(), enough - memories.size());
    std::vector<Key> keys;
    for (const auto& [time, key] : latest.first(some)) keys.push_back(key);
    latest = latest.subspan(some);
    for (Memory& memory : TRY(memories_by_keys(connection, keys)))
      if (!has_expired(memory, now))
        memories.push_back(std::move(memory));
  }
  return memories;
}

}  // namespace

Result<std::vector<Memory>> SqlMemories::recent(const Filter& filter, Time now,
                                                std::int64_t limit) const {
  constexpr std::int64_t wider = 4;
  constexpr std::size_t few = 16;
  std::vector<Memory> memories;
  std::vector<NamespaceRow> rows;
  const bool named = !filter.name_space.empty() || filter.within;
  if (named)
    rows = TRY(name_spaces_of(connection_, filter));
  if (limit <= 0 || (named && rows.empty()))
    return memories;
  Where where;
  if (named)
    where.add_name_spaces(connection_.dialect(), rows);
  where.add_all_else(connection_.dialect(), filter);
  where.add_is_news();
  // Whether a memory has expired says only its row, which is read for the latest alone.
  for (std::int64_t most = 2 * limit;; most *= wider) {
    Candidates found;
    if (rows.empty() || rows.size() > few || connection_.dialect().changes_in_order)
      TRY_VOID(add_changed_last(connection_, where, most, found));
    else
      TRY_VOID(add_changed_last_of_each(connection_, rows, filter, most, found));
    std::vector<std::pair<std::int64_t, Key>> latest;
    for (const auto& [key, time] : found.contents)
      if (time >= found.bound)
        latest.emplace_back(time, key);
    std::ranges::sort(latest, std::ranges::greater());
    memories = TRY(first_unexpired(connection_, latest, now, limit));
    if (found.bound == INT64_MIN || memories.size() >= static_cast<std::size_t>(limit))
      return memories;
  }
}

}  // namespace aim::store::sql
