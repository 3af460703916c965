// One value of a table, read and written in place, a piece at a time: a change of a few bytes of a
// large value rewrites the page they lie on and no other.
// Knows: SQLite. Must not know: what the bytes mean.
// Threads: those of its connection, one at a time.
#pragma once
#include "store/sqlite/core/connection.h"

struct sqlite3_blob;

namespace aim::store::sqlite {

class Blob {
 public:
  enum class For { reading, writing };
  // The blob in `column` of the row. Errors: database_error when there is none.
  static Result<Blob> open(Connection& connection, const char* table, const char* column,
                           std::int64_t row, For use);
  Blob(Blob&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), connection_(other.connection_) {}
  Blob(const Blob&) = delete;
  Blob& operator=(const Blob&) = delete;
  Blob& operator=(Blob&&) = delete;
  ~Blob();

  // The same column of another row: cheaper than to open anew.
  Result<void> move_to(std::int64_t row);

  std::size_t size() const;
  // Errors: database_error when it does not reach so far.
  Result<void> read(std::size_t offset, std::span<std::byte> into) const;
  Result<void> write(std::size_t offset, std::span<const std::byte> from);

 private:
  Blob(sqlite3_blob* handle, Connection& connection) : handle_(handle), connection_(connection) {}

  sqlite3_blob* handle_;
  Connection& connection_;
};

}  // namespace aim::store::sqlite
