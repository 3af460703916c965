// Releases as install.sh and `upgrade` find them: a folder in the web with packages and SHA256SUMS,
// whose lines name the versions that are there.
// Pure. Must not know: how files are fetched.
#pragma once
#include "base/std.h"

namespace aim::app {

struct ReleasedBundle {
  std::string version, file, sha256;
};

// The bundle (.mcpb, a zip archive with the program) of the highest version for a platform
// ("linux-x86_64") in the text of SHA256SUMS.
std::optional<ReleasedBundle> newest_bundle(std::string_view sums, std::string_view platform);

// Whether a version of numbers and points is higher than another: 0.10.0 than 0.9.3.
bool is_higher(std::string_view version, std::string_view other);

}  // namespace aim::app
