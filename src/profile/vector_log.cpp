#include <fcntl.h>
#include <unistd.h>

#include <system_error>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "profile/vector_tools.h"

namespace aim::profile {
namespace {

constexpr std::uintmax_t max_bytes = std::uintmax_t{1} << 20;
constexpr int kept = 4;
constexpr std::size_t max_message = 500;

fs::path numbered(const fs::path& file, int number) {
  return file.string() + "." + std::to_string(number);
}

void turn_over(const fs::path& file) {
  std::error_code ignored;
  if (fs::file_size(file, ignored) < max_bytes || ignored)
    return;
  for (int number = kept; number > 1; --number)
    fs::rename(numbered(file, number - 1), numbered(file, number), ignored);
  fs::rename(file, numbered(file, 1), ignored);
}

}  // namespace

void write_vector_log(const fs::path& file, std::string_view level, std::string_view tool,
                      std::string_view type, std::string_view message) {
  std::string line(tool);
  line.append(" ").append(type).append(" ").append(utf8::excerpt(message, max_message));
  if (file.empty())
    return log::write(level == "ERROR" ? log::Level::error : log::Level::warn, line);
  if (!make_private_folder(file.parent_path()))
    return;
  turn_over(file);
  line = format_rfc3339(SystemClock().now()) + " " + std::string(level) + " " + line + "\n";
  constexpr mode_t for_its_owner = 0600;
  const int opened =
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, for_its_owner);
  if (opened < 0)
    return;
  (void)!::write(opened, line.data(), line.size());
  ::close(opened);
}

}  // namespace aim::profile
