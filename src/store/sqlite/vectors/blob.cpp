#include "store/sqlite/vectors/blob.h"

#include <sqlite3.h>

#include "store/sqlite/core/failure.h"

namespace aim::store::sqlite {

Result<Blob> Blob::open(Connection& connection, const char* table, const char* column,
                        std::int64_t row, For use) {
  sqlite3_blob* handle = nullptr;
  const int status = sqlite3_blob_open(connection.handle(), "main", table, column, row,
                                       use == For::writing ? 1 : 0, &handle);
  if (status != SQLITE_OK) {
    sqlite3_blob_close(handle);
    return Failure(failure(connection.handle(), "opening a blob"));
  }
  return Blob(handle, connection);
}

Blob::~Blob() {
  sqlite3_blob_close(handle_);
}

Result<void> Blob::move_to(std::int64_t row) {
  if (sqlite3_blob_reopen(handle_, row) != SQLITE_OK)
    return Failure(failure(connection_.handle(), "moving a blob"));
  return {};
}

std::size_t Blob::size() const {
  return static_cast<std::size_t>(sqlite3_blob_bytes(handle_));
}

Result<void> Blob::read(std::size_t offset, std::span<std::byte> into) const {
  if (offset + into.size() > size() ||
      sqlite3_blob_read(handle_, into.data(), static_cast<int>(into.size()),
                        static_cast<int>(offset)) != SQLITE_OK)
    return Failure(failure(connection_.handle(), "reading a blob"));
  return {};
}

Result<void> Blob::write(std::size_t offset, std::span<const std::byte> from) {
  if (offset + from.size() > size() ||
      sqlite3_blob_write(handle_, from.data(), static_cast<int>(from.size()),
                         static_cast<int>(offset)) != SQLITE_OK)
    return Failure(failure(connection_.handle(), "writing a blob"));
  return {};
}

}  // namespace aim::store::sqlite
