#include "memory/kind.h"
#include "memory/tier.h"
#include "store/postgres/memories.h"
#include "store/sql/tables/facet_counts.h"
#include "store/sql/where.h"

namespace aim::store::postgres {
namespace {

using sql::Counted;
using sql::most_frequent;
using sql::Where;

// False: nothing can pass.
Result<bool> narrow(Connection& connection, Where& where, const Filter& filter,
                    std::optional<std::span<const Key>> keys, Time now) {
  if (!TRY(where.add_filter(connection, filter)))
    return false;
  where.hide_expired(now);
  if (keys)
    where.add("m.key = ANY(?)", {std::vector<std::int64_t>(keys->begin(), keys->end())});
  return true;
}

}  // namespace

Result<Facets> PostgresMemories::facets(const Filter& filter,
                                        std::optional<std::span<const Key>> keys, Time now) const {
  Facets found;
  Where where;
  if (!TRY(narrow(connection_, where, filter, keys, now)))
    return found;
  where.append("GROUP BY 1, 2, 3, 4, 5");
  Counted name_spaces, tiers, kinds, sources, agents;
  {
    auto statement = TRY(connection_.prepare(
        where.sql("SELECT n.name, m.tier, m.kind, m.source, m.agent, count(*) "
                  "FROM memories m JOIN namespaces n ON n.number = m.namespace")));
    where.bind(statement);
    while (TRY(statement.step())) {
      const std::int64_t count = statement.integer(5);
      found.total += count;
      name_spaces[statement.string(0)] += count;
      tiers[std::string(name_of(static_cast<Tier>(statement.integer(1))))] += count;
      kinds[std::string(name_of(static_cast<MemoryKind>(statement.integer(2))))] += count;
      sources[statement.string(3)] += count;
      if (!statement.is_null(4))
        agents[statement.string(4)] += count;
    }
  }
  Where tagged;
  TRY(narrow(connection_, tagged, filter, keys, now));
  tagged.append("GROUP BY t.tag ORDER BY 2 DESC, 1 LIMIT ?",
                {static_cast<std::int64_t>(sql::max_facet_values)});
  auto statement = TRY(connection_.prepare(
      tagged.sql("SELECT t.tag, count(*) FROM tags t JOIN memories m ON m.key = t.key")));
  tagged.bind(statement);
  while (TRY(statement.step())) found.tags.emplace_back(statement.string(0), statement.integer(1));
  found.name_spaces = most_frequent(name_spaces);
  found.tiers = most_frequent(tiers);
  found.kinds = most_frequent(kinds);
  found.sources = most_frequent(sources);
  found.agents = most_frequent(agents);
  return found;
}

}  // namespace aim::store::postgres
