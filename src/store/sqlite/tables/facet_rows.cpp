#include "store/sqlite/tables/facet_rows.h"

#include <algorithm>

#include "store/sql/tables/changes.h"
#include "store/sqlite/core/keeper.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t most_rows = 131'072;                // 4 MiB
constexpr std::size_t most_text_bytes = 2 * 1024 * 1024;  // of names and lists of tags

// Whatever changes one of them has a change number, and a deletion changes how many there are.
struct KeptFacets {
  static constexpr const char* name = "kept_facets";
  FacetRows all;
  std::int64_t last_change = -1;  // none
  bool too_much = false;          // once, and then no longer tried
};

Result<bool> add_rows(Connection& connection, const Where& where, FacetRows& all) {
  bool fits = true;
  TRY_VOID(each_facet_row(connection, where, all, [&](const FacetRow& row) -> Result<void> {
    fits = fits && all.rows.size() < most_rows &&
           all.names.bytes() + all.lists.bytes() < most_text_bytes;
    if (fits)
      all.rows.push_back(row);
    return {};
  }));
  return fits;
}

bool by_key(const FacetRow& left, const FacetRow& right) {
  return left.key < right.key;
}

// Those that were changed or came, with a number behind `last_change`.
Result<bool> take_changed(Connection& connection, FacetRows& all, std::int64_t last_change) {
  Where where;
  where.add("m.seq > ?", {last_change});
  where.append("ORDER BY m.key");
  const auto known = static_cast<std::ptrdiff_t>(all.rows.size());
  if (!TRY(add_rows(connection, where, all)))
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

struct Extent {
  std::int64_t count = 0, last_key = 0;

  bool is_of(const std::vector<FacetRow>& rows) const {
    return std::ssize(rows) == count && (rows.empty() || rows.back().key == last_key);
  }
};
Result<Extent> extent_of(Connection& connection) {
  return Extent{TRY(connection.number("SELECT sum(memories) FROM namespaces")).value_or(0),
                TRY(connection.number("SELECT max(key) FROM memories")).value_or(0)};
}

// False: too much to be kept. Rows that are copied from another store come with old numbers: they are missed, and all is read anew.
Result<bool> refresh(Connection& connection, KeptFacets& kept) {
  const std::int64_t now = TRY(sql::last_change(connection));
  const std::int64_t before = std::exchange(kept.last_change, -1);
  const Extent extent = TRY(extent_of(connection));
  if (before >= 0 && before <= now) {
    if (before < now && !TRY(take_changed(connection, kept.all, before)))
      return false;
    if (!extent.is_of(kept.all.rows) && before < now)
      TRY_VOID(drop_deleted(connection, kept.all.rows));
  }
  if (before < 0 || before > now || !extent.is_of(kept.all.rows)) {
    kept.all = {};
    Where where;
    where.append("ORDER BY m.key");
    if (!TRY(add_rows(connection, where, kept.all)))
      return false;
  }
  kept.last_change = now;
  return true;
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

Result<void> each_facet_row(Connection& connection, const Where& where, FacetRows& texts,
                            const std::function<Result<void>(const FacetRow&)>& take) {
  auto statement = TRY(connection.prepare(where.sql(
      "SELECT m.key, m.namespace, m.tier, m.kind, m.source, CASE WHEN instr(m.metadata, "
      "'\"agent_id\"') > 0 AND json_valid(m.metadata) THEN json_extract(m.metadata, '$.agent_id') "
      "END, m.tags FROM memories m")));
  where.bind(statement);
  while (TRY(statement.step())) {
    FacetRow row;
    row.key = statement.integer(0);
    row.name_space = static_cast<std::int32_t>(statement.integer(1));
    row.tier = static_cast<std::int8_t>(statement.integer(2));
    row.kind = static_cast<std::int8_t>(statement.integer(3));
    row.source = texts.names.number_of(statement.text(4));
    if (!statement.is_null(5))
      row.agent = texts.names.number_of(statement.text(5));
    row.tags = texts.lists.number_of(statement.text(6));
    TRY_VOID(take(row));
  }
  return {};
}

Result<const FacetRows*> kept_facet_rows(Connection& connection) {
  if (!may_keep(connection))
    return nullptr;
  KeptFacets& kept = *TRY(keeper_of<KeptFacets>(connection));
  if (!kept.too_much && !TRY(refresh(connection, kept))) {
    kept = {};
    kept.too_much = true;
  }
  return kept.too_much ? nullptr : &kept.all;
}

Result<void> add_kept_facets(sqlite3* database) {
  return add_keeper<KeptFacets>(database);
}

}  // namespace aim::store::sqlite
