#include <cstring>
#include <unordered_map>

#include "store/postgres/search/postgres_search.h"
#include "store/sql/search.h"

namespace aim::store::postgres {
namespace {

// VectorHead and the high bytes, as BlockReader::rows() gives them.
std::string data_of(const Channel& channel, const VectorRow& row) {
  std::string data(vector_row_bytes(channel), '\0');
  std::memcpy(data.data(), &row.head, sizeof row.head);
  // None where the memory waits for its vector.
  if (!row.high.empty())
    std::memcpy(data.data() + sizeof row.head, row.high.data(),
                std::min(row.high.size(), channel.dimension));
  return data;
}

std::string_view bytes_of(const std::vector<std::int8_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size()};
}

void read_numbers(std::string_view bytes, std::vector<std::int8_t>& into) {
  into.resize(bytes.size());
  std::memcpy(into.data(), bytes.data(), bytes.size());
}

}  // namespace

Result<void> PostgresSearch::drop_channel(std::int64_t number) {
  // Who has seen the change before knows by this that the channels are others.
  TRY_VOID(tick(connection_));
  connection_.forget();
  TRY_VOID(connection_.run("DELETE FROM vectors WHERE channel = $1", number));
  return connection_.run("DELETE FROM vector_channels WHERE channel = $1", number);
}

Result<void> PostgresSearch::write_vector_rows(const Channel& channel,
                                               std::span<const SlotRow> rows) {
  std::map<Slot, const VectorRow*> by_slot;  // the last one of each
  for (const auto& [slot, row] : rows) by_slot[slot] = row;
  if (by_slot.empty())
    return {};
  std::vector<std::int64_t> slots;
  std::vector<std::string> kept;
  std::vector<Bytes> data, low;
  kept.reserve(by_slot.size());
  for (const auto& [slot, row] : by_slot) {
    slots.push_back(slot);
    data.push_back({kept.emplace_back(data_of(channel, *row))});
    low.push_back({channel.precise ? bytes_of(row->low) : std::string_view()});
  }
  TRY_VOID(tick(connection_));
  return connection_.run_later(
      "INSERT INTO vectors(channel, slot, seq, data, low) SELECT $1, u.slot, c.seq, u.data, "
      "nullif(u.low, ''::bytea) FROM vector_clock c, unnest($2::bigint[], $3::bytea[], "
      "$4::bytea[]) AS u(slot, data, low) "
      "ON CONFLICT (channel, slot) DO UPDATE SET seq = excluded.seq, data = excluded.data, low = "
      "excluded.low",
      channel.number, slots, std::span<const Bytes>(data), std::span<const Bytes>(low));
}

Result<void> PostgresSearch::write_vectors(const Channel& channel,
                                           std::span<const MemoryVectors> memories) {
  std::vector<Key> keys;
  for (const MemoryVectors& memory : memories) keys.push_back(memory.key);
  struct Place {
    Slot slot;
    std::uint64_t text;
  };
  std::unordered_map<Key, std::vector<Place>> places;
  {
    auto rows = TRY(connection_.prepare(
        "SELECT key, slot, meta FROM passages WHERE key = ANY($1) AND key <> 0 ORDER BY slot"));
    rows.bind(keys);
    while (TRY(rows.step()))
      places[rows.integer(0)].push_back({rows.integer(1), meta_of(rows.text(2)).text});
  }
  std::vector<SlotRow> valid;
  for (const MemoryVectors& memory : memories) {
    const auto& slots = places[memory.key];
    for (std::size_t i = 0; i < std::min(slots.size(), memory.rows.size()); ++i)
      if (slots[i].text == memory.rows[i].head.text)
        valid.emplace_back(slots[i].slot, &memory.rows[i]);
  }
  return write_vector_rows(channel, valid);
}

Result<std::vector<MemoryVectors>> PostgresSearch::vectors_of(const Channel& channel,
                                                              std::span<const Key> keys) const {
  std::vector<MemoryVectors> memories(keys.size());
  std::unordered_map<Key, std::size_t> places;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    memories[i].key = keys[i];
    places.emplace(keys[i], i);
  }
  auto rows = TRY(connection_.prepare(
      "SELECT p.key, v.data, v.low FROM passages p LEFT JOIN vectors v ON v.channel = $1 AND "
      "v.slot = p.slot WHERE p.key = ANY($2) AND p.key <> 0 ORDER BY p.slot"));
  rows.bind(channel.number, keys);
  while (TRY(rows.step())) {
    VectorRow& row = memories[places.at(rows.integer(0))].rows.emplace_back();
    const std::string_view data = rows.is_null(1) ? std::string_view() : rows.text(1);
    if (data.size() != vector_row_bytes(channel))
      continue;
    std::memcpy(&row.head, data.data(), sizeof row.head);
    if (row.head.text == 0)
      continue;
    read_numbers(data.substr(sizeof row.head), row.high);
    if (channel.precise && !rows.is_null(2) && rows.text(2).size() == channel.dimension)
      read_numbers(rows.text(2), row.low);
  }
  // One that is asked for twice is answered twice.
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (const std::size_t first = places.at(keys[i]); first != i)
      memories[i].rows = memories[first].rows;
  return memories;
}

Result<std::vector<BlockChange>> PostgresSearch::vector_changes_after(std::int64_t seq) const {
  return connection_.all(
      "SELECT 0::bigint, slot / $2, max(seq) FROM passages WHERE seq > $1 GROUP BY 2 UNION ALL "
      "SELECT channel, slot / $2, max(seq) FROM vectors WHERE seq > $1 GROUP BY 1, 2 "
      "ORDER BY 1, 2",
      [](const sql::Row& row) {
        return BlockChange{row.integer(0), block_at(row.integer(1)), row.integer(2)};
      },
      seq, slots_a_block);
}

}  // namespace aim::store::postgres
