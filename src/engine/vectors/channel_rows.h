// The vectors of one model as a process keeps them in memory, a row a passage.
// Knows: rows of small integers, heads as blocks of the store hold them. Must not know: where they
// come from, which memories they are of.
// Threads: as index::Flat.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/page_array.h"
#include "index/flat.h"
#include "store/types.h"

namespace aim::engine {

// A slot as an index of arrays.
using Row = std::uint32_t;
inline constexpr Row no_row = UINT32_MAX;

// The vectors of one model, and lists of its rows.
struct Vectors {
  explicit Vectors(std::size_t dimension) : rows(dimension) {}
  // A row counts where it is of the text that its PassageMeta says.
  void set_scale(Row row, const store::PassageMeta& meta);

  store::Channel channel;
  std::int64_t seen = 0;  // change number up to which blocks have been read
  index::Flat rows;       // empty where a vector is missing or out of date
  PageArray<store::VectorHead> heads;
  std::vector<Row> missing;  // passages without a vector, those whose could not be made included
};

// What tells the vectors of this channel from those of another model, in files beside a database.
std::uint64_t identity_hash(const store::Channel& channel);

}  // namespace aim::engine
