#include "store/sqlite/tables/facet_rows.h"

#include <algorithm>
#include <limits>

#include "memory/kind.h"
#include "memory/tier.h"
#include "store/sqlite/tables/extent.h"

namespace aim::store::sqlite {
namespace {

bool is_of(const Extent& extent, const std::vector<FacetRow>& rows) {
  return std::ssize(rows) == extent.count && (rows.empty() || rows.back().key == extent.last_key);
}

struct KeptFacets {
  FacetRows all;
  std::int64_t last_change = -1;   // none
  std::optional<Extent> too_much;  // when all were read last, and did not fit
};

// Reading them in vain costs as much as counting does: again only when there are fewer, or as many
// changes as there were memories.
bool may_fit_now(const Extent& too_much, const Extent& now) {
  return now.count <= too_much.count - too_much.count / 8 || now.change < too_much.change ||
         now.change - too_much.change > too_much.count;
}

// False: they do not fit, and no more are read.
Result<bool> add_rows(Connection& connection, const Where& where, FacetRows& all,
                      const FacetLimits& limits) {
  auto reader = TRY(FacetReader::open(connection, where));
  while (TRY(reader.next())) {
    if (all.rows.size() >= limits.rows ||
        all.names.bytes() + all.lists.bytes() >= limits.text_bytes)
      return false;
    all.rows.push_back(reader.row(all));
  }
  return true;
}

bool by_key(const FacetRow& left, const FacetRow& right) {
  return left.key < right.key;
}

// Those that were changed or came, with a number behind `last_change`.
Result<bool> take_changed(Connection& connection, FacetRows& all, std::int64_t last_change,
                          const FacetLimits& limits) {
  Where where;
  where.add("m.seq > ?", {last_change});
  where.append("ORDER BY m.key");
  const auto known = static_cast<std::ptrdiff_t>(all.rows.size());
  if (!TRY(add_rows(connection, where, all, limits)))
    return false;
  const auto middle = all.rows.begin() + known;
  for (auto row = middle; row != all.rows.end(); ++row)
    if (const auto old = std::lower_bound(all.rows.begin(), middle, *row, by_key);
        old != middle && old->key == row->key) {
      *old = *row;
      row->key = 0;  // of no memory
    }
  all.rows.erase(
      std::remove_if(middle, all.rows.end(), [](const auto& each) { return each.key == 0; }),
      all.rows.end());
  std::inplace_merge(all.rows.begin(), all.rows.begin() + known, all.rows.end(), by_key);
  return true;
}

Result<void> drop_deleted(Connection& connection, std::vector<FacetRow>& rows) {
  std::vector<Key> there;
  there.reserve(rows.size());
  // In the order of whichever index is the shortest.
  auto statement = TRY(connection.prepare("SELECT key FROM memories"));
  while (TRY(statement.step())) there.push_back(statement.integer(0));
  std::ranges::sort(there);
  std::erase_if(rows,
                [&](const FacetRow& each) { return !std::ranges::binary_search(there, each.key); });
  return {};
}

// What was all at the change `before` becomes all of now. False: it does not fit, for texts that
// none has any more are among it, or
// does not add up: rows that are copied from another store come with old numbers, and are missed.
Result<bool> catch_up(Connection& connection, FacetRows& all, std::int64_t before,
                      const Extent& now, const FacetLimits& limits) {
  if (before < 0 || before > now.change)
    return false;
  if (before < now.change) {
    if (!TRY(take_changed(connection, all, before, limits)))
      return false;
    if (!is_of(now, all.rows))
      TRY_VOID(drop_deleted(connection, all.rows));
  }
  return is_of(now, all.rows);
}

Result<bool> read_all(Connection& connection, FacetRows& all, const Extent& now,
                      const FacetLimits& limits) {
  if (now.count > static_cast<std::int64_t>(limits.rows))
    return false;
  Where where;
  where.append("ORDER BY m.key");
  return add_rows(connection, where, all, limits);
}

// The number of one that we know.
template <class E>
std::int8_t known(std::int64_t number) {
  constexpr auto behind_last = static_cast<std::int64_t>(EnumNames<E>::names.size());
  return static_cast<std::int8_t>(number >= 0 && number < behind_last ? number : behind_last);
}

std::int32_t known_name_space(std::int64_t number) {
  return number > 0 && number <= std::numeric_limits<std::int32_t>::max()
             ? static_cast<std::int32_t>(number)
             : 0;
}

}  // namespace

std::int32_t FacetTexts::number_of(std::string_view text) {
  if (const auto it = numbers_.find(text); it != numbers_.end())
    return it->second;
  const auto it = numbers_.emplace(text, static_cast<std::int32_t>(texts_.size())).first;
  texts_.push_back(&it->first);
  bytes_ += text.size() + sizeof(*it);
  return it->second;
}

std::optional<std::int32_t> FacetTexts::find(std::string_view text) const {
  const auto it = numbers_.find(text);
  return it == numbers_.end() ? std::nullopt : std::optional(it->second);
}

// An agent is a text: to a filter that asks for "5", the number 5 is none.
Result<FacetReader> FacetReader::open(Connection& connection, const Where& where) {
  auto statement = TRY(connection.prepare(where.sql(
      "SELECT m.key, m.namespace, m.tier, m.kind, m.source, CASE WHEN instr(m.metadata, "
      "'\"agent_id\"') > 0 AND json_valid(m.metadata) THEN CASE json_type(m.metadata, "
      "'$.agent_id') WHEN 'text' THEN json_extract(m.metadata, '$.agent_id') END END, m.tags "
      "FROM memories m")));
  where.bind(statement);
  return FacetReader(std::move(statement));
}

FacetRow FacetReader::row(FacetRows& texts) const {
  FacetRow row;
  row.key = statement_.integer(0);
  row.name_space = known_name_space(statement_.integer(1));
  row.tier = known<Tier>(statement_.integer(2));
  row.kind = known<MemoryKind>(statement_.integer(3));
  row.source = texts.names.number_of(statement_.text(4));
  if (!statement_.is_null(5))
    row.agent = texts.names.number_of(statement_.text(5));
  row.tags = texts.lists.number_of(statement_.text(6));
  return row;
}

Result<const FacetRows*> kept_facet_rows(Connection& connection, KeepFacets keep,
                                         const FacetLimits& limits) {
  if (!connection.may_keep())
    return nullptr;
  KeptFacets& kept = connection.part<KeptFacets>();
  if (keep == KeepFacets::if_kept && kept.last_change < 0)
    return nullptr;
  const Extent now = TRY(extent_of(connection));
  const std::int64_t before = std::exchange(kept.last_change, -1);
  if (!TRY(catch_up(connection, kept.all, before, now, limits))) {
    kept.all = {};
    if (keep == KeepFacets::if_kept || (kept.too_much && !may_fit_now(*kept.too_much, now)))
      return nullptr;
    kept.too_much.reset();
    if (!TRY(read_all(connection, kept.all, now, limits))) {
      kept.all = {};
      kept.too_much = now;
      return nullptr;
    }
  }
  kept.last_change = now.change;
  return &kept.all;
}

}  // namespace aim::store::sqlite
