// Untrusted zip archives, read entry by entry as a stream: nothing is unpacked to a disk here.
// Headers of an archive are not trusted: names that lead out of it refuse the whole of it, an entry
// that has more or fewer bytes than it says, that is folded more tightly than deflate can, or whose
// check sum is wrong is an error. Knows: bytes. Must not know: what the entries are. Errors:
// validation_failed, a sentence that begins with the archive's path. Threads: one at a time.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim {

// Whether it begins as a zip archive does.
bool is_zip(const std::filesystem::path& file);

// The text of gzip bytes of this program; empty for others.
std::string gunzip(std::string_view bytes);

struct ZipEntry {
  std::string name;  // with slashes; ends in one for a folder; never leads out; any bytes otherwise
  std::uint64_t bytes = 0, packed_bytes = 0;  // as the archive says
  bool readable = true;                 // neither encrypted nor packed in a way that is not known
  std::uint64_t place = 0, number = 0;  // in the archive's directory

  // More tightly than deflate can: the sizes lie, or it is a bomb.
  bool folded_too_tightly() const;
};

class ZipFile {
 public:
  static Result<ZipFile> open(const std::filesystem::path& file);

  // Every entry, in the archive's order. Errors: more than `most`; damage; a name that leads out of
  // the archive.
  Result<void> list(std::uint64_t most,
                    const std::function<Result<void>(ZipEntry entry)>& take) const;

  // The content in pieces, the check sum looked at behind the last. Errors: also whatever `take`
  // returned.
  Result<void> read(const ZipEntry& entry,
                    const std::function<Result<void>(std::string_view piece)>& take) const;

 private:
  ZipFile(std::filesystem::path file, void* opened);
  Failure refused(std::string_view what) const;
  Result<ZipEntry> current() const;

  struct Close {
    void operator()(void* opened) const;
  };
  std::filesystem::path file_;
  std::unique_ptr<void, Close> archive_;
};

}  // namespace aim
