// Encrypted database files. Pages, journal and log are encrypted and authenticated by AEGIS-256
// (SQLite3 Multiple Ciphers). The file begins with 16 bytes that are not secret, its salt: a new
// key gets a new one, so it says which key is wanted.
// Knows: the header of such a file. Must not know: where keys are kept, passphrases.
// Threads: any.
#pragma once
#include <filesystem>

#include "base/derived_key.h"
#include "base/result.h"

struct sqlite3;

namespace aim::store::sqlite {

struct FileKey {
  Key32 key{};
  Salt16 salt{};
};

// The key that belongs to a salt. Errors: a sentence on how to unlock the database.
using FindKey = std::function<Result<Key32>(const Salt16&)>;

// Nothing: the file is not encrypted, is empty, or is not there. Reads it past SQLite, so not for a
// database that this process has open (closing the descriptor would drop SQLite's locks).
std::optional<Salt16> salt_of_file(const std::filesystem::path& file);
// The same of an open database whose key is not set yet.
std::optional<Salt16> salt_of(sqlite3* database);

// Before the first statement. On a new file the salt becomes that of the file.
Result<void> set_key(sqlite3* database, const FileKey& key);
// As a parameter of a URI, for a database that does not exist yet.
std::string uri_parameters_of(const FileKey& key);

// The key does not open the database.
Error wrong_key();

}  // namespace aim::store::sqlite
