// A file from the web: whole and as expected, or not there at all.
// Resumes what an earlier run began (FILE.part), and goes on after a break as long as each try
// brings something. The SHA-256 is taken while writing; what does not match it is removed.
// Knows: HTTP(S) through libcurl. Must not know: what the file is for.
// Errors: validation_failed (the address), not_found (404), unavailable (everything else), each
// with what to do.
// Threads: any; one download a file at a time (the caller's lock).
#pragma once
#include <chrono>
#include <filesystem>

#include "base/file.h"
#include "base/hash.h"
#include "base/result.h"

namespace aim::web {

// A file that is still arriving: what is there so far, with its hash, so that a later run goes
// on where this one ended. It takes its name only when it is whole; until then it is FILE.part.
// Errors: unavailable with the reason, a full disk among them.

class PartFile {
 public:
  // Opens FILE.part or makes it, 0600. What is there already is read, for the hash.
  static Result<PartFile> open(const std::filesystem::path& file);

  std::uint64_t size() const { return size_; }
  Result<void> append(std::string_view bytes);
  // From the beginning.
  Result<void> restart();
  // Of all that has arrived. Ends the hash: only restart(), keep() or discard() may follow.
  std::string sha256() { return hash_.finish_hex(); }
  // Synced to the disk, and named FILE.
  Result<void> keep();
  void discard();

 private:
  PartFile(std::filesystem::path file, Descriptor opened);
  Result<void> read_what_is_there();
  Failure failed(std::string_view verb) const;

  std::filesystem::path file_, part_;
  Descriptor opened_;
  std::uint64_t size_ = 0;
  Sha256 hash_;
};

using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;  // total 0: unknown

struct Expected {
  std::string sha256;       // 64 lower-case digits; empty: checked by the caller, not resumed
  std::uint64_t bytes = 0;  // 0: not known beforehand
  std::uint64_t most = 0;   // when the number is not known
};

Result<void> download(const std::string& url, const std::filesystem::path& file,
                      const Expected& expected, std::chrono::seconds timeout,
                      const Progress& progress = {});

}  // namespace aim::web
