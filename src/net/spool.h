// Bytes of unknown length: in memory while they are few, beyond that in an unnamed file of 0600
// that goes with the spool. So that a large body costs disk space, not memory, and nobody who works
// on it waits for the network. All spools of a server together have their own bounds, in
// memory and in the folder for temporary files, which may be memory too.
// Threads: one at a time.
#pragma once
#include <istream>
#include <ostream>

#include "base/byte_budget.h"
#include "base/file.h"

namespace aim::net {

// Shared by the spools of a server. Unset: no bound.
struct SpoolBudgets {
  SharedBudget memory, files;
  bool alone = false;  // the only spool with a file may have any size
};

class Spool {
 public:
  static constexpr std::size_t memory_bytes = 2 * 1024 * 1024;
  static constexpr std::size_t free_bytes = 64 * 1024;  // in memory, without being charged

  Spool() = default;
  explicit Spool(const SpoolBudgets& budgets)
      : memory_(budgets.memory), files_(budgets.files), alone_(budgets.alone) {}
  explicit Spool(std::string text) : size_(text.size()), text_(std::move(text)) {}

  // Errors: unavailable when the folder for temporary files (TMPDIR, /tmp) is full or not writable,
  // or all spools together hold as much as they may.
  Result<void> write(std::string_view piece);

  std::size_t size() const { return size_; }
  bool in_memory() const { return !file_.valid(); }
  // The bytes in memory. Empty if they are in a file.
  std::string_view memory() const { return text_; }
  // All of it, wherever it is.
  Result<std::string> text() const;
  // Up to `size` bytes from `offset` on; 0 at the end.
  Result<std::size_t> read(std::size_t offset, char* into, std::size_t size) const;

  // To read or write it as a stream; the spool must outlive the stream. A failure sets badbit.
  std::unique_ptr<std::istream> reader() const;
  std::unique_ptr<std::ostream> writer();

 private:
  bool fits_in_memory(std::size_t more);
  Result<void> move_to_file();

  std::size_t size_ = 0;
  std::string text_;
  Descriptor file_{-1};
  ByteCharge memory_, files_;
  bool alone_ = false;
};

}  // namespace aim::net
