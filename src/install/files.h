// Writing what was planned: a backup beside a file in which others have written, the new text in
// one step with the file's mode and owner, symbolic links followed, and nothing over what another
// program wrote meanwhile.
// Knows: files. Must not know: what stands in them.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "install/plan.h"

namespace aim::install {

struct Written {
  std::optional<std::filesystem::path> backup;      // unset: there was nothing to keep
  std::vector<std::filesystem::path> folders = {};  // that were made for it, the outermost first
  bool all_ours = false;                            // nobody else has written in it
};
// Plans again when the file has changed since, some times at most; what another program writes
// between the look and the exchange is put back and merged. `private_files`: new ones are
// for the user alone.
Result<Written> write_plan(FilePlan& plan, bool private_files, Time now);

// The text in the place of what was there (nothing: no file), or no file any more; with mode and
// owner of the file, links followed. False: somebody has changed it meanwhile, and it is left.
Result<bool> exchange_text(const std::filesystem::path& file,
                           const std::optional<std::string>& before,
                           const std::optional<std::string>& after, bool private_files);

// Removes files that an exchange has left next to its target when it was killed; `file`: of this
// target alone.
void remove_leftovers(const std::filesystem::path& folder, std::string_view file);

// Lines that differ, with three lines around them, as `diff -u` writes them; empty: nothing
// differs.
std::string unified_diff(const std::string& name, const std::string& before,
                         const std::string& after);

}  // namespace aim::install
