// A file as memory that all processes share: opening costs no reading.
// Knows: files. Must not know: what lies in them. Files of ours are replaced by renaming, never cut
// while they are mapped.
// Threads: all functions from any thread. Errors: unavailable or not_found, naming the file.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim::embed {

class MappedFile {
 public:
  static Result<MappedFile> open(const std::filesystem::path& file);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  std::string_view bytes() const { return bytes_; }

  // Asks for the pages from `from` on at once, which is cheaper than one by one. Only a hint.
  void populate(std::string_view part) const;

 private:
  explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}
  std::string_view bytes_;
};

}  // namespace aim::embed
