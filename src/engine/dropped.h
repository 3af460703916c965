// What a process had to drop because another held the database: counted in a file beside it, a byte for each. Appending
// works while the database is locked, which is why something was dropped.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace aim::engine {

// `what`: of the file's name, "touches" or "events". A statistic: when it cannot be written either, nothing is lost that
// anybody was promised.
void count_dropped(const std::filesystem::path& database, std::string_view what, std::size_t count);
std::int64_t dropped(const std::filesystem::path& database, std::string_view what);

}  // namespace aim::engine
