// What an export lies in: a file, a folder or a zip archive, behind one small interface: its files
// by name, and the text of each as it streams by, as UTF-8 (mine/decoder.h). Links are not
// followed, nothing outside of the folder or archive is read, nothing is written. Knows: files.
// Must not know: what is in them. Errors: not_found, unavailable or validation_failed, naming the
// path. Threads: one at a time.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "base/zip.h"

namespace aim::mine {

struct SourceFile {
  std::string name;         // from the top, with slashes; of a single file: its own name
  std::uint64_t bytes = 0;  // as the folder or archive says

  std::string_view base_name() const;  // behind the last slash
  std::string_view folder() const;     // up to it; empty at the top
};

using Files = std::vector<const SourceFile*>;  // of one Source

class Source {
 public:
  using Take = std::function<Result<void>(std::string_view piece)>;

  static Result<Source> open(const std::filesystem::path& path);

  // By name. Entries that systems add ("__MACOSX/", "._x", ".git/") are left out.
  const std::vector<SourceFile>& files() const { return files_; }
  const SourceFile* find(std::string_view name) const;
  // Files that are not to be read; pointers to files are no longer valid.
  void leave_out(const std::function<bool(const SourceFile& file)>& unwanted);
  // Files that are not in an archive are read from here on.
  void begin_at(std::uint64_t offset) { begin_at_ = offset; }
  std::uint64_t bytes() const;  // of all files
  // Where a file lies; empty: in an archive.
  std::filesystem::path path_of(const SourceFile& file) const;
  // The name of the folder it lies in; of one at the top of an archive the archive's.
  std::string folder_name(const SourceFile& file) const;
  // The text of a small file that a program keeps near a session's, by its path from there; empty
  // without such a file. A session that is named alone has it, too.
  std::string text_beside(const SourceFile& file, const std::filesystem::path& relative) const;

  Result<void> read(const SourceFile& file, const Take& take) const;
  // Whole file; refused past `max_bytes`.
  Result<std::string> read_whole(const SourceFile& file, std::size_t max_bytes) const;
  // At most `max_bytes` of its beginning.
  Result<std::string> beginning(const SourceFile& file, std::size_t max_bytes) const;

 private:
  explicit Source(std::filesystem::path path) : path_(std::move(path)) {}
  Result<void> list_folder();
  Result<void> list_archive();
  Result<void> read_bytes(const SourceFile& file, const Take& take) const;
  Result<void> read_plain(const std::filesystem::path& path, const Take& take) const;

  std::filesystem::path path_;
  std::optional<ZipFile> zip_;
  bool is_folder_ = false;
  std::uint64_t begin_at_ = 0;
  std::vector<SourceFile> files_;
  std::vector<ZipEntry> entries_;              // of the archive, in the order of files_
  mutable std::set<std::string> other_texts_;  // files in other encodings, which the log names once
};

}  // namespace aim::mine
