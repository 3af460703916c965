#include <limits>

#include "store/sql/memories.h"
#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/where.h"
#include "text/scripts.h"

namespace aim::store::sql {
namespace {

// One stretch of a list: all of it, memories of the priority of a place that come after it, or
// memories of a lower priority.
enum Stretch : int { whole, same_priority, lower };

// The first names that begin so, in the order in which `sql` gives them.
Result<std::vector<std::string>> names_beginning(Connection& connection, std::string_view sql,
                                                 std::string_view beginning, std::size_t limit) {
  std::vector<std::string> names;
  TRY_VOID(connection.walk(sql, [&](const Row& row) -> Result<bool> {
    if (text::begins_in_any_case(row.text(0), beginning))
      names.push_back(row.string(0));
    return names.size() < limit;
  }));
  return names;
}

// Equal ones as the list by priority has them.
std::string order_of(ListOrder order) {
  switch (order) {
    case ListOrder::newest:
      return "m.created_at DESC, ";
    case ListOrder::recalled:
      return "coalesce(u.access_count, 0) DESC, ";
    case ListOrder::ending:
      return "m.expires_at IS NULL, m.expires_at, ";
    case ListOrder::linked:
      return "(SELECT count(*) FROM links l WHERE l.source = m.key) + "
             "(SELECT count(*) FROM links l WHERE l.target = m.key) DESC, ";
    case ListOrder::priority:
      break;
  }
  return "";
}

// The order of a list by priority.
bool comes_before(const Memory& a, const Memory& b) {
  return std::tuple(shown_priority(b), b.updated_at.time, a.key) <
         std::tuple(shown_priority(a), a.updated_at.time, b.key);
}

bool is_short(const Page& page) {
  constexpr std::int64_t few = 1'000;
  return page.limit >= 0 && page.limit <= few && page.offset <= few;
}

}  // namespace

Result<std::vector<Memory>> SqlMemories::list_stretch(const Filter& filter,
                                                      std::span<const NamespaceRow> rows, Time now,
                                                      const Page& page, int stretch) const {
  const std::string priority = connection_.dialect().shown_priority();
  Where where;
  if (!rows.empty())
    where.add_name_spaces(connection_.dialect(), rows);
  where.add_all_else(connection_.dialect(), filter);
  if (stretch == lower) {
    where.add(priority + " < ?", {page.after->priority});
  } else if (stretch == same_priority) {
    const auto& [place, updated_at, key] = *page.after;
    where.add(priority + " = ?", {place});
    where.add("m.updated_at <= ?", {updated_at});
    where.add("(m.updated_at < ? OR m.key > ?)", {updated_at, key});
  }
  // Excludes nothing: without it SQLite's planner sorts all memories, 110 ms at 100,000, for the
  // sake of those of one time.
  if (page.order == ListOrder::newest && rows.empty())
    where.add("m.created_at >= ?", {std::numeric_limits<std::int64_t>::min()});
  where.hide_expired(now);
  where.append("ORDER BY " + order_of(page.order) + priority +
                   " DESC, m.updated_at DESC, m.key LIMIT ? OFFSET ?",
               {page.limit, page.offset});
  return where.all(connection_, select_memory(), selected_memory);
}

// Each namespace has an order of its own in the index: of several at once all memories would be
// read and sorted, 6 ms of the 10 that a hook has at 10,000 memories.
Result<std::vector<Memory>> SqlMemories::list_whole(const Filter& filter,
                                                    std::span<const NamespaceRow> rows, Time now,
                                                    const Page& page) const {
  constexpr std::size_t few = 16;
  if (page.order != ListOrder::priority || rows.size() < 2 || rows.size() > few || !is_short(page))
    return list_stretch(filter, rows, now, page, whole);
  std::vector<Memory> memories;
  for (const NamespaceRow& row : rows)
    for (Memory& memory :
         TRY(list_stretch(filter, {&row, 1}, now, {.limit = page.limit + page.offset}, whole)))
      memories.push_back(std::move(memory));
  std::ranges::sort(memories, comes_before);
  const auto left_out = std::min<std::int64_t>(page.offset, std::ssize(memories));
  memories.erase(memories.begin(), memories.begin() + left_out);
  if (std::ssize(memories) > page.limit)
    memories.erase(memories.begin() + page.limit, memories.end());
  return memories;
}

// A page after a place is two ranges of the index, however far down it is.
Result<std::vector<Memory>> SqlMemories::list(const Filter& filter, Time now, Page page) const {
  std::vector<NamespaceRow> rows;
  if (!filter.name_space.empty() || filter.within) {
    rows = TRY(name_spaces_of(connection_, filter));
    if (rows.empty())
      return std::vector<Memory>();
  }
  if (!page.after)
    return list_whole(filter, rows, now, page);
  page.offset = 0;
  auto memories = TRY(list_stretch(filter, rows, now, page, same_priority));
  page.limit -= std::ssize(memories);
  if (page.limit <= 0)
    return memories;
  for (Memory& memory : TRY(list_stretch(filter, rows, now, page, lower)))
    memories.push_back(std::move(memory));
  return memories;
}

// By keys, never by the order of a namespace: that would sort the whole of it for every batch.
Result<std::vector<Memory>> SqlMemories::matching(const Filter& filter, std::int64_t limit,
                                                  Key after) const {
  Where where;
  if (!TRY(where.add_filter(connection_, filter)))
    return std::vector<Memory>();
  where.add("m.key > ?", {after});
  where.append("ORDER BY m.key LIMIT ?", {limit});
  const std::string by_rows = "memories m" + std::string(connection_.dialect().by_rows);
  return where.all(connection_, select_memory(by_rows), selected_memory);
}

Result<std::vector<Memory>> SqlMemories::expired(Time now, std::int64_t limit) const {
  return connection_.all(
      select_memory() + " WHERE m.expires_at <= ?1 ORDER BY m.expires_at LIMIT ?2", selected_memory,
      nanoseconds(now), limit);
}

Result<std::int64_t> SqlMemories::count_expired(Time now) const {
  return connection_.number_or_zero("SELECT count(*) FROM memories WHERE expires_at <= ?1",
                                    nanoseconds(now));
}

Result<std::vector<PageRow>> SqlMemories::page_after(Key after, Time now,
                                                     std::int64_t limit) const {
  return connection_.all(
      "SELECT m.key, m.id, m.title, n.name, m.updated_at FROM memories m" +
          std::string(connection_.dialect().by_rows) +
          " JOIN namespaces n ON n.number = m.namespace "
          "WHERE m.key > ?1 AND (m.expires_at IS NULL OR m.expires_at > ?2) ORDER BY m.key LIMIT "
          "?3",
      [](const Row& row) {
        return PageRow{row.integer(0), row.string(1), row.string(2), row.string(3),
                       time_in(row, 4)};
      },
      after, nanoseconds(now), limit);
}

Result<std::vector<std::string>> SqlMemories::name_spaces_beginning(std::string_view beginning,
                                                                    std::size_t limit) const {
  return names_beginning(connection_,
                         "SELECT name FROM namespaces WHERE memories > 0 ORDER BY name", beginning,
                         limit);
}

Result<std::vector<std::string>> SqlMemories::tags_beginning(std::string_view beginning,
                                                             std::size_t limit) const {
  return names_beginning(connection_, "SELECT DISTINCT tag FROM tags ORDER BY tag", beginning,
                         limit);
}

NamedCounts SqlMemories::most_frequent(const Counted& counted) {
  NamedCounts counts(counted.begin(), counted.end());
  std::ranges::stable_sort(counts, std::ranges::greater(),
                           [](const auto& each) { return each.second; });
  counts.resize(std::min(counts.size(), max_facet_values));
  return counts;
}

Result<bool> SqlMemories::narrow_facets(Where& where, const Filter& filter,
                                        std::optional<std::span<const Key>> keys, Time now) const {
  if (!TRY(where.add_filter(connection_, filter)))
    return false;
  where.hide_expired(now);
  if (keys)
    where.add("m.key" + connection_.dialect().in_list("?"),
              {std::vector<std::int64_t>(keys->begin(), keys->end())});
  return true;
}

}  // namespace aim::store::sql
