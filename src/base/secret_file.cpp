#include <sys/stat.h>

#include "base/file.h"
#include "base/log.h"

namespace aim {

Result<std::string> read_secret_file(const std::filesystem::path& file, std::size_t max_bytes) {
  std::string secret = TRY(read_file(file, max_bytes));
  if (const std::string told = told_of_others(file); !told.empty())
    log::warn(told);
  return secret;
}

std::string told_of_others(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || (status.st_mode & 077) == 0)
    return {};
  return "others on this machine can read " + file.string() + "; make it private with: chmod 600 " +
         file.string();
}

}  // namespace aim
