#include "model/wheel.h"

#include <fcntl.h>
#include <minizip/unzip.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <map>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "model/catalog.h"

namespace aim::model {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_entries = 10'000, max_name_bytes = 1'024;
constexpr std::uint64_t mebibyte = 1'048'576;
constexpr std::uint64_t max_ratio = 1'000;  // deflate's own bound is a little more
constexpr std::uint64_t free_of_ratio = 64 * mebibyte;
constexpr std::size_t unpacked_at_once = mebibyte;

struct Wanted {
  std::string_view name;
  std::uint64_t max_bytes;
  bool needed;
};
constexpr std::array wanted{
    Wanted{weights_file, 4'096 * mebibyte, true}, Wanted{settings_file, mebibyte, true},
    Wanted{vocabulary_file, 64 * mebibyte, false}, Wanted{tokenizer_file, 64 * mebibyte, false}};

Failure refused(const fs::path& archive, std::string_view what) {
  return Failure(
      Error{Code::validation_failed,
            archive.native() + " " + std::string(what),
            {},
            "a model's archive has model.safetensors, config.json and vocab.txt in one folder",
            {}});
}

const Wanted* wanted_as(std::string_view name) {
  const auto* found = std::find_if(wanted.begin(), wanted.end(),
                                   [&](const Wanted& each) { return each.name == name; });
  return found == wanted.end() ? nullptr : found;
}

bool leads_out(std::string_view name) {
  if (name.starts_with('/') || name.find('\\') != name.npos || name.find('\0') != name.npos)
    return true;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    if (name.substr(0, end) == "..")
      return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

struct Entry {
  unz64_file_pos at;
  std::uint64_t bytes = 0, packed_bytes = 0;
  bool plain = true;  // neither encrypted nor packed in a way that is not known
};
// The files of a model in one folder of the archive, by name.
using Found = std::map<std::string_view, Entry>;

class Archive {
 public:
  explicit Archive(const fs::path& file)
      : file_(file), archive_(::unzOpen64(file.c_str()), &::unzClose) {}

  Result<void> unpack(const fs::path& folder) {
    if (!archive_)
      return refused(file_, "is no zip archive that can be read");
    const Found found = TRY(find_model());
    TRY_VOID(check_sizes(found, folder));
    for (const Wanted& each : wanted) {
      std::error_code ignored;
      fs::remove(folder / each.name, ignored);
    }
    for (const auto& [name, entry] : found) TRY_VOID(unpack_entry(entry, folder / name));
    return {};
  }

 private:
  Result<Found> find_model() {
    unz_global_info64 info{};
    if (::unzGetGlobalInfo64(archive_.get(), &info) != UNZ_OK)
      return refused(file_, "is damaged");
    if (info.number_entry > max_entries)
      return refused(file_, "has more than 10,000 entries");
    std::map<std::string, Found> folders;
    for (ZPOS64_T left = info.number_entry; left > 0; --left) {
      const bool first = left == info.number_entry;
      if ((first ? ::unzGoToFirstFile(archive_.get()) : ::unzGoToNextFile(archive_.get())) !=
          UNZ_OK)
        return refused(file_, "is damaged");
      TRY_VOID(note_entry(folders));
    }
    return the_only_model(std::move(folders));
  }

  Result<void> note_entry(std::map<std::string, Found>& folders) {
    unz_file_info64 info{};
    std::string name(max_name_bytes, '\0');
    if (::unzGetCurrentFileInfo64(archive_.get(), &info, name.data(), name.size(), nullptr, 0,
                                  nullptr, 0) != UNZ_OK)
      return refused(file_, "is damaged");
    if (info.size_filename >= max_name_bytes)
      return refused(file_, "has an entry with an overlong name");
    name.resize(info.size_filename);
    if (leads_out(name))
      return refused(file_, "has an entry whose name leads out of it; it is not to be trusted");
    const std::size_t slash = name.rfind('/');
    const std::size_t begin = slash == name.npos ? 0 : slash + 1;
    const Wanted* file = wanted_as(std::string_view(name).substr(begin));
    if (file == nullptr)
      return {};
    Entry entry;
    entry.bytes = info.uncompressed_size;
    entry.packed_bytes = info.compressed_size;
    entry.plain = (info.flag & 1U) == 0 &&
                  (info.compression_method == 0 || info.compression_method == Z_DEFLATED);
    if (::unzGetFilePos64(archive_.get(), &entry.at) != UNZ_OK)
      return refused(file_, "is damaged");
    if (!folders[name.substr(0, begin)].emplace(file->name, entry).second)
      return refused(file_, "has two files of one name");
    return {};
  }

  Result<Found> the_only_model(std::map<std::string, Found> folders) const {
    std::erase_if(folders, [](const auto& folder) {
      const Found& found = folder.second;
      return !found.contains(weights_file) || !found.contains(settings_file) ||
             (!found.contains(vocabulary_file) && !found.contains(tokenizer_file));
    });
    if (folders.empty())
      return refused(file_, "carries no model");
    if (folders.size() > 1)
      return refused(file_, "carries several models; unpack it, and import the folder of one");
    return std::move(folders.begin()->second);
  }

  Result<void> check_sizes(const Found& found, const fs::path& folder) const {
    std::uint64_t together = 0;
    for (const auto& [name, entry] : found) {
      if (!entry.plain)
        return refused(file_, "is encrypted or packed in a way that is not known");
      const bool bomb = entry.bytes > free_of_ratio && entry.bytes / max_ratio > entry.packed_bytes;
      if (entry.bytes > wanted_as(name)->max_bytes || bomb)
        return refused(file_, "says that " + std::string(name) + " has " +
                                  std::to_string(entry.bytes) + " bytes, which cannot be");
      together += entry.bytes;
    }
    std::error_code error;
    const auto space = fs::space(folder, error);
    if (!error && space.available < together)
      return Failure(unavailable("unpacking " + file_.native() + " needs " +
                                     std::to_string(together / mebibyte + 1) + " MiB, and only " +
                                     std::to_string(space.available / mebibyte) + " MiB are free",
                                 "make room on the disk"));
    return {};
  }

  Result<void> unpack_entry(const Entry& entry, const fs::path& target) {
    unz64_file_pos at = entry.at;
    if (::unzGoToFilePos64(archive_.get(), &at) != UNZ_OK ||
        ::unzOpenCurrentFile(archive_.get()) != UNZ_OK)
      return refused(file_, "is damaged");
    auto written = write_current(entry, target);
    // Closing checks the CRC of what was read.
    if (::unzCloseCurrentFile(archive_.get()) != UNZ_OK && written)
      return refused(file_, "is damaged");
    return written;
  }

  Result<void> write_current(const Entry& entry, const fs::path& target) {
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
      return cannot_write(target);
    std::vector<char> piece(unpacked_at_once);
    std::uint64_t done = 0;
    Result<void> result;
    while (result) {
      const int got =
          ::unzReadCurrentFile(archive_.get(), piece.data(), static_cast<unsigned>(piece.size()));
      if (got <= 0) {
        if (got < 0 || done != entry.bytes)
          result = refused(file_, "is damaged");
        break;
      }
      done += static_cast<std::uint64_t>(got);
      if (done > entry.bytes)
        result = refused(file_, "is damaged");
      else if (!write_all(descriptor, {piece.data(), static_cast<std::size_t>(got)}))
        result = cannot_write(target);
    }
    ::close(descriptor);
    return result;
  }

  static bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR)
        return false;
      bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return true;
  }

  static Failure cannot_write(const fs::path& target) {
    return Failure(unavailable("cannot write " + target.native() + ": " +
                                   std::error_code(errno, std::generic_category()).message(),
                               "check that there is room and that you may write there"));
  }

  const fs::path& file_;
  std::unique_ptr<void, int (*)(unzFile)> archive_;
};

}  // namespace

bool is_archive(const fs::path& file) {
  std::array<char, 4> begin{};
  std::ifstream opened(file, std::ios::binary);
  opened.read(begin.data(), begin.size());
  return opened &&
         std::string_view(begin.data(), begin.size()) == std::string_view("PK\x03\x04", 4);
}

Result<void> unpack_model(const fs::path& archive, const fs::path& folder) {
  return Archive(archive).unpack(folder);
}

}  // namespace aim::model
