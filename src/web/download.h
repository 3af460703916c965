// A file from the web: whole and as expected, or not there at all.
// Resumes what an earlier run began (FILE.part), and goes on after a break as long as each try
// brings something. The SHA-256 is taken while writing; what does not match it is removed.
// Knows: HTTP(S) through libcurl. Must not know: what the file is for.
// Errors: validation_failed (the address), not_found (404), unavailable (everything else), each
// with what to do.
// Threads: any; one download a file at a time (the caller's lock).
#pragma once
#include <filesystem>

#include "web/transfer.h"

namespace aim::web {

struct Expected {
  std::string sha256;       // 64 lower-case digits; empty: checked by the caller, not resumed
  std::uint64_t bytes = 0;  // 0: not known beforehand
  std::uint64_t most = 0;   // when the number is not known
};

Result<void> download(const std::string& url, const std::filesystem::path& file,
                      const Expected& expected, std::chrono::seconds timeout,
                      const Progress& progress = {});

}  // namespace aim::web
