#include "store/sqlite/tables/facets.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "memory/kind.h"
#include "memory/tier.h"
#include "store/rows.h"
#include "store/sqlite/tables/where.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t max_values = 100;

using Counted = std::map<std::string, std::int64_t>;

NamedCounts most_first(const Counted& counted) {
  NamedCounts counts(counted.begin(), counted.end());
  std::ranges::stable_sort(counts, std::ranges::greater(),
                           [](const auto& each) { return each.second; });
  counts.resize(std::min(counts.size(), max_values));
  return counts;
}

std::string list_of(std::span<const Key> keys) {
  std::string list = "[";
  for (const Key key : keys) list.append(list.size() > 1 ? "," : "").append(std::to_string(key));
  return list += "]";
}

// False: nothing can pass.
Result<bool> narrow(Connection& connection, Where& where, const Filter& filter,
                    std::optional<std::span<const Key>> keys, Time now) {
  if (!TRY(where.add_filter(connection, filter)))
    return false;
  where.add("(m.expires_at IS NULL OR m.expires_at > ?)", {now.time_since_epoch().count()});
  if (keys)
    where.add("m.key IN (SELECT value FROM json_each(?))", {list_of(*keys)});
  return true;
}

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
using Tally = std::unordered_map<std::string, std::int64_t, TextHash, std::equal_to<>>;

void count(Tally& tally, std::string_view text) {
  if (const auto it = tally.find(text); it != tally.end())
    ++it->second;
  else
    tally.emplace(text, 1);
}

NamedCounts most_first(const Tally& tally) {
  return most_first(Counted(tally.begin(), tally.end()));
}

Result<NamedCounts> by_name(Connection& connection,
                            const std::unordered_map<std::int64_t, std::int64_t>& name_spaces) {
  Counted counted;
  auto statement = TRY(connection.prepare("SELECT number, name FROM namespaces"));
  while (TRY(statement.step()))
    if (const auto it = name_spaces.find(statement.integer(0)); it != name_spaces.end())
      counted[statement.string(1)] += it->second;
  return most_first(counted);
}

// Lists of tags come again and again: each is taken apart once.
NamedCounts tags_of(const Tally& lists) {
  Tally tags;
  for (const auto& [list, times] : lists) {
    const auto each = tags_from_json(list);
    for (const std::string& tag : std::set<std::string>(each.begin(), each.end()))
      tags[tag] += times;
  }
  return most_first(tags);
}

}  // namespace

// One pass over the rows, counted here: a database that groups hundreds of thousands of them sorts them first, which takes several
// times as long as reading them, and people wait for it while they type.
Result<Facets> facets(Connection& connection, const Filter& filter,
                      std::optional<std::span<const Key>> keys, Time now) {
  Facets found;
  Where where;
  if (!TRY(narrow(connection, where, filter, keys, now)))
    return found;
  std::unordered_map<std::int64_t, std::int64_t> name_spaces;
  Tally tiers, kinds, sources, agents, tags;
  auto statement = TRY(connection.prepare(where.sql(
      "SELECT m.namespace, m.tier, m.kind, m.source, CASE WHEN instr(m.metadata, '\"agent_id\"') > "
      "0 "
      "AND json_valid(m.metadata) THEN json_extract(m.metadata, '$.agent_id') END, m.tags "
      "FROM memories m")));
  where.bind(statement);
  for (; TRY(statement.step()); ++found.total) {
    ++name_spaces[statement.integer(0)];
    count(tiers, name_of(static_cast<Tier>(statement.integer(1))));
    count(kinds, name_of(static_cast<MemoryKind>(statement.integer(2))));
    count(sources, statement.text(3));
    if (!statement.is_null(4))
      count(agents, statement.text(4));
    count(tags, statement.text(5));
  }
  found.name_spaces = TRY(by_name(connection, name_spaces));
  found.tags = tags_of(tags);
  found.tiers = most_first(tiers);
  found.kinds = most_first(kinds);
  found.sources = most_first(sources);
  found.agents = most_first(agents);
  return found;
}

}  // namespace aim::store::sqlite
