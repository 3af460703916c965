// Facts of a file that each system gives in another way, and renames that do more than POSIX has:
// one source for each system (linux/, macos/, windows/).
// Must not know: what the files are for.
// Threads: any.
#pragma once
#include <filesystem>
#include <system_error>

#include "base/std.h"

namespace aim {

struct FileFacts {
  std::uint64_t device = 0, inode = 0;
  // When it was made and written to, in nanoseconds since 1970; made: 0 where nothing tells.
  std::int64_t born = 0, changed = 0;
  std::uint64_t bytes = 0;
  std::uint64_t names = 0;
  bool is_mounted = false;  // by itself, without its folder
  bool is_file = true;
};
// Nothing where there is no file.
std::optional<FileFacts> file_facts(const std::filesystem::path& file);

// Gives a file a name that another may have, in one step: that one is gone then, also where
// somebody has it open.
std::error_code rename_over(const std::filesystem::path& from, const std::filesystem::path& to);

// The same unless there is a file of that name (file_exists). function_not_supported: the system or
// this disk cannot.
std::error_code rename_to_free_name(const std::filesystem::path& from,
                                    const std::filesystem::path& to);

// Two names of one folder, exchanged in one step. function_not_supported, as above.
std::error_code exchange_names(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace aim
