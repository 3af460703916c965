#include "app/originals.h"

#include <array>
#include <filesystem>
#include <string_view>

#include "app/wire.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;

struct Original {
  std::string_view folder, program;
};
constexpr std::array<Original, 3> originals{{{"~/.vector-memory", "vector-memory"},
                                             {"~/.mudpuppy/data", "mudpuppy"},
                                             {"~/.matrioshka-brain", "matrioshka-brain"}}};

bool holds_anything(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder, error) && !fs::is_empty(folder, error) && !error;
}

}  // namespace

std::vector<std::string> told_of_originals() {
  std::vector<std::string> told;
  for (const Original& each : originals)
    if (holds_anything(expanded_path(std::string(each.folder))))
      told.push_back(std::string(each.folder) + " holds memories of " + std::string(each.program) +
                     ": take them in with: ai-memory import --from " + std::string(each.program) +
                     " " + std::string(each.folder));
  return told;
}

}  // namespace aim::app
