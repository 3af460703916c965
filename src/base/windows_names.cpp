#include "base/ascii.h"
#include "base/file.h"

namespace aim {
namespace {

constexpr std::array<std::string_view, 6> devices{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};

// Also with an ending: NUL.db is the device.
bool is_device(std::string_view name) {
  std::string stem(name.substr(0, name.find('.')));
  stem.resize(stem.find_last_not_of(' ') + 1);
  stem = ascii::upper(stem);
  const bool is_port = stem.size() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT")) &&
                       stem[3] >= '1' && stem[3] <= '9';
  return is_port || std::find(devices.begin(), devices.end(), stem) != devices.end();
}

bool is_name(std::string_view name) {
  if (name.empty() || name == "." || name == "..")
    return true;
  return name.back() != '.' && name.back() != ' ' &&
         name.find_first_of(":*?\"<>|") == std::string_view::npos && !is_device(name);
}

}  // namespace

bool is_path_on_windows(std::string_view path) {
  if (path.starts_with("\\\\?\\") || path.starts_with("//?/"))
    return true;
  if (path.size() >= 2 && path[1] == ':')
    path.remove_prefix(2);
  while (!path.empty()) {
    const size_t end = std::min(path.find_first_of("/\\"), path.size());
    if (!is_name(path.substr(0, end)))
      return false;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return true;
}

}  // namespace aim
