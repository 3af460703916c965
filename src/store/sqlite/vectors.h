// Vectors of passages, in blocks of 64 slots (B7, S6): a channel a model, and channel 0, which holds no vectors but a Sign
// a slot: what ranking knows of a passage. A process that keeps the blocks in memory asks what has changed since.
// A vector carries the hash of the text it was made from: one whose hash is not that of its slot's Sign is out of date,
// however that came about, and is made anew. So nothing has to be cleared when a text changes.
// Knows: slots and bytes. Must not know: what the numbers mean, who makes vectors.
// Every function runs inside the caller's read() or write(); those that change something need write().
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
#include "store/sqlite/blob.h"
#include "store/sqlite/connection.h"

namespace aim::store {

using Slot = std::int64_t;
inline constexpr Slot slots_a_block = 64;

// What ranking knows of one passage. Kept as it is, little endian.
struct Sign {
  static constexpr std::uint16_t dialogue =
      1;  // a line that leans on its neighbours (memory/line.h)

  Key key = 0;                   // 0: the slot is free
  std::uint64_t text = 0;        // hash of the text to embed
  std::uint32_t name_space = 0;  // its number
  std::uint32_t session = 0;     // hash; 0: none
  std::uint32_t speaker = 0;     // hash; 0: not known
  std::int32_t minute = 0;       // when it was said, since 1970
  std::uint16_t part = 0;        // which passage of its memory
  std::uint8_t flags = 0;
  std::uint8_t asks = 0;  // share of questions in a line of dialogue, in 255ths
  std::uint32_t spare = 0;
};
static_assert(sizeof(Sign) == 40);
// Whether a key can be one; 0, which is nobody's, included.
bool is_key(Key key);

// Hash of a session or a speaker as signs keep it; never 0 for a text that is not empty.
std::uint32_t sign_hash(std::string_view text);

// The texts that a memory's vectors stand for, one a passage, in order.
std::vector<std::string> texts_to_embed(const Memory& memory);
std::uint64_t text_hash(std::string_view text);

// ---- slots ----
Result<void> add_passages(Connection& connection, std::int64_t name_space, const Memory& memory);
Result<void> remove_passages(Connection& connection, Key key);
// Writes the signs of a memory anew, where they are not what they should be.
Result<void> renew_passages(Connection& connection, std::int64_t name_space, const Memory& memory);
// Whether the signs of a memory are those of its passages. Reads one after the other: for checks.
Result<bool> is_signed(Connection& connection, const Memory& memory);
// Blocks of signs whose change is not noted, and changes of blocks that cannot be.
Result<std::int64_t> stray_changes(Connection& connection);
// Memories with a slot whose sign is not theirs: damage.
Result<std::vector<Key>> keys_without_sign(Connection& connection);
// Frees every slot. Vectors stay where they are: what is added again to the same slots need not be embedded again.
Result<void> clear_passages(Connection& connection);
// In the order of the passages.
Result<std::vector<Slot>> slots_of(Connection& connection, Key key);
// One more than the highest slot ever used.
Result<Slot> end_of_slots(Connection& connection);

// ---- channels ----
struct Channel {
  std::int64_t number = 0;
  std::string model, engine;
  std::size_t dimension = 0;
  bool precise = false;  // a second byte a number is kept for scoring the best again

  // Whether its vectors may be compared with those.
  bool is_of(std::string_view by_model, std::string_view by_engine, std::size_t numbers) const {
    return model == by_model && engine == by_engine && dimension == numbers;
  }
};
Result<std::vector<Channel>> channels(Connection& connection);
// The channel of these vectors; made when there is none yet.
Result<Channel> channel_for(Connection& connection, const Channel& wanted);
Result<void> drop_channel(Connection& connection, std::int64_t number);

// ---- vectors ----
struct VectorHead {
  std::uint64_t text = 0;  // hash of the text it was made from; 0: there is none
  float scale =
      0;  // number = scale · (high + low / 256); 0: the text means nothing, or it could not be made
  std::uint32_t failed = 0;  // see Failed; 0: it was made
};
static_assert(sizeof(VectorHead) == 16);

// How often a vector could not be made, and when that is to be tried again: twice as late each time.
struct Failed {
  std::uint32_t times = 0;
  std::int64_t next_try = 0;  // minutes since 1970
};
Failed failed_of(const VectorHead& head);
std::uint32_t failed_again(const VectorHead& head, std::int64_t minute);

struct VectorRow {
  VectorHead head;
  std::vector<std::int8_t> high, low;  // low: of precise channels only
};
// Replaces vectors of slots, a block at a time; best in order of slots.
using SlotRow = std::pair<Slot, const VectorRow*>;
Result<void> write_rows(Connection& connection, const Channel& channel,
                        std::span<const SlotRow> rows);
// Those of a memory, one a passage; a row whose text is not (or no longer) the slot's is left out.
Result<void> write_vectors(Connection& connection, const Channel& channel, Key key,
                           std::span<const VectorRow> rows);

// ---- reading ----
struct BlockChange {
  std::int64_t channel = 0, block = 0, seq = 0;
};
Result<std::int64_t> last_vector_change(Connection& connection);
// By channel and block.
Result<std::vector<BlockChange>> vector_changes_after(Connection& connection, std::int64_t seq);

// Reads blocks one after the other. A block that is missing or has another size than it should is read as empty: its
// vectors are made anew (B5).
class BlockReader {
 public:
  explicit BlockReader(Connection& connection) : connection_(connection) {}
  Result<std::vector<Sign>> signs(std::int64_t block);
  Result<Sign> sign(Slot slot);  // an empty one where it cannot be read
  // Heads and high bytes: slots_a_block rows of vector_row_bytes(channel).
  Result<bool> rows(const Channel& channel, std::int64_t block, std::vector<std::byte>& into);
  // The low bytes of one slot; false when there are none.
  Result<bool> low(const Channel& channel, Slot slot, std::span<std::int8_t> into);

 private:
  Result<bool> read(std::int64_t row, std::size_t size, std::size_t offset,
                    std::span<std::byte> into);

  Connection& connection_;
  std::optional<Blob> blob_;
};
constexpr std::size_t vector_row_bytes(const Channel& channel) {
  return sizeof(VectorHead) + channel.dimension;
}

}  // namespace aim::store
