// The texts of turns, each kept once, compressed in blocks. In an open block every text is
// compressed after those before
// it: an append writes a few hundred bytes and reads at most one block. Later whole blocks are
// packed into one piece, which is smaller still.
// Every function runs inside the caller's read() or write().
// Knows: rows and bytes. Must not know: who said what, when to pack.
// Source: I2.
#pragma once
#include "base/clock.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// Keeps texts, within one transaction: many cost one expansion of the open block.
class TextWriter {
 public:
  explicit TextWriter(Connection& connection) : connection_(connection) {}
  // Puts a text that is not kept yet behind the others in the newest open block, or in a new one
  // when that is full. Its number.
  Result<std::int64_t> add(const std::string& hash, std::string_view text, Time now);

 private:
  Result<void> find_room(Time now);

  Connection& connection_;
  std::int64_t block_ = 0;
  std::string before_;     // what is in it
  std::size_t added_ = 0;  // texts so far
};

// Reads texts; those of one block cost one expansion when they are asked for one after the other.
class TextReader {
 public:
  explicit TextReader(Connection& connection) : connection_(connection) {}
  // The view holds until the next read. Errors: database_error for a text that is missing or
  // damaged.
  Result<std::string_view> read(std::int64_t number);
  // The block that was read has grown.
  void forget() { block_ = 0; }

 private:
  Connection& connection_;
  std::int64_t block_ = 0;  // 0: none
  std::string expanded_;
};

// The texts that no turn uses any more, of these blocks: what can go by itself goes, and what
// others of its block are compressed after stays until the block is packed.
Result<void> drop_unused_texts(Connection& connection, const std::vector<std::int64_t>& blocks);

// Texts that cannot be read, or are not what they were. Reads all of them.
Result<std::vector<std::int64_t>> damaged_texts(Connection& connection);
// Removes them, and the turns that said so. How many turns that were.
Result<std::int64_t> drop_damaged_texts(Connection& connection);

// ---- packing ----

// Blocks to be packed into one: open ones that are full, and packed ones of which more than half
// has fallen out of use. No blocks when there are few, unless the first was written before `idle`.
struct PackPlan {
  struct Text {
    std::int64_t number = 0;
    std::string text;
  };
  std::vector<std::int64_t> blocks;
  std::vector<Text> texts;  // those in use, in order
};
Result<PackPlan> plan_pack(Connection& connection, Time idle);
// Long work, which belongs outside of any transaction.
std::string packed(const PackPlan& plan);
// False: the blocks have changed since the plan was made, and nothing was done.
Result<bool> put_pack(Connection& connection, const PackPlan& plan, std::string_view packed,
                      Time now);

}  // namespace aim::store::sqlite
