// The files below a folder that are to be indexed, as the disk has them: Markdown, regular, the
// user's own, not hidden, not in node_modules, not named by an .indexignore (mine/ignore_rules.h).
// Symbolic links are neither followed nor read, unless the walk is allowed to: then those that lead
// out of the folder are, each place once.
// Knows: folders. Must not know: what is made of the files.
// Threads: one.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "mine/ignore_rules.h"

namespace aim::jobs::index {

// Stamp that shows a file as unchanged without reading it.
struct FileSign {
  std::uint64_t size = 0, inode = 0;
  std::int64_t changed_at = 0;  // ns since 1970
  friend bool operator==(const FileSign&, const FileSign&) = default;
};

inline constexpr std::size_t max_files = 100'000, max_depth = 64;

class Walk {
 public:
  Walk(std::filesystem::path folder, bool follow_links)
      : folder_(std::move(folder)), follow_links_(follow_links) {}

  // Paths are from the folder, with slashes; "" is the folder itself. `enter` is called for a
  // folder before it is read.
  struct Take {
    std::function<void(const std::string& path)> enter;
    std::function<void(const std::string& path, const FileSign& sign)> file;
  };
  // All below `from`, in no order, the first 100,000 files. False: there were more. Errors: the
  // folder itself cannot be read.
  Result<bool> run(const std::string& from, const Take& take);

  // By its name and the rules of the folders above it, as they were when they were last walked.
  bool wants_folder(std::string_view path) const { return wants(path, true); }
  bool wants_file(std::string_view path) const;
  // Stamp of a wanted file; nothing: it does not exist, or is not wanted.
  std::optional<FileSign> sign_of(const std::string& path) const;

  // Whole, as of this sign. Errors: not_found when it is not that file (any more); unavailable.
  Result<std::string> read(const std::string& path, const FileSign& sign) const;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path full(std::string_view path) const {
    return path.empty() ? folder_ : folder_ / path;
  }

 private:
  bool wants(std::string_view path, bool is_folder) const;
  void read_rules(const std::string& folder);
  bool leads_out(const std::filesystem::path& link);

  std::filesystem::path folder_;
  const bool follow_links_;
  std::map<std::filesystem::path, std::filesystem::path> linked_;  // followed links, and whereto
  std::map<std::string, mine::IgnoreRules, std::less<>> rules_;  // by folder, where there are some
};

inline constexpr std::string_view ignore_file = ".indexignore";

}  // namespace aim::jobs::index
