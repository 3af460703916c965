#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "base/platform/file_system.h"
#include "base/platform/system.h"

namespace aim {

namespace {

constexpr mode_t private_file_mode = 0600;
constexpr mode_t private_folder_mode = 0700;

// "cannot <verb> <path>: Permission denied".
Failure failed(std::string_view verb, const std::filesystem::path& path, std::error_code error) {
  std::string message("cannot ");
  message.append(verb).append(" ").append(path.string()).append(": ").append(error.message());
  return Failure(unavailable(std::move(message),
                             this_system == System::windows && !is_path_on_windows(path.string())
                                 ? other_name_on_windows
                                 : "check that the path exists and that you may use it"));
}

// From errno; to be called right after the failure.
Failure failed(std::string_view verb, const std::filesystem::path& path) {
  return failed(verb, path, std::error_code(errno, std::generic_category()));
}

// open() until no signal interrupts it.
int open_file(const std::filesystem::path& file, int flags) {
  int number = -1;
  do {
    number = ::open(file.c_str(), flags | O_CLOEXEC, private_file_mode);
  } while (number < 0 && errno == EINTR);
  return number;
}

Result<void> write_and_rename(const std::string& beside, int opened,
                              const std::filesystem::path& target, std::string_view content,
                              Durable durable) {
  Descriptor descriptor(opened);
  if (!write_all(opened, content) || (durable == Durable::yes && ::fsync(opened) != 0) ||
      !descriptor.close())
    return failed("write", target);
  if (const auto error = rename_over(beside, target))
    return failed("replace", target, error);
  return {};
}

}  // namespace

bool path_exists(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown);
}

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> entries;
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    entries.push_back(each->path());
  std::ranges::sort(entries);
  return entries;
}

Result<void> make_private_folder(const std::filesystem::path& folder) {
  if (folder.empty() || ::mkdir(folder.c_str(), private_folder_mode) == 0)
    return {};
  if (errno == ENOENT) {
    const auto parent =
        folder.has_filename() ? folder.parent_path() : folder.parent_path().parent_path();
    if (!parent.empty() && parent != folder) {
      TRY_VOID(make_private_folder(parent));
      if (::mkdir(folder.c_str(), private_folder_mode) == 0)
        return {};
    }
  }
  // Whatever mkdir disliked (it exists, it lies on a read-only disk), a folder that is there is
  // what was asked for.
  const int reason = errno;
  struct stat status {};
  const bool exists = ::stat(folder.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return {};
  errno = exists ? ENOTDIR : reason;
  return failed("create the folder", folder);
}

Result<void> make_private_file(const std::filesystem::path& file) {
  const Descriptor opened(open_file(file, O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY));
  if (!opened.valid() && errno != EEXIST)
    return failed("create", file);
  return {};
}

namespace {

Result<std::string> read_opened(const Descriptor& opened, const std::filesystem::path& file,
                                std::size_t max_bytes) {
  if (!opened.valid()) {
    if (errno == ENOENT)
      return Failure(missing("no such file: " + file.string()));
    return failed("read", file);
  }
  // The size the system reports is only a hint: pipes have none, and a file may grow meanwhile.
  struct stat status {};
  std::size_t step = 4096;
  if (::fstat(opened.number(), &status) == 0 && status.st_size > 0)
    step = std::min(static_cast<std::size_t>(status.st_size), max_bytes) + 1;
  std::string content;
  for (std::size_t used = 0;;) {
    content.resize(used + step);
    const ssize_t got = ::read(opened.number(), content.data() + used, step);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return failed("read", file);
    used += static_cast<std::size_t>(got);
    if (used > max_bytes)
      return Failure(invalid("the file " + file.string() + " is larger than " +
                             std::to_string(max_bytes) + " bytes, which is the most that is read"));
    if (got == 0) {
      content.resize(used);
      return content;
    }
    step = std::min(std::max<std::size_t>(used, 4096), max_bytes - used + 1);
  }
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& file, std::size_t max_bytes) {
  return read_opened(Descriptor(open_file(file, O_RDONLY | O_NOCTTY)), file, max_bytes);
}

Result<std::string> read_regular_file(const std::filesystem::path& file, std::size_t max_bytes) {
  // Without O_NONBLOCK the opening of a pipe would wait for somebody who writes.
  const Descriptor opened(open_file(file, O_RDONLY | O_NOCTTY | O_NONBLOCK));
  struct stat status {};
  if (opened.valid() && (::fstat(opened.number(), &status) != 0 || !S_ISREG(status.st_mode)))
    return Failure(invalid(file.string() + " is no regular file"));
  return read_opened(opened, file, max_bytes);
}

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno != EINTR)
      return false;
    content.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  return true;
}

std::filesystem::path link_target(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_symlink(file, error))
    return file;
  auto target = std::filesystem::weakly_canonical(file, error);
  return error ? file : target;
}

Result<void> replace_file(const std::filesystem::path& file, std::string_view content,
                          Durable durable) {
  const std::filesystem::path target = link_target(file);
  std::string beside =
      (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
  const int opened = ::mkostemp(beside.data(), O_CLOEXEC);  // 0600 by itself
  if (opened < 0)
    return failed("write", file);
  auto replaced = write_and_rename(beside, opened, target, content, durable);
  if (!replaced) {
    ::unlink(beside.c_str());
    return replaced;
  }
  if (durable == Durable::yes && !sync_folder(target.parent_path()))
    return failed("sync the folder of", file);
  return {};
}

// File systems that cannot sync a folder say EINVAL.
bool sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(::open((folder.empty() ? std::filesystem::path(".") : folder).c_str(),
                                 O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.valid() && (::fsync(opened.number()) == 0 || errno == EINVAL);
}

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  std::string name = (folder / "ai-memory-XXXXXX").string();
  if (error || !::mkdtemp(name.data()))
    return Failure(unavailable("no temporary folder can be made",
                               "name a folder that can be written in TMPDIR"));
  return TemporaryFolder(std::filesystem::path(name));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!path_.empty())
    std::filesystem::remove_all(path_, error);
}

}  // namespace aim
