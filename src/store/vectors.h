// Vectors of passages, a channel a model. A process that keeps them in memory asks what has changed
// since.
// Knows: slots and bytes. Must not know: what the numbers mean, who makes vectors.
#pragma once
#include <span>
#include <vector>

#include "base/result.h"
#include "store/types.h"

namespace aim::store {

// How often a vector could not be made, and when that is to be tried again: twice as late each
// time.
struct Failed {
  std::uint32_t times = 0;
  std::int64_t next_try = 0;  // minutes since 1970
};
Failed failed_of(const VectorHead& head);
std::uint32_t failed_again(const VectorHead& head, std::int64_t minute);

struct BlockChange {
  std::int64_t channel = 0;
  Block block;
  std::int64_t seq = 0;
};

// The vectors of a memory, one a passage.
struct MemoryVectors {
  Key key = 0;
  std::vector<VectorRow> rows;
};

class Vectors {
 public:
  virtual ~Vectors() = default;
  // Which database it is: with another number, what was kept in memory says nothing of this one.
  virtual std::uint64_t epoch() const = 0;
  virtual Result<std::vector<Channel>> channels() const = 0;
  virtual Result<std::int64_t> last_change() const = 0;
  // Those of these memories that have any, in no order of importance; a passage without a vector
  // has an empty row.
  virtual Result<std::vector<MemoryVectors>> of(const Channel& channel,
                                                std::span<const Key> keys) const = 0;
  // By channel and block.
  virtual Result<std::vector<BlockChange>> changes_after(std::int64_t seq) const = 0;
  // The channel of these vectors; made when there is none yet.
  virtual Result<Channel> channel_for(const Channel& wanted) = 0;
  virtual Result<void> drop_channel(std::int64_t number) = 0;
  // Replaces vectors of slots; best in their order.
  virtual Result<void> write_rows(const Channel& channel, std::span<const SlotRow> rows) = 0;
  // A row whose text is not (or no longer) its passage's is left out.
  virtual Result<void> write(const Channel& channel, std::span<const MemoryVectors> memories) = 0;
};

}  // namespace aim::store
