#include <unordered_map>

#include "memory/tier.h"
#include "store/rows.h"
#include "store/sql/where.h"
#include "store/sqlite/memories.h"

namespace aim::store::sqlite {
namespace {

using Counted = std::map<std::string, std::int64_t>;
using sql::Where;

// How often each text comes, among many rows of few different texts.
class Tally {
 public:
  void add(std::string_view text) {
    const auto found = counts_.find(text);
    ++(found == counts_.end() ? counts_.emplace(text, 0).first : found)->second;
  }
  Counted counted() const { return {counts_.begin(), counts_.end()}; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> counts_;
};

// Lists of tags come again and again: each is taken apart once.
Counted tags_of(const Counted& lists) {
  Counted tags;
  for (const auto& [list, count] : lists) {
    const auto each = tags_from_json(list);
    for (const std::string& tag : std::set<std::string>(each.begin(), each.end()))
      tags[tag] += count;
  }
  return tags;
}

// A namespace that is missing in a damaged file has no name, and is left out.
Result<Counted> named(Connection& connection,
                      const std::unordered_map<std::int64_t, std::int64_t>& counts) {
  Counted names;
  auto statement = TRY(connection.prepare("SELECT number, name FROM namespaces"));
  while (TRY(statement.step()))
    if (const auto each = counts.find(statement.integer(0)); each != counts.end())
      names[statement.string(1)] += each->second;
  return names;
}

// The name that `number` has; empty where a damaged file holds a number without one.
template <class E>
std::string_view name_of_number(std::int64_t number) {
  return number >= 0 && number < static_cast<std::int64_t>(EnumNames<E>::names.size())
             ? name_of(static_cast<E>(number))
             : std::string_view();
}

}  // namespace

// Reads the rows in one pass and counts here: a database that groups hundreds of thousands of them
// sorts them first, which takes several times as long. To a filter that asks for the agent "5", the
// number 5 is not an agent: an agent is a text.
Result<Facets> SqliteMemories::facets(const Filter& filter,
                                      std::optional<std::span<const Key>> keys, Time now) const {
  Facets found;
  Where where;
  if (!TRY(narrow_facets(where, filter, keys, now)))
    return found;
  auto rows = TRY(connection_.prepare(where.sql(
      "SELECT m.namespace, m.tier, m.kind, m.source, CASE WHEN instr(m.metadata, '\"agent_id\"') > "
      "0 AND json_valid(m.metadata) THEN CASE json_type(m.metadata, '$.agent_id') WHEN 'text' "
      "THEN json_extract(m.metadata, '$.agent_id') END END, m.tags FROM memories m")));
  where.bind(rows);
  std::unordered_map<std::int64_t, std::int64_t> name_spaces;
  Tally tiers, kinds, sources, agents, lists;
  while (TRY(rows.step())) {
    ++found.total;
    ++name_spaces[rows.integer(0)];
    tiers.add(name_of_number<Tier>(rows.integer(1)));
    kinds.add(name_of_number<MemoryKind>(rows.integer(2)));
    sources.add(rows.text(3));
    if (!rows.is_null(4))
      agents.add(rows.text(4));
    lists.add(rows.text(5));
  }
  found.name_spaces = most_frequent(TRY(named(connection_, name_spaces)));
  found.tiers = most_frequent(tiers.counted());
  found.kinds = most_frequent(kinds.counted());
  found.sources = most_frequent(sources.counted());
  found.agents = most_frequent(agents.counted());
  found.tags = most_frequent(tags_of(lists.counted()));
  return found;
}

}  // namespace aim::store::sqlite
