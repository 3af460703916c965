#include "web/part_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace aim::web {
namespace {

constexpr std::size_t read_at_once = std::size_t{1} << 20;

}  // namespace

Failure PartFile::failed(std::string_view verb) const {
  const int number = errno;
  std::string message("cannot ");
  message.append(verb).append(" ").append(part_.string()).append(": ");
  message.append(std::error_code(number, std::generic_category()).message());
  return Failure(
      unavailable(std::move(message), number == ENOSPC || number == EDQUOT
                                          ? "free some disk space; what has arrived so far is kept"
                                          : "check permissions"));
}

PartFile::PartFile(std::filesystem::path file, int descriptor)
    : file_(std::move(file)), part_(file_.string() + ".part"), descriptor_(descriptor) {}

PartFile::PartFile(PartFile&& other) noexcept
    : file_(std::move(other.file_)),
      part_(std::move(other.part_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      hash_(std::move(other.hash_)) {}

PartFile::~PartFile() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

Result<PartFile> PartFile::open(const std::filesystem::path& file) {
  const std::string part = file.string() + ".part";
  const int descriptor =
      ::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0600);
  PartFile opened(file, descriptor);
  if (descriptor < 0)
    return opened.failed("open");
  TRY_VOID(opened.read_what_is_there());
  return opened;
}

Result<void> PartFile::read_what_is_there() {
  std::vector<char> piece(read_at_once);
  for (;;) {
    const ssize_t got = ::read(descriptor_, piece.data(), piece.size());
    if (got == 0)
      return {};
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return failed("read");
    hash_.add({piece.data(), static_cast<std::size_t>(got)});
    size_ += static_cast<std::uint64_t>(got);
  }
}

Result<void> PartFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return failed("write");
    const auto count = static_cast<std::size_t>(written);
    hash_.add(bytes.substr(0, count));
    size_ += count;
    bytes.remove_prefix(count);
  }
  return {};
}

Result<void> PartFile::restart() {
  if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) != 0)
    return failed("write");
  size_ = 0;
  hash_ = Sha256();
  return {};
}

Result<void> PartFile::keep() {
  if (::fsync(descriptor_) != 0 || ::close(std::exchange(descriptor_, -1)) != 0)
    return failed("write");
  std::error_code error;
  std::filesystem::rename(part_, file_, error);
  if (error) {
    errno = error.default_error_condition().value();
    return failed("rename");
  }
  return {};
}

void PartFile::discard() {
  ::unlink(part_.c_str());
}

}  // namespace aim::web
