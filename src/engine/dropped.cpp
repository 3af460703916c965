#include "engine/dropped.h"

#include <fcntl.h>
#include <unistd.h>

namespace aim::engine {
namespace {

std::filesystem::path file_of(const std::filesystem::path& database, std::string_view what) {
  return database.string().append("-dropped-").append(what);
}

}  // namespace

void count_dropped(const std::filesystem::path& database, std::string_view what, std::size_t count) {
  const int file =
      ::open(file_of(database, what).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0)
    return;
  const std::string marks(count, '.');
  [[maybe_unused]] const auto written = ::write(file, marks.data(), marks.size());
  ::close(file);
}

std::int64_t dropped(const std::filesystem::path& database, std::string_view what) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file_of(database, what), error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

}  // namespace aim::engine
