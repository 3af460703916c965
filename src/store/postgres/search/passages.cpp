#include "store/postgres/search/passages.h"

#include <algorithm>
#include <cstring>

#include "store/words.h"

namespace aim::store::postgres {
namespace {

std::string_view bytes_of(const PassageMeta& meta) {
  return {reinterpret_cast<const char*>(&meta), sizeof meta};
}

// Kept by the CHECK of the column: a free slot's.
const std::string& free_meta() {
  static const std::string bytes(sizeof(PassageMeta), '\0');
  return bytes;
}

bool is_key(Key key) {
  return key >= 0 && key < (Key{1} << Doc::key_bits);
}

}  // namespace

PassageMeta meta_of(std::string_view bytes) {
  PassageMeta meta;
  if (bytes.size() == sizeof meta)
    std::memcpy(&meta, bytes.data(), sizeof meta);
  return is_key(meta.key) ? meta : PassageMeta();
}

Result<std::int64_t> tick(Connection& connection) {
  // Two reads of one row: the first finds it when this statement changed it, the second when an earlier one did.
  return TRY(connection.number(
                 "WITH t AS (UPDATE vector_clock SET seq = seq + 1, writer = pg_current_xact_id() "
                 "WHERE writer IS DISTINCT FROM pg_current_xact_id() RETURNING seq) "
                 "SELECT seq FROM t UNION ALL SELECT seq FROM vector_clock WHERE writer = "
                 "pg_current_xact_id()"))
      .value_or(0);
}

Result<void> add_passages(Connection& connection, std::int64_t name_space, const Memory& memory) {
  const auto metas = passage_metas(name_space, memory);
  std::vector<Bytes> bytes;
  for (const PassageMeta& meta : metas) bytes.push_back({bytes_of(meta)});
  // The lowest slots that are free, in their order, then new ones.
  return connection.run(
      "WITH w AS (SELECT meta, place FROM unnest($2::bytea[]) WITH ORDINALITY AS u(meta, place)), "
      "f AS MATERIALIZED (SELECT slot, row_number() OVER (ORDER BY slot) AS place FROM (SELECT "
      "slot "
      "FROM passages WHERE key = 0 ORDER BY slot LIMIT cardinality($2)) s), "
      "e AS (SELECT coalesce(max(slot), -1) AS slot FROM passages) "
      "INSERT INTO passages(slot, key, meta, seq) SELECT coalesce(f.slot, e.slot + w.place - "
      "(SELECT count(*) FROM f)), $1, w.meta, $3 FROM e, w LEFT JOIN f ON f.place = w.place "
      "ON CONFLICT (slot) DO UPDATE SET key = excluded.key, meta = excluded.meta, seq = "
      "excluded.seq",
      memory.key, std::span<const Bytes>(bytes), TRY(tick(connection)));
}

Result<void> remove_passages(Connection& connection, Key key) {
  return connection.run(
      "UPDATE passages SET key = 0, meta = $2, seq = $3 WHERE key = $1 AND key <> 0", key,
      Bytes{free_meta()}, TRY(tick(connection)));
}

Result<void> clear_passages(Connection& connection) {
  return connection.run("UPDATE passages SET key = 0, meta = $1, seq = $2 WHERE key <> 0",
                        Bytes{free_meta()}, TRY(tick(connection)));
}

namespace {

struct Kept {
  Slot slot = 0;
  PassageMeta meta;
};
Result<std::vector<Kept>> kept_of(Connection& connection, Key key) {
  auto rows = TRY(connection.prepare(
      "SELECT slot, meta FROM passages WHERE key = $1 AND key <> 0 ORDER BY slot"));
  rows.bind(key);
  std::vector<Kept> kept;
  while (TRY(rows.step())) kept.push_back({rows.integer(0), meta_of(rows.text(1))});
  return kept;
}

}  // namespace

Result<void> renew_passages(Connection& connection, std::int64_t name_space, const Memory& memory) {
  const auto metas = passage_metas(name_space, memory);
  const auto kept = TRY(kept_of(connection, memory.key));
  if (kept.size() != metas.size()) {
    TRY_VOID(remove_passages(connection, memory.key));
    return add_passages(connection, name_space, memory);
  }
  std::vector<std::int64_t> slots;
  std::vector<Bytes> bytes;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i].meta != metas[i]) {
      slots.push_back(kept[i].slot);
      bytes.push_back({bytes_of(metas[i])});
    }
  if (slots.empty())
    return {};
  return connection.run(
      "UPDATE passages p SET meta = u.meta, seq = $3 FROM unnest($1::bigint[], $2::bytea[]) AS "
      "u(slot, meta) WHERE p.slot = u.slot",
      slots, std::span<const Bytes>(bytes), TRY(tick(connection)));
}

Result<bool> is_signed(Connection& connection, const Memory& memory) {
  const auto kept = TRY(kept_of(connection, memory.key));
  const auto metas = passage_metas(0, memory);
  if (kept.size() != metas.size())
    return false;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i].meta.key != memory.key || kept[i].meta.part != i ||
        kept[i].meta.text != metas[i].text)
      return false;
  return true;
}

Result<std::vector<Key>> keys_without_passage_meta(Connection& connection) {
  std::vector<Key> keys;
  TRY_VOID(connection.each_row("SELECT key, meta FROM passages WHERE key <> 0 ORDER BY slot",
                               [&](const Statement& row) -> Result<bool> {
                                 const Key key = row.integer(0);
                                 if (meta_of(row.text(1)).key != key &&
                                     (keys.empty() || keys.back() != key))
                                   keys.push_back(key);
                                 return true;
                               }));
  return keys;
}

Result<std::vector<Slot>> slots_of(Connection& connection, Key key) {
  auto rows = TRY(
      connection.prepare("SELECT slot FROM passages WHERE key = $1 AND key <> 0 ORDER BY slot"));
  rows.bind(key);
  std::vector<Slot> slots;
  while (TRY(rows.step())) slots.push_back(rows.integer(0));
  return slots;
}

Result<Slot> end_of_slots(Connection& connection) {
  return TRY(connection.number("SELECT max(slot) FROM passages")).value_or(-1) + 1;
}

}  // namespace aim::store::postgres
