// Files of secrets that a person has put there: a token, a key.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim {

// As read_file(), and the log says when others on this machine can read it too.
Result<std::string> read_secret_file(const std::filesystem::path& file, std::size_t max_bytes);

// "others on this machine can read …" and what to do; empty: they cannot, or there is no such file.
std::string told_of_others(const std::filesystem::path& file);

}  // namespace aim
