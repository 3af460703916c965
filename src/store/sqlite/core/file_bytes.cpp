#include "store/sqlite/core/file_bytes.h"

#include <sqlite3.h>

namespace aim::store::sqlite {
namespace {

constexpr std::string_view magic("SQLite format 3\0", 16);

}  // namespace

sqlite3_file* file_of(sqlite3* database) {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
      !file || !file->pMethods)
    return nullptr;
  return file;
}

std::uint32_t number_at(const unsigned char* bytes, std::size_t at) {
  return static_cast<std::uint32_t>(bytes[at]) << 24U |
         static_cast<std::uint32_t>(bytes[at + 1]) << 16U |
         static_cast<std::uint32_t>(bytes[at + 2]) << 8U | bytes[at + 3];
}

bool has_magic(const FileHeader& header) {
  return std::string_view(reinterpret_cast<const char*>(header.data()), magic.size()) == magic;
}

std::uint32_t page_size_of(const FileHeader& header) {
  constexpr std::size_t page_size_at = 16;
  const std::uint32_t size = number_at(header.data(), page_size_at) >> 16U;
  return size <= 1 ? static_cast<std::uint32_t>(max_page_bytes) : size;
}

bool read_file_bytes(sqlite3* database, std::span<unsigned char> into, std::uint64_t at) {
  sqlite3_file* file = file_of(database);
  return file && file->pMethods->xRead(file, into.data(), static_cast<int>(into.size()),
                                       static_cast<sqlite3_int64>(at)) == SQLITE_OK;
}

bool read_index_bytes(sqlite3* database, std::span<unsigned char> into) {
  constexpr int region_bytes = 32'768, first_with_index = 2;
  sqlite3_file* file = file_of(database);
  volatile void* region = nullptr;
  if (!file || file->pMethods->iVersion < first_with_index || !file->pMethods->xShmMap ||
      file->pMethods->xShmMap(file, 0, region_bytes, 0, &region) != SQLITE_OK || !region)
    return false;
  const auto* bytes = static_cast<const volatile unsigned char*>(region);
  for (std::size_t at = 0; at < into.size(); ++at) into[at] = bytes[at];
  return true;
}

std::optional<FileHeader> header_of(sqlite3* database) {
  FileHeader header{};
  if (!read_file_bytes(database, header, 0))
    return std::nullopt;
  return header;
}

std::vector<unsigned char> page_of(sqlite3* database, std::uint32_t page_bytes,
                                   std::uint32_t number) {
  std::vector<unsigned char> page(page_bytes);
  if (number == 0 || !read_file_bytes(database, page, std::uint64_t{page_bytes} * (number - 1)))
    page.clear();
  return page;
}

std::string path_of(sqlite3* database) {
  const char* path = sqlite3_db_filename(database, "main");
  return path ? path : "";
}

}  // namespace aim::store::sqlite
