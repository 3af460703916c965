#include "store/sqlite/core/file_key.h"

#include <sqlite3.h>

#include <fstream>

#include "base/base64.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/core/file_bytes.h"

namespace aim::store::sqlite {
namespace {

constexpr const char* cipher = "aegis";
// Bytes that SQLite leaves unencrypted, as they have to be known before the key: versions of the
// format, the bytes that each page reserves for the cipher, and three constants.
constexpr std::size_t version_at = 18, reserved_at = 20, constants_at = 21;
constexpr unsigned char reserved_bytes = 64;
constexpr std::array<unsigned char, 3> constants{64, 32, 32};

// As the library takes a key that needs no derivation.
std::string raw_form(const FileKey& key) {
  return "raw:" + to_hex(key.key) + to_hex(key.salt);
}

std::optional<Salt16> salt_in(const FileHeader& header) {
  const auto version = [&](std::size_t at) { return header[at] == 1 || header[at] == 2; };
  if (has_magic(header) || header[reserved_at] != reserved_bytes || !version(version_at) ||
      !version(version_at + 1) ||
      !std::equal(constants.begin(), constants.end(), header.begin() + constants_at))
    return std::nullopt;
  Salt16 salt{};
  std::copy_n(header.begin(), salt.size(), salt.begin());
  return salt;
}

}  // namespace

std::optional<Salt16> salt_of_file(const std::filesystem::path& file) {
  FileHeader header{};
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(header.data()), header.size());
  return in ? salt_in(header) : std::nullopt;
}

std::optional<Salt16> salt_of(sqlite3* database) {
  const auto header = header_of(database);
  return header ? salt_in(*header) : std::nullopt;
}

Result<void> set_key(sqlite3* database, const FileKey& key) {
  sqlite3mc_config(database, "cipher", sqlite3mc_cipher_index(cipher));
  const std::string raw = raw_form(key);
  if (sqlite3_key_v2(database, "main", raw.data(), static_cast<int>(raw.size())) != SQLITE_OK)
    return Failure(failure(database, "set the key"));
  return {};
}

std::string uri_parameters_of(const FileKey& key) {
  const std::string raw = raw_form(key);
  return std::string("?cipher=") + cipher +
         "&hexkey=" + to_hex({reinterpret_cast<const unsigned char*>(raw.data()), raw.size()});
}

Error wrong_key() {
  return unusable("the key does not open the database: it is encrypted with another one");
}

}  // namespace aim::store::sqlite
