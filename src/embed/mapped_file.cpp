#include "embed/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace aim::embed {
namespace {

[[maybe_unused]] constexpr std::uintptr_t page = 4096;

Failure failed(const std::filesystem::path& file, int number) {
  if (number == ENOENT)
    return Failure(missing("no such file: " + file.string()));
  return Failure(
      unavailable("cannot read " + file.string() + ": " + std::generic_category().message(number),
                  "check that the file exists and that you may read it"));
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (opened < 0)
    return failed(file, errno);
  struct stat status {};
  int problem = ::fstat(opened, &status) == 0 ? 0 : errno;
  if (problem == 0 && !S_ISREG(status.st_mode))
    problem = EINVAL;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* begin = nullptr;
  if (problem == 0 && size > 0) {
    begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened, 0);
    problem = begin == MAP_FAILED ? errno : 0;
  }
  ::close(opened);
  if (problem != 0)
    return failed(file, problem);
  return MappedFile({static_cast<const char*>(begin), size});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile::~MappedFile() {
  if (!bytes_.empty())
    ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

void MappedFile::populate(std::string_view part) const {
#ifdef MADV_POPULATE_READ
  const auto begin = reinterpret_cast<std::uintptr_t>(part.data()) & ~(page - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size());
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_READ);
#else
  static_cast<void>(part);
#endif
}

}  // namespace aim::embed
