#include "store/sqlite/vectors/vectors.h"

#include <sqlite3.h>

#include "store/new_memory.h"
#include "store/sql/namespaces.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/vectors/blob.h"

namespace aim::store::sqlite {
namespace {

constexpr int channel_shift = 32;
constexpr auto block_count = static_cast<std::size_t>(slots_a_block);
constexpr std::size_t sign_block_bytes = block_count * sizeof(PassageMeta);

std::int64_t block_row(std::int64_t channel, const Block& block) {
  return (channel << channel_shift) | (block.begin / slots_a_block);
}

std::int64_t first_row(std::int64_t channel) {
  return block_row(channel, {});
}

std::size_t block_bytes(const Channel& channel) {
  return block_count * (vector_row_bytes(channel) + (channel.precise ? channel.dimension : 0));
}

template <class T>
std::span<const std::byte> bytes_of(const T& object) {
  return std::as_bytes(std::span(&object, 1));
}

std::size_t place_in_block(Slot slot) {
  return static_cast<std::size_t>(slot % slots_a_block);
}

Result<void> note_change(Connection& connection, std::int64_t row) {
  const std::int64_t seq = TRY(SqliteSearch(connection).last_vector_change()) + 1;
  return connection.run(
      "INSERT INTO vector_changes(block, seq) VALUES (?1, ?2) "
      "ON CONFLICT(block) DO UPDATE SET seq = ?2",
      row, seq);
}

// Opens a block for writing; one that is missing, or of another size than it should be, begins
// empty.
Result<Blob> open_block(Connection& connection, std::int64_t row, std::size_t size) {
  TRY_VOID(connection.run(
      "INSERT INTO vector_blocks(block, data) VALUES (?1, zeroblob(?2)) "
      "ON CONFLICT(block) DO UPDATE SET data = zeroblob(?2) WHERE length(data) <> ?2",
      row, static_cast<std::int64_t>(size)));
  return Blob::open(connection, "vector_blocks", "data", row, Blob::For::writing);
}

Result<void> write_meta(Connection& connection, Slot slot, const PassageMeta& meta) {
  const std::int64_t row = block_row(0, block_of(slot));
  {
    Blob blob = TRY(open_block(connection, row, sign_block_bytes));
    TRY_VOID(blob.write(place_in_block(slot) * sizeof(PassageMeta), bytes_of(meta)));
  }
  return note_change(connection, row);
}

// How many from `from` on follow each other in one block.
std::size_t slots_in_line(std::span<const Slot> slots, std::size_t from) {
  std::size_t count = 1;
  while (from + count < slots.size() &&
         slots[from + count] == slots[from] + static_cast<Slot>(count) &&
         block_of(slots[from + count]) == block_of(slots[from]))
    ++count;
  return count;
}

class SqliteBlockReader final : public BlockReader {
 public:
  explicit SqliteBlockReader(Connection& connection) : connection_(connection) {}
  SqliteBlockReader(const SqliteBlockReader&) = delete;
  SqliteBlockReader& operator=(const SqliteBlockReader&) = delete;
  Result<std::vector<PassageMeta>> metas(const Block& block) override;
  Result<PassageMeta> meta(Slot slot) override;
  Result<bool> rows(const Channel& channel, const Block& block,
                    std::vector<std::byte>& into) override;
  Result<bool> low(const Channel& channel, Slot slot, std::span<std::int8_t> into) override;

 private:
  Result<bool> read(std::int64_t row, std::size_t size, std::size_t offset,
                    std::span<std::byte> into);

  Connection& connection_;
  std::optional<Blob> blob_;
};

Result<bool> SqliteBlockReader::read(std::int64_t row, std::size_t size, std::size_t offset,
                                     std::span<std::byte> into) {
  if (blob_) {
    if (!blob_->move_to(row)) {
      blob_.reset();  // a blob that could not be moved is of no more use
      return false;
    }
  } else {
    auto opened = Blob::open(connection_, "vector_blocks", "data", row, Blob::For::reading);
    if (!opened)
      return false;
    blob_.emplace(std::move(*opened));
  }
  if (blob_->size() != size)
    return false;
  return blob_->read(offset, into).has_value();
}

Result<std::vector<PassageMeta>> SqliteBlockReader::metas(const Block& block) {
  std::vector<PassageMeta> metas(block_count);
  if (!TRY(
          read(block_row(0, block), sign_block_bytes, 0, std::as_writable_bytes(std::span(metas)))))
    metas.assign(block_count, {});
  // A damaged one is nobody's.
  for (PassageMeta& meta : metas)
    if (!Doc::is_key(meta.key))
      meta = {};
  return metas;
}

Result<PassageMeta> SqliteBlockReader::meta(Slot slot) {
  PassageMeta meta;
  if (!TRY(read(block_row(0, block_of(slot)), sign_block_bytes, place_in_block(slot) * sizeof meta,
                std::as_writable_bytes(std::span(&meta, 1)))))
    meta = {};
  return meta;
}

Result<bool> SqliteBlockReader::rows(const Channel& channel, const Block& block,
                                     std::vector<std::byte>& into) {
  into.resize(block_count * vector_row_bytes(channel));
  return read(block_row(channel.number, block), block_bytes(channel), 0, into);
}

Result<bool> SqliteBlockReader::low(const Channel& channel, Slot slot,
                                    std::span<std::int8_t> into) {
  if (!channel.precise || into.size() != channel.dimension)
    return false;
  const std::size_t offset =
      block_count * vector_row_bytes(channel) + place_in_block(slot) * channel.dimension;
  return read(block_row(channel.number, block_of(slot)), block_bytes(channel), offset,
              std::as_writable_bytes(into));
}

}  // namespace

// ---- slots ----

Result<void> add_passages(Connection& connection, std::int64_t name_space, const Memory& memory) {
  return add_passages(connection, passage_metas(name_space, memory));
}

// The lowest slots that are free, then new ones.
Result<void> add_passages(Connection& connection, std::span<const PassageMeta> metas) {
  std::vector<Slot> slots;
  slots.reserve(metas.size());
  {
    auto free =
        TRY(connection.prepare("SELECT slot FROM passages WHERE key = 0 ORDER BY slot LIMIT ?1"));
    free.bind(std::int64_t{std::ssize(metas)});
    while (TRY(free.step())) slots.push_back(free.integer(0));
  }
  for (std::size_t i = 0; i < slots.size(); ++i)
    TRY_VOID(
        connection.run("UPDATE passages SET key = ?2 WHERE slot = ?1", slots[i], metas[i].key));
  for (Slot next = TRY(SqliteSearch(connection).end_of_slots()); slots.size() < metas.size();
       ++next) {
    TRY_VOID(connection.run("INSERT INTO passages(slot, key) VALUES (?1, ?2)", next,
                            metas[slots.size()].key));
    slots.push_back(next);
  }
  for (std::size_t i = 0; i < slots.size();) {
    const Block block = block_of(slots[i]);
    const std::int64_t row = block_row(0, block);
    {
      Blob blob = TRY(open_block(connection, row, sign_block_bytes));
      while (i < slots.size() && block_of(slots[i]) == block) {
        const std::size_t count = slots_in_line(slots, i);
        TRY_VOID(blob.write(place_in_block(slots[i]) * sizeof(PassageMeta),
                            std::as_bytes(metas.subspan(i, count))));
        i += count;
      }
    }
    TRY_VOID(note_change(connection, row));
  }
  return {};
}

Result<void> remove_passages(Connection& connection, Key key) {
  for (const Slot slot : TRY(SqliteSearch(connection).slots_of(key)))
    TRY_VOID(write_meta(connection, slot, {}));
  return connection.run("UPDATE passages SET key = 0 WHERE key = ?1", key);
}

Result<void> clear_passages(Connection& connection) {
  const std::int64_t seq = TRY(SqliteSearch(connection).last_vector_change()) + 1;
  const std::int64_t end = first_row(1);
  TRY_VOID(connection.run("UPDATE passages SET key = 0 WHERE key <> 0"));
  TRY_VOID(connection.run("UPDATE vector_blocks SET data = zeroblob(?2) WHERE block < ?1", end,
                          static_cast<std::int64_t>(sign_block_bytes)));
  TRY_VOID(connection.run(
      "DELETE FROM vector_changes WHERE block NOT IN (SELECT block FROM vector_blocks)"));
  TRY_VOID(connection.run(
      "INSERT INTO vector_changes(block, seq) SELECT block, ?2 FROM vector_blocks WHERE block < ?1 "
      "ON CONFLICT(block) DO UPDATE SET seq = ?2",
      end, seq));
  // Even of an empty database, so that the numbers do not go back.
  return connection.run(
      "INSERT INTO vector_changes(block, seq) VALUES (0, ?1) ON CONFLICT(block) DO UPDATE SET seq "
      "= ?1",
      seq);
}

Result<std::int64_t> stray_changes(Connection& connection) {
  return connection.number_or_zero(
      "SELECT (SELECT count(*) FROM vector_blocks WHERE block < ?1 AND block NOT IN "
      "(SELECT block FROM vector_changes)) + (SELECT count(*) FROM vector_changes "
      "WHERE block < ?1 AND block > ?2)",
      first_row(1), TRY(SqliteSearch(connection).end_of_slots()) / slots_a_block);
}

Result<bool> is_signed(Connection& connection, const Memory& memory) {
  const auto slots = TRY(SqliteSearch(connection).slots_of(memory.key));
  const auto metas = passage_metas(0, memory);
  if (slots.size() != metas.size())
    return false;
  SqliteBlockReader reader(connection);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const PassageMeta meta = TRY(reader.meta(slots[i]));
    if (meta.key != memory.key || meta.part != i || meta.text != metas[i].text)
      return false;
  }
  return true;
}

Result<std::vector<Slot>> SqliteSearch::slots_of(Key key) const {
  return connection_.all("SELECT slot FROM passages WHERE key = ?1 AND key <> 0 ORDER BY slot",
                         sql::integer_of, key);
}

Result<std::vector<std::vector<Slot>>> SqliteSearch::slots_of_all(std::span<const Key> keys) const {
  std::vector<std::vector<Slot>> slots(keys.size());
  const bool in_line = keys.size() > 1 && std::ranges::is_sorted(keys, std::ranges::less_equal()) &&
                       keys.back() - keys.front() < 2 * std::ssize(keys);
  if (!in_line) {
    for (std::size_t i = 0; i < keys.size(); ++i) slots[i] = TRY(slots_of(keys[i]));
    return slots;
  }
  // As they were just given to an import: one walk along the index.
  auto statement = TRY(connection_.prepare(
      "SELECT key, slot FROM passages WHERE key BETWEEN ?1 AND ?2 ORDER BY key, slot"));
  statement.bind(keys.front(), keys.back());
  std::size_t at = 0;
  while (TRY(statement.step())) {
    const Key key = statement.integer(0);
    while (at < keys.size() && keys[at] < key) ++at;
    if (at < keys.size() && keys[at] == key)
      slots[at].push_back(statement.integer(1));
  }
  return slots;
}

Result<void> SqliteSearch::renew_passages(const Memory& memory) {
  const std::int64_t name_space = TRY(sql::name_space_number(connection_, memory.name_space));
  const auto metas = passage_metas(name_space, memory);
  const auto slots = TRY(slots_of(memory.key));
  if (slots.size() != metas.size()) {
    TRY_VOID(remove_passages(connection_, memory.key));
    return add_passages(connection_, name_space, memory);
  }
  // In their places, where their vectors are.
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (TRY(SqliteBlockReader(connection_).meta(slots[i])) != metas[i])
      TRY_VOID(write_meta(connection_, slots[i], metas[i]));
  return {};
}

Result<std::vector<Key>> SqliteSearch::keys_without_passage_meta() const {
  auto statement =
      TRY(connection_.prepare("SELECT slot, key FROM passages WHERE key <> 0 ORDER BY slot"));
  SqliteBlockReader reader(connection_);
  std::vector<PassageMeta> metas;
  Block block;
  std::vector<Key> keys;
  while (TRY(statement.step())) {
    const Slot slot = statement.integer(0);
    const Key key = statement.integer(1);
    if (block_of(slot) != block) {
      block = block_of(slot);
      metas = TRY(reader.metas(block));
    }
    if (metas[place_in_block(slot)].key != key && (keys.empty() || keys.back() != key))
      keys.push_back(key);
  }
  return keys;
}

std::unique_ptr<BlockReader> SqliteSearch::block_reader() const {
  return std::make_unique<SqliteBlockReader>(connection_);
}

// ---- vectors ----

Result<void> SqliteSearch::drop_channel(std::int64_t number) {
  const std::int64_t first = first_row(number), end = first_row(number + 1);
  // One change stays behind, with a number above all others: numbers must not go back, and the
  // channel's must be known to have been used.
  TRY_VOID(note_change(connection_, first));
  TRY_VOID(
      connection_.run("DELETE FROM vector_blocks WHERE block >= ?1 AND block < ?2", first, end));
  TRY_VOID(
      connection_.run("DELETE FROM vector_changes WHERE block > ?1 AND block < ?2", first, end));
  return connection_.run("DELETE FROM vector_channels WHERE channel = ?1", number);
}

Result<void> SqliteSearch::write_vector_rows(const Channel& channel,
                                             std::span<const SlotRow> rows) {
  const std::size_t size = vector_row_bytes(channel);
  std::vector<Slot> slots;
  slots.reserve(rows.size());
  for (const auto& [slot, row] : rows) slots.push_back(slot);
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < rows.size();) {
    const Block block = block_of(rows[i].first);
    const std::int64_t row_of_block = block_row(channel.number, block);
    {
      Blob blob = TRY(open_block(connection_, row_of_block, block_bytes(channel)));
      while (i < rows.size() && block_of(rows[i].first) == block) {
        // Those that lie side by side are written together.
        const std::size_t first = i, count = slots_in_line(slots, i);
        bytes.assign(count * size, std::byte{0});
        for (; i < first + count; ++i) {
          const VectorRow& row = *rows[i].second;
          const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>((i - first) * size);
          std::ranges::copy(bytes_of(row.head), begin);
          std::ranges::copy(std::as_bytes(std::span(row.high)), begin + sizeof(VectorHead));
          if (channel.precise && !row.low.empty())
            TRY_VOID(
                blob.write(block_count * size + place_in_block(rows[i].first) * channel.dimension,
                           std::as_bytes(std::span(row.low))));
        }
        TRY_VOID(blob.write(place_in_block(rows[first].first) * size, bytes));
      }
    }
    TRY_VOID(note_change(connection_, row_of_block));
  }
  return {};
}

Result<void> SqliteSearch::write_vectors(const Channel& channel,
                                         std::span<const MemoryVectors> memories) {
  std::vector<SlotRow> valid;
  SqliteBlockReader reader(connection_);
  for (const MemoryVectors& memory : memories) {
    const auto slots = TRY(slots_of(memory.key));
    for (std::size_t i = 0; i < std::min(slots.size(), memory.rows.size()); ++i)
      if (TRY(reader.meta(slots[i])).text == memory.rows[i].head.text)
        valid.emplace_back(slots[i], &memory.rows[i]);
  }
  std::ranges::sort(valid, {}, &SlotRow::first);
  return write_vector_rows(channel, valid);
}

Result<std::vector<MemoryVectors>> SqliteSearch::vectors_of(const Channel& channel,
                                                            std::span<const Key> keys) const {
  std::vector<MemoryVectors> memories(keys.size());
  struct Wanted {
    Slot slot;
    VectorRow* row;
  };
  std::vector<Wanted> places;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto slots = TRY(slots_of(keys[i]));
    memories[i] = {keys[i], std::vector<VectorRow>(slots.size())};
    for (std::size_t part = 0; part < slots.size(); ++part)
      places.push_back({slots[part], &memories[i].rows[part]});
  }
  std::ranges::sort(places, {}, &Wanted::slot);
  SqliteBlockReader reader(connection_);
  std::vector<std::byte> bytes;
  Block block;
  bool there = false;
  const std::size_t size = vector_row_bytes(channel);
  for (const Wanted& place : places) {
    if (block_of(place.slot) != block) {
      block = block_of(place.slot);
      there = TRY(reader.rows(channel, block, bytes));
    }
    if (!there)
      continue;
    VectorRow& row = *place.row;
    const std::byte* at = bytes.data() + place_in_block(place.slot) * size;
    std::copy_n(at, sizeof row.head, std::as_writable_bytes(std::span(&row.head, 1)).begin());
    if (row.head.text == 0)
      continue;
    row.high.resize(channel.dimension);
    std::copy_n(at + sizeof row.head, channel.dimension,
                std::as_writable_bytes(std::span(row.high)).begin());
    if (!channel.precise)
      continue;
    row.low.resize(channel.dimension);
    if (!TRY(reader.low(channel, place.slot, row.low)))
      row.low.clear();
  }
  return memories;
}

Result<std::vector<BlockChange>> SqliteSearch::vector_changes_after(std::int64_t seq) const {
  // A few are found by their numbers, all in the order of their blocks: without the plus
  // SQLite would go through all each time.
  auto statement = TRY(connection_.prepare(
      seq > 0 ? "SELECT block, seq FROM vector_changes WHERE seq > ?1 ORDER BY +block"
              : "SELECT block, seq FROM vector_changes WHERE seq > ?1 ORDER BY block"));
  statement.bind(seq);
  std::vector<BlockChange> changes;
  while (TRY(statement.step())) {
    const std::int64_t row = statement.integer(0);
    changes.push_back({row >> channel_shift,
                       block_at(row & ((std::int64_t{1} << channel_shift) - 1)),
                       statement.integer(1)});
  }
  return changes;
}

}  // namespace aim::store::sqlite
