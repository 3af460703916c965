#include "store/sqlite/sync_rows.h"

#include <algorithm>
#include <bit>
#include <map>

#include "store/sqlite/changes.h"
#include "store/sqlite/vectors.h"

namespace aim::store {
namespace {

// SplitMix64's mixing: near numbers become far ones.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash += value + 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31);
}

Result<std::vector<SyncLink>> links_by(Connection& connection, std::string_view sql) {
  auto statement = TRY(connection.prepare(sql));
  std::vector<SyncLink> links;
  while (TRY(statement.step()))
    links.push_back(
        {statement.string(0), statement.string(1), statement.string(2), statement.integer(3)});
  std::ranges::sort(links, {}, [](const SyncLink& link) { return link.name(); });
  return links;
}

// Vectors of one channel, in the order of the slots. What was never made is left out.
class Copier {
 public:
  Copier(Connection& from, const Channel& channel) : reader_(from), channel_(channel) {}

  Result<void> add(Slot from, Slot to) {
    if (from / slots_a_block != block_) {
      block_ = from / slots_a_block;
      there_ = TRY(reader_.rows(channel_, block_, bytes_));
    }
    if (!there_)
      return {};
    const std::size_t size = vector_row_bytes(channel_);
    const std::byte* at = bytes_.data() + static_cast<std::size_t>(from % slots_a_block) * size;
    VectorRow row;
    std::copy_n(at, sizeof row.head, std::as_writable_bytes(std::span(&row.head, 1)).begin());
    if (row.head.text == 0)
      return {};
    row.high.resize(channel_.dimension);
    std::copy_n(at + sizeof row.head, channel_.dimension,
                std::as_writable_bytes(std::span(row.high)).begin());
    if (channel_.precise) {
      row.low.resize(channel_.dimension);
      if (!TRY(reader_.low(channel_, from, row.low)))
        row.low.clear();
    }
    rows_.emplace_back(to, std::move(row));
    return {};
  }

  Result<void> write(Connection& connection) {
    if (rows_.empty())
      return {};
    const Channel here = TRY(channel_for(connection, channel_));
    std::ranges::sort(rows_, {}, &std::pair<Slot, VectorRow>::first);
    std::vector<SlotRow> slots;
    for (const auto& [slot, row] : rows_) slots.emplace_back(slot, &row);
    return write_rows(connection, here, slots);
  }

 private:
  BlockReader reader_;
  const Channel& channel_;
  std::int64_t block_ = -1;
  bool there_ = false;
  std::vector<std::byte> bytes_;
  std::vector<std::pair<Slot, VectorRow>> rows_;
};

}  // namespace

Result<std::vector<SyncMemory>> sync_memories(Connection& connection) {
  auto statement = TRY(connection.prepare(
      "SELECT m.id, m.key, m.updated_at, m.tier, m.priority, m.reinforcement, m.created_at, "
      "m.expires_at, m.length_code, u.access_count, u.last_accessed_at, m.kind, m.reflection_depth, "
      "m.confidence FROM memories m NOT INDEXED LEFT JOIN usage u ON u.key = m.key ORDER BY m.key"));
  std::vector<SyncMemory> memories;
  while (TRY(statement.step())) {
    SyncMemory& memory = memories.emplace_back();
    memory.id = statement.string(0);
    memory.key = statement.integer(1);
    memory.updated_at = statement.integer(2);
    for (int column = 3; column <= 12; ++column)
      memory.state = mixed(memory.state,
                           static_cast<std::uint64_t>(statement.maybe_integer(column).value_or(0)));
    memory.state = mixed(memory.state, std::bit_cast<std::uint64_t>(statement.real(13)));
  }
  std::ranges::sort(memories, {}, &SyncMemory::id);
  return memories;
}

Result<std::vector<SyncTombstone>> sync_tombstones(Connection& connection) {
  auto statement = TRY(connection.prepare(
      "SELECT t.id, t.namespace, t.title, max(t.deleted_at) FROM tombstones t WHERE NOT EXISTS "
      "(SELECT 1 FROM memories m WHERE m.id = t.id) GROUP BY t.id ORDER BY t.id"));
  std::vector<SyncTombstone> all;
  while (TRY(statement.step()))
    all.push_back(
        {statement.string(0), statement.string(1), statement.string(2), statement.integer(3)});
  return all;
}

Result<std::vector<SyncArchived>> sync_archive(Connection& connection) {
  auto statement = TRY(connection.prepare("SELECT id, archived_at FROM archive ORDER BY id"));
  std::vector<SyncArchived> all;
  while (TRY(statement.step())) all.push_back({statement.string(0), statement.integer(1)});
  return all;
}

Result<std::vector<SyncLink>> sync_links(Connection& connection) {
  return links_by(connection,
                  "SELECT s.id, t.id, l.relation, l.created_at FROM links l JOIN memories s ON "
                  "s.key = l.source JOIN memories t ON t.key = l.target");
}

Result<std::vector<SyncLink>> sync_link_tombstones(Connection& connection) {
  return links_by(connection, "SELECT source, target, relation, deleted_at FROM link_tombstones");
}

Result<void> note_deletion(Connection& connection, const SyncTombstone& tombstone) {
  return connection.run(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      TRY(next_change(connection)), tombstone.id, tombstone.name_space, tombstone.title,
      tombstone.deleted_at);
}

Result<std::int64_t> deleted_at(Connection& connection, std::string_view id) {
  return TRY(connection.number(
                 "SELECT max(deleted_at) FROM tombstones WHERE id = ?1 AND NOT EXISTS "
                 "(SELECT 1 FROM memories WHERE id = ?1)",
                 id))
      .value_or(0);
}

Result<void> note_link_deletion(Connection& connection, const SyncLink& link) {
  return connection.run(
      "INSERT INTO link_tombstones(source, target, relation, deleted_at) VALUES (?1, ?2, ?3, ?4) "
      "ON CONFLICT DO UPDATE SET deleted_at = max(deleted_at, excluded.deleted_at)",
      link.source, link.target, link.relation, link.at);
}

Result<void> drop_dead_links(Connection& connection, Key key) {
  return connection.run(
      "DELETE FROM links WHERE (source = ?1 OR target = ?1) AND EXISTS (SELECT 1 FROM "
      "link_tombstones t JOIN memories a ON a.id = t.source JOIN memories b ON b.id = t.target "
      "WHERE "
      "a.key = links.source AND b.key = links.target AND t.relation = links.relation AND "
      "t.deleted_at >= links.created_at)",
      key);
}

Result<void> move_relations(Connection& connection, Key from, Key to) {
  TRY_VOID(connection.run("UPDATE OR IGNORE links SET source = ?2 WHERE source = ?1", from, to));
  TRY_VOID(connection.run("UPDATE OR IGNORE links SET target = ?2 WHERE target = ?1", from, to));
  TRY_VOID(connection.run("DELETE FROM links WHERE source = ?1 AND target = ?1", to));
  // Those that both had: they are not lost with `from`.
  TRY_VOID(connection.run("DELETE FROM links WHERE target = ?1", from));
  TRY_VOID(connection.run(
      "UPDATE OR IGNORE lost_sources SET reflection = ?2 WHERE reflection = ?1", from, to));
  return connection.run("UPDATE standards SET key = ?2 WHERE key = ?1", from, to);
}

Result<void> copy_vectors(Connection& from, Connection& to,
                          std::vector<std::pair<Key, Key>> memories, bool all_channels) {
  std::vector<std::pair<Slot, Slot>> slots;
  for (const auto& [there, here] : memories) {
    const auto old = TRY(slots_of(from, there)), fresh = TRY(slots_of(to, here));
    for (std::size_t i = 0; i < std::min(old.size(), fresh.size()); ++i)
      slots.emplace_back(old[i], fresh[i]);
  }
  std::ranges::sort(slots);
  const auto known = TRY(channels(to));
  for (const Channel& channel : TRY(channels(from))) {
    const bool is_here = std::ranges::any_of(known, [&](const Channel& each) {
      return each.model == channel.model && each.engine == channel.engine &&
             each.dimension == channel.dimension;
    });
    if (!is_here && !all_channels)
      continue;
    Copier copier(from, channel);
    for (const auto& [old, fresh] : slots) TRY_VOID(copier.add(old, fresh));
    TRY_VOID(copier.write(to));
  }
  return {};
}

}  // namespace aim::store
