// Files as this program wants them: private (0600 in 0700 folders), replaced atomically, errors as
// sentences.
#pragma once
#include <unistd.h>

#include <filesystem>

#include "base/result.h"
#include "base/std.h"

namespace aim {

namespace fs = std::filesystem;

// Whether something has this path; false also if that is unknown.
bool path_exists(const std::filesystem::path& path);

// Paths of what lies in a folder, in their order; none where it cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

// Creates the folder and its missing parents, the new ones 0700. An existing folder is left as it
// is.
Result<void> make_private_folder(const std::filesystem::path& folder);

// Creates an empty file 0600 if it is missing; an existing one is left as it is.
Result<void> make_private_file(const std::filesystem::path& file);

// Whole file; refused past `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& file, std::size_t max_bytes);

// The same of a regular file only: a pipe or a device in its place is not waited for.
// Errors: also validation_failed for other kinds.
Result<std::string> read_regular_file(const std::filesystem::path& file, std::size_t max_bytes);

// Writes a new file, syncs, renames: readers see the old or the new content, never half of it.
// 0600. Not durable: the disk is not waited for, and a crash of the machine may bring back the old
// content.
enum class Durable { yes, no };
Result<void> replace_file(const std::filesystem::path& file, std::string_view content,
                          Durable durable = Durable::yes);

// Writes all of it, however often the system takes a part. False: errno says why.
bool write_all(int descriptor, std::string_view content);

// Where the content belongs when `file` is a symbolic link: the link stays, what it points at is
// replaced.
std::filesystem::path link_target(const std::filesystem::path& file);

// Makes names that were given or taken in a folder survive a power cut.
// Empty: the working directory. False: it could not be synced, though the file system can do that.
bool sync_folder(const std::filesystem::path& folder);

// A new folder among those for temporary files (TMPDIR, /tmp), for this user alone, that goes with
// all that is in it when the object does.
class TemporaryFolder {
 public:
  // Errors: unavailable where none can be made.
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;  // empty: handed on
};

// An open file: closed by its last owner. -1: none.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  int number() const { return number_; }
  bool valid() const { return number_ >= 0; }
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// Files of secrets that a person has put there: a token, a key.

// As read_file(), and the log says when others on this machine can read it too.
Result<std::string> read_secret_file(const std::filesystem::path& file, std::size_t max_bytes);

// "others on this machine can read …" and what to do; empty: they cannot, or there is no such file.
std::string told_of_others(const std::filesystem::path& file);

// Names of files that Windows takes for something else: for a device (NUL, aux.txt), for a part of
// a file (a:b), or for another name (a dot or a blank at its end).

// Whether Windows has files of this path as it stands. A path that begins with \\?\ is not
// interpreted.
bool is_path_on_windows(std::string_view path);
// Advice for that case.
inline constexpr auto other_name_on_windows =
    "choose a name that is no device (CON, NUL, COM1), has none of :*?\"<>| and does not end with "
    "a dot or a blank";

}  // namespace aim
