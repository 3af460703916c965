#include <cstring>

#include "store/new_memory.h"
#include "store/postgres/search/postgres_search.h"

namespace aim::store::postgres {
namespace {

std::string_view bytes_of(const PassageMeta& meta) {
  return {reinterpret_cast<const char*>(&meta), sizeof meta};
}

}  // namespace

PassageMeta meta_of(std::string_view bytes) {
  PassageMeta meta;
  if (bytes.size() == sizeof meta)
    std::memcpy(&meta, bytes.data(), sizeof meta);
  return Doc::is_key(meta.key) ? meta : PassageMeta();
}

Result<void> tick(Connection& connection) {
  static const std::string fact = "vector clock";
  if (connection.facts().find(fact))
    return {};
  connection.facts().keep(fact, 1);
  return connection.run_later(
      "UPDATE vector_clock SET seq = seq + 1, writer = pg_current_xact_id() "
      "WHERE writer IS DISTINCT FROM pg_current_xact_id()");
}

Result<void> add_passages(Connection& connection, std::span<const sql::Numbered> memories) {
  std::vector<PassageMeta> metas;
  std::vector<std::int64_t> keys;
  for (const auto& [name_space, memory] : memories)
    for (const PassageMeta& meta : passage_metas(name_space, *memory)) {
      metas.push_back(meta);
      keys.push_back(memory->key);
    }
  std::vector<Bytes> bytes;
  for (const PassageMeta& meta : metas) bytes.push_back({bytes_of(meta)});
  TRY_VOID(tick(connection));
  // The lowest slots that are free, in their order, then new ones.
  return connection.run_later(
      "WITH w AS (SELECT key, meta, place FROM unnest($1::bigint[], $2::bytea[]) WITH ORDINALITY "
      "AS u(key, meta, place)), "
      "f AS MATERIALIZED (SELECT slot, row_number() OVER (ORDER BY slot) AS place FROM (SELECT "
      "slot "
      "FROM passages WHERE key = 0 ORDER BY slot LIMIT cardinality($2)) s), "
      "e AS (SELECT coalesce(max(slot), -1) AS slot, (SELECT count(*) FROM f) AS free, (SELECT seq "
      "FROM vector_clock) AS seq FROM passages) "
      "INSERT INTO passages(slot, key, meta, seq) SELECT coalesce(f.slot, e.slot + w.place - "
      "e.free), w.key, w.meta, e.seq FROM e, w LEFT JOIN f ON f.place = w.place "
      "ON CONFLICT (slot) DO UPDATE SET key = excluded.key, meta = excluded.meta, seq = "
      "excluded.seq",
      keys, std::span<const Bytes>(bytes));
}

Result<void> remove_passages(Connection& connection, Key key) {
  static constexpr PassageMeta none;  // a free slot's, as the CHECK of the column has it
  TRY_VOID(tick(connection));
  return connection.run_later(
      "UPDATE passages SET key = 0, meta = $2, seq = (SELECT seq FROM vector_clock) WHERE key = $1 "
      "AND key <> 0",
      key, Bytes{bytes_of(none)});
}

Result<void> PostgresSearch::renew_passages(const Memory& memory) {
  const std::int64_t name_space = TRY(sql::name_space_number(connection_, memory.name_space));
  const auto metas = passage_metas(name_space, memory);
  const auto kept = TRY(connection_.all(
      "SELECT slot, meta FROM passages WHERE key = $1 AND key <> 0 ORDER BY slot",
      [](const sql::Row& row) { return std::pair(row.integer(0), meta_of(row.text(1))); },
      memory.key));
  if (kept.size() != metas.size()) {
    TRY_VOID(remove_passages(connection_, memory.key));
    const sql::Numbered numbered{name_space, &memory};
    return add_passages(connection_, {&numbered, 1});
  }
  std::vector<std::int64_t> slots;
  std::vector<Bytes> bytes;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i].second != metas[i]) {
      slots.push_back(kept[i].first);
      bytes.push_back({bytes_of(metas[i])});
    }
  if (slots.empty())
    return {};
  TRY_VOID(tick(connection_));
  return connection_.run_later(
      "UPDATE passages p SET meta = u.meta, seq = (SELECT seq FROM vector_clock) FROM "
      "unnest($1::bigint[], $2::bytea[]) AS u(slot, meta) WHERE p.slot = u.slot",
      slots, std::span<const Bytes>(bytes));
}

Result<std::vector<Key>> PostgresSearch::keys_without_passage_meta() const {
  std::vector<Key> keys;
  TRY_VOID(connection_.walk("SELECT key, meta FROM passages WHERE key <> 0 ORDER BY slot",
                            [&](const sql::Row& row) -> Result<bool> {
                              const Key key = row.integer(0);
                              if (meta_of(row.text(1)).key != key &&
                                  (keys.empty() || keys.back() != key))
                                keys.push_back(key);
                              return true;
                            }));
  return keys;
}

Result<std::vector<std::vector<Slot>>> PostgresSearch::slots_of_all(
    std::span<const Key> keys) const {
  constexpr std::int64_t no_limit = INT64_MAX;  // LIMIT: by the index, however many there are
  std::vector<std::vector<Slot>> slots(keys.size());
  auto rows = TRY(connection_.prepare(
      "SELECT asked.place, p.slot FROM unnest($1::bigint[]) WITH ORDINALITY AS asked(key, place) "
      "CROSS JOIN LATERAL (SELECT slot FROM passages WHERE key = asked.key AND key <> 0 ORDER BY "
      "slot LIMIT $2) p ORDER BY asked.place, p.slot"));
  rows.bind(keys, no_limit);
  while (TRY(rows.step()))
    slots[static_cast<std::size_t>(rows.integer(0)) - 1].push_back(rows.integer(1));
  return slots;
}

}  // namespace aim::store::postgres
