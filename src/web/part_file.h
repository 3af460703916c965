// A file that is still arriving: what is there so far, with its hash, so that a later run goes on
// where this one ended. It takes its name only when it is whole; until then it is FILE.part.
// Errors: unavailable with the reason, a full disk among them.
#pragma once
#include <filesystem>

#include "base/hash.h"
#include "base/result.h"

namespace aim::web {

class PartFile {
 public:
  // Opens FILE.part or makes it, 0600. What is there already is read, for the hash.
  static Result<PartFile> open(const std::filesystem::path& file);
  PartFile(PartFile&& other) noexcept;
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile();

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
  PartFile(std::filesystem::path file, int descriptor);
  Result<void> read_what_is_there();
  Failure failed(std::string_view verb) const;

  std::filesystem::path file_, part_;
  int descriptor_;
  std::uint64_t size_ = 0;
  Sha256 hash_;
};

}  // namespace aim::web
