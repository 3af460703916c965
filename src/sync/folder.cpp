#include "sync/folder.h"

#include <system_error>

#include "base/file.h"

namespace aim::sync {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{4} << 30U;

}  // namespace

bool is_named(std::string_view name, std::string_view ending, std::string_view own) {
  return name.size() >= name_digits + ending.size() && name.ends_with(ending) &&
         name.substr(0, name_digits).find_first_not_of("0123456789abcdef") == name.npos &&
         (own.empty() || name.starts_with(own));
}

Result<std::vector<FileInFolder>> DiskFolder::list() {
  std::vector<FileInFolder> files;
  std::error_code error;
  for (std::filesystem::directory_iterator each(path_, error), end; !error && each != end;
       each.increment(error)) {
    std::error_code gone;
    if (each->is_regular_file(gone))
      files.push_back({each->path().filename().string(), each->file_size(gone)});
  }
  if (error)
    return Failure(unavailable("the folder " + path_.string() + " cannot be read",
                               "mount or plug in what holds it, then sync again"));
  std::ranges::sort(files, {}, &FileInFolder::name);
  return files;
}

Result<std::string> DiskFolder::read(const std::string& name) {
  return read_regular_file(path_ / name, max_file_bytes);
}

Result<void> DiskFolder::write(const std::string& name, std::string_view bytes) {
  return replace_file(path_ / name, bytes);
}

Result<void> DiskFolder::remove(const std::string& name) {
  std::error_code error;
  std::filesystem::remove(path_ / name, error);
  if (error)
    return Failure(
        unavailable("a file of the folder " + path_.string() + " cannot be removed", {}));
  return {};
}

}  // namespace aim::sync
