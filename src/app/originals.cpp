#include "app/originals.h"

#include <filesystem>

#include "app/wire.h"
#include "base/environment.h"

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

namespace {

// Folders that may hold the package: of installations for all, of the user, of each run by npx.
std::vector<fs::path> package_folders() {
  std::vector<fs::path> folders;
  for (const char* each : {"/usr/lib", "/usr/local/lib", "/opt/homebrew/lib", "~/.npm-global/lib"})
    folders.push_back(expanded_path(each));
  std::error_code unreadable;
  for (const char* parent : {"~/.npm/_npx", "~/.nvm/versions/node"})
    for (const auto& each : fs::directory_iterator(expanded_path(parent), unreadable)) {
      folders.push_back(each.path());
      folders.push_back(each.path() / "lib");
    }
  return folders;
}

}  // namespace

fs::path server_memory_file() {
  if (const std::string_view named = environment("MEMORY_FILE_PATH"); !named.empty())
    return expanded_path(named);
  fs::path newest;
  fs::file_time_type written = fs::file_time_type::min();
  for (const fs::path& folder : package_folders())
    for (const char* name : {"memory.jsonl", "memory.json"}) {
      const fs::path file = folder / "node_modules/@modelcontextprotocol/server-memory/dist" / name;
      std::error_code error;
      const auto time = fs::last_write_time(file, error);
      if (error || time <= written)
        continue;
      newest = file;
      written = time;
    }
  return newest;
}

}  // namespace aim::app
