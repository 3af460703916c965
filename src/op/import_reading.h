// Memories of an import from their JSON to what is written: read, checked, cut into words and
// embedded, ahead of the write and on other threads.
// Knows: items of documents. Must not know: batches, what is written.
// Threads: one.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/in_order.h"
#include "engine/engine.h"
#include "engine/transfer/import_report.h"
#include "op/views/transfer_views.h"

namespace aim::op {

// An item of the list, and what it came to be.
struct ReadMemory {
  std::size_t index = 0;
  Trust trust = Trust::stranger;
  Time now{};
  std::string text;
  std::size_t bytes = 0;  // size of that text
  std::optional<engine::ImportItem> item = {};
  std::string flaw = {};     // reason why it is invalid
  std::int64_t secrets = 0;  // that were taken out
  std::string beyond = {};   // which of today's limits one of an old database breaks
};

class ImportReading {
 public:
  // `engine` outlives it.
  explicit ImportReading(const Engine& engine);

  // The text is JSON that was not looked at yet.
  void add(std::size_t index, Trust trust, std::string_view text);
  // Whether take() is to be called before more is added.
  bool full() const { return ahead_.full(); }
  // The next memories in the order of the document, read by now; none: there are no more, or, while
  // some are still to come, not yet so many that it is worth it.
  enum class More { to_come, none };
  Result<std::vector<ReadMemory>> take(More more);

 private:
  struct Piece {
    std::vector<ReadMemory> memories;
    Result<void> done = {};
  };
  static void read(const Engine& engine, Piece& piece);
  void hand_on();

  const Engine& engine_;
  std::vector<ReadMemory> next_;  // not handed on
  std::size_t next_bytes_ = 0;
  InOrder<Piece> ahead_;  // last: its threads use the others
};

}  // namespace aim::op
