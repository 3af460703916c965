#include "store/sqlite/repair/beside.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/timestamp.h"

namespace aim::store::sqlite {

std::string stamp(Time time) {
  std::string text = format_rfc3339(time).substr(0, 19);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  std::replace(text.begin(), text.end(), 'T', '-');
  return text;
}

void sync_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0)
    return;
  ::fsync(opened);
  ::close(opened);
}

}  // namespace aim::store::sqlite
