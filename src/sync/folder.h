// The folder that devices share, by a cloud drive, a stick, a clone: files come in any order, late,
// twice, half, under other names. A name is the file's own, 32 hexadecimal digits, then what others
// may have put there (" (1)", ".sync-conflict-…"), then its kind.
// Knows: files. Must not know: what is in them.
// Threads: one an object.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim::sync {

inline constexpr std::string_view card_ending = ".card", piece_ending = ".part",
                                  key_ending = ".keys";
inline constexpr std::size_t name_digits = 32;

struct FileInFolder {
  std::string name;
  std::uint64_t bytes = 0;
};
// Whether it can be a file of that kind, and, with `own`, of that name.
bool is_named(std::string_view name, std::string_view ending, std::string_view own = {});

class Folder {
 public:
  virtual ~Folder() = default;
  // By name. Errors: unavailable when the folder is not there, as a stick that is not plugged in.
  virtual Result<std::vector<FileInFolder>> list() = 0;
  // Errors: not_found, unavailable.
  virtual Result<std::string> read(const std::string& name) = 0;
  virtual Result<void> write(const std::string& name, std::string_view bytes) = 0;
  virtual Result<void> remove(const std::string& name) = 0;
};

class DiskFolder final : public Folder {
 public:
  explicit DiskFolder(std::filesystem::path path) : path_(std::move(path)) {}
  Result<std::vector<FileInFolder>> list() override;
  Result<std::string> read(const std::string& name) override;
  Result<void> write(const std::string& name, std::string_view bytes) override;
  Result<void> remove(const std::string& name) override;

 private:
  std::filesystem::path path_;
};

}  // namespace aim::sync
