// Vectors of passages, in blocks of 64 slots (B7, S6): a channel a model, and channel 0, which
// holds no vectors but a Sign
// a slot: what ranking knows of a passage. A process that keeps the blocks in memory asks what has
// changed since. A vector carries the hash of the text it was made from: one whose hash is not that
// of its slot's Sign is out of date, however that came about, and is made anew. So nothing has to
// be cleared when a text changes.
// Knows: slots and bytes. Must not know: what the numbers mean, who makes vectors.
// Every function runs inside the caller's read() or write(); those that change something need
// write().
// Format: docs/formats/database.md, "Vectors".
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/memory.h"
#include "store/search.h"
#include "store/sql/blocks.h"
#include "store/sqlite/core/blob.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Whether a key can be one; 0, which is nobody's, included.
bool is_key(Key key);

// ---- slots ----
Result<void> add_passages(Connection& connection, std::int64_t name_space, const Memory& memory);
// Of many memories, one after the other: what each of them has in its order, by key.
Result<void> add_passages(Connection& connection, std::span<const PassageMeta> metas);
Result<void> remove_passages(Connection& connection, Key key);
Result<void> renew_passages(Connection& connection, std::int64_t name_space, const Memory& memory);
// Whether the PassageMetas of a memory are those of its passages. Reads one after the other: for
// checks.
Result<bool> is_signed(Connection& connection, const Memory& memory);
// Blocks of PassageMetas whose change is not noted, and changes of blocks that cannot be.
Result<std::int64_t> stray_changes(Connection& connection);
Result<std::vector<Key>> keys_without_passage_meta(Connection& connection);
// Frees every slot. Vectors stay where they are: what is added again to the same slots need not be
// embedded again.
Result<void> clear_passages(Connection& connection);
Result<std::vector<Slot>> slots_of(Connection& connection, Key key);
Result<std::vector<std::vector<Slot>>> slots_of_all(Connection& connection,
                                                    std::span<const Key> keys);
Result<Slot> end_of_slots(Connection& connection);

Result<std::vector<Channel>> channels(Connection& connection);
Result<Channel> channel_for(Connection& connection, const Channel& wanted);
Result<void> drop_channel(Connection& connection, std::int64_t number);

Result<void> write_rows(Connection& connection, const Channel& channel,
                        std::span<const SlotRow> rows);
Result<void> write_vectors(Connection& connection, const Channel& channel,
                           std::span<const MemoryVectors> memories);
Result<std::vector<MemoryVectors>> vectors_of(Connection& connection, const Channel& channel,
                                              std::span<const Key> keys);

Result<std::int64_t> last_vector_change(Connection& connection);
// Empty for a database in memory, and for one that a stranger may have made.
std::filesystem::path copy_file(const Connection& connection);

Result<std::vector<BlockChange>> vector_changes_after(Connection& connection, std::int64_t seq);

// Reads blocks one after the other. A block that is missing or has another size than it should is
// read as empty: its vectors are made anew (B5).
class BlockReader final : public store::BlockReader {
 public:
  explicit BlockReader(Connection& connection) : connection_(connection) {}
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

}  // namespace aim::store::sqlite
