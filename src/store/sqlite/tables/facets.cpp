#include "store/sqlite/tables/facets.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "memory/kind.h"
#include "memory/tier.h"
#include "store/rows.h"
#include "store/sql/tables/facet_counts.h"
#include "store/sqlite/tables/facet_rows.h"
#include "store/sqlite/tables/namespaces.h"
#include "store/sqlite/tables/where.h"

namespace aim::store::sqlite {
namespace {

using sql::Counted;
using sql::most_frequent;

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
  where.hide_expired(now);
  if (keys)
    where.add("m.key IN (SELECT value FROM json_each(?))", {list_of(*keys)});
  return true;
}

// How often each number comes: numbers of ours, without gaps.
using Times = std::vector<std::int64_t>;

void count(Times& times, std::int32_t number) {
  const auto at = static_cast<std::size_t>(number);
  if (times.size() <= at)
    times.resize(at + 1);
  ++times[at];
}

template <class Name>  // number → text
NamedCounts most_frequent(const Times& times, Name name) {
  Counted counted;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] > 0)
      counted[std::string(name(static_cast<std::int32_t>(i)))] += times[i];
  return most_frequent(counted);
}

// Lists of tags come again and again: each is taken apart once.
NamedCounts tags_of(const Times& lists, const FacetTexts& texts) {
  Counted tags;
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (lists[i] > 0) {
      const auto each = tags_from_json(texts.text(static_cast<std::int32_t>(i)));
      for (const std::string& tag : std::set<std::string>(each.begin(), each.end()))
        tags[tag] += lists[i];
    }
  return most_frequent(tags);
}

class Tally {
 public:
  void add(const FacetRow& row) {
    ++total_;
    ++name_spaces_[row.name_space];
    count(tiers_, row.tier);
    count(kinds_, row.kind);
    count(sources_, row.source);
    if (row.agent != FacetRow::nobody)
      count(agents_, row.agent);
    count(lists_, row.tags);
  }

  Result<Facets> told(Connection& connection, const FacetRows& texts) const {
    const auto name = [&](std::int32_t number) { return texts.names.text(number); };
    Facets found;
    found.total = total_;
    Counted name_spaces;
    auto statement = TRY(connection.prepare("SELECT number, name FROM namespaces"));
    while (TRY(statement.step()))
      if (const auto each = name_spaces_.find(statement.integer(0)); each != name_spaces_.end())
        name_spaces[statement.string(1)] += each->second;
    found.name_spaces = most_frequent(name_spaces);
    found.tiers = most_frequent(tiers_, [](auto tier) { return name_of(static_cast<Tier>(tier)); });
    found.kinds =
        most_frequent(kinds_, [](auto kind) { return name_of(static_cast<MemoryKind>(kind)); });
    found.sources = most_frequent(sources_, name);
    found.agents = most_frequent(agents_, name);
    found.tags = tags_of(lists_, texts.lists);
    return found;
  }

 private:
  std::int64_t total_ = 0;
  std::unordered_map<std::int64_t, std::int64_t> name_spaces_;  // of any numbers
  Times tiers_, kinds_, sources_, agents_, lists_;
};

// ---- of what is kept ----

// Does what is kept of a memory say whether it passes?
bool is_known_of_kept(const Filter& filter) {
  return !filter.since && !filter.until && !filter.min_priority;
}

// Does an index lead to what passes, or at least (tags) past the contents of all else?
bool reads_few(const Filter& filter) {
  return !filter.name_space.empty() || filter.within || !filter.tags.empty() || filter.agent_id ||
         filter.kind == MemoryKind::reflection;
}

// A filter in the numbers of kept rows.
class Sieve {
 public:
  Sieve(const Filter& filter, const FacetRows& all) : filter_(filter) {
    if (filter.source)
      source_ = all.names.find(*filter.source).value_or(nothing);
    if (filter.agent_id)
      agent_ = all.names.find(*filter.agent_id).value_or(nothing);
    for (std::size_t i = 0; !filter.tags.empty() && i < all.lists.size(); ++i) {
      const auto there = tags_from_json(all.lists.text(static_cast<std::int32_t>(i)));
      lists_.push_back(std::ranges::all_of(filter.tags, [&](const std::string& tag) {
        return std::ranges::find(there, tag) != there.end();
      }));
    }
  }
  Result<void> look_up_name_spaces(Connection& connection) {
    if (filter_.name_space.empty() && !filter_.within)
      return {};
    name_spaces_.emplace();
    for (const NamespaceRow& each : TRY(name_spaces_of(connection, filter_)))
      name_spaces_->push_back(each.number);
    std::ranges::sort(*name_spaces_);
    return {};
  }
  bool passes(const FacetRow& row) const {
    return (!name_spaces_ || std::ranges::binary_search(*name_spaces_, row.name_space)) &&
           (!filter_.tier || row.tier == static_cast<std::int8_t>(*filter_.tier)) &&
           (!filter_.kind || row.kind == static_cast<std::int8_t>(*filter_.kind)) &&
           (!source_ || row.source == *source_) && (!agent_ || row.agent == *agent_) &&
           (lists_.empty() || lists_[static_cast<std::size_t>(row.tags)]);
  }

 private:
  static constexpr std::int32_t nothing = -2;
  const Filter& filter_;
  std::optional<std::vector<std::int64_t>> name_spaces_;
  std::optional<std::int32_t> source_, agent_;
  std::vector<bool> lists_;
};

Result<Facets> facets_of_kept(Connection& connection, const Filter& filter, const FacetRows& all,
                              Time now) {
  Sieve sieve(filter, all);
  TRY_VOID(sieve.look_up_name_spaces(connection));
  const std::vector<Key> expired = TRY(expired_keys(connection, now));
  auto next = expired.begin();
  Tally tally;
  for (const FacetRow& row : all.rows) {
    while (next != expired.end() && *next < row.key) ++next;
    if ((next == expired.end() || *next != row.key) && sieve.passes(row))
      tally.add(row);
  }
  return tally.told(connection, all);
}

}  // namespace

// One pass over the rows, counted here: a database that groups hundreds of thousands of them sorts
// them first, which takes several times as long as reading them, and people wait for it while they
// type.
Result<Facets> facets(Connection& connection, const Filter& filter,
                      std::optional<std::span<const Key>> keys, Time now) {
  if (!keys && is_known_of_kept(filter))
    if (const FacetRows* all = TRY(kept_facet_rows(
            connection, reads_few(filter) ? KeepFacets::if_kept : KeepFacets::from_now_on)))
      return facets_of_kept(connection, filter, *all, now);
  Where where;
  if (!TRY(narrow(connection, where, filter, keys, now)))
    return Facets();
  FacetRows texts;
  Tally tally;
  auto reader = TRY(FacetReader::open(connection, where));
  while (TRY(reader.next())) tally.add(reader.row(texts));
  return tally.told(connection, texts);
}

}  // namespace aim::store::sqlite
