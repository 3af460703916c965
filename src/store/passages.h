// Where the passages of memories lie, and what ranking knows of each (B7, S6).
// A vector carries the hash of the text it was made from: one whose hash is not that of its slot's
// PassageMeta is out of date, however that came about, and is made anew. So nothing has to be
// cleared when a text changes.
#pragma once
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/types.h"

namespace aim::store {

// Reads blocks one after the other. A block that is missing or has another size than it should is
// read as empty: its vectors are made anew (B5).
class BlockReader {
 public:
  virtual ~BlockReader() = default;
  virtual Result<std::vector<PassageMeta>> metas(const Block& block) = 0;
  virtual Result<PassageMeta> meta(Slot slot) = 0;  // an empty one where it cannot be read
  // Heads and high bytes: a row of vector_row_bytes(channel) a slot.
  virtual Result<bool> rows(const Channel& channel, const Block& block,
                            std::vector<std::byte>& into) = 0;
  // The low bytes of one slot; false when there are none.
  virtual Result<bool> low(const Channel& channel, Slot slot, std::span<std::int8_t> into) = 0;
  // Says that the low bytes of these slots are asked for next, one by one.
  virtual Result<void> expect_low(const Channel&, std::span<const Slot>) { return {}; }
};
constexpr std::size_t vector_row_bytes(const Channel& channel) {
  return sizeof(VectorHead) + channel.dimension;
}

// Hash of a session or a speaker as PassageMeta keeps it; never 0 for a text that is not empty.
std::uint32_t meta_hash(std::string_view text);

// What is kept of the passages of a memory, in their order.
std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory);
// The same where its texts to embed are known.
std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory,
                                       const std::vector<std::string>& texts);

class Passages {
 public:
  virtual ~Passages() = default;
  // Memories with a slot whose PassageMeta is not theirs: damage.
  virtual Result<std::vector<Key>> keys_without_meta() const = 0;
  // In the order of the passages.
  virtual Result<std::vector<Slot>> slots_of(Key key) const = 0;
  // Of each of these, as slots_of().
  virtual Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const;
  // One more than the highest slot ever used.
  virtual Result<Slot> end() const = 0;
  // The block that a slot is in.
  virtual Block block_of(Slot slot) const = 0;
  // Writes the PassageMeta of a memory anew, where they are not what they should be.
  virtual Result<void> renew(const Memory& memory) = 0;
  // Where a copy of what a process keeps of passages may lie; empty: nowhere. The copy is of this
  // database if its number is that of passages_copy (meta.h).
  virtual std::filesystem::path copy_file() const { return {}; }
  // Reads passages by blocks, for one thread.
  virtual std::unique_ptr<BlockReader> blocks() const = 0;
};

}  // namespace aim::store
