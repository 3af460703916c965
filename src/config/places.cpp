// Where the settings and all that the program keeps lie: the folders of the XDG specification, and
// config.toml read from its.
#include <system_error>

#include "base/environment.h"
#include "base/file.h"
#include "config/config.h"
#include "memory/names.h"
#include "memory/rules.h"

namespace aim {
namespace {

constexpr std::size_t max_file_bytes = 1'048'576;

// $XDG_…_HOME/ai-memory, or its place in HOME. A relative path in either is ignored, as the XDG
// specification asks.
std::filesystem::path xdg_folder(const char* variable, std::string_view below_home) {
  if (const std::filesystem::path folder = environment(variable); folder.is_absolute())
    return folder / "ai-memory";
  if (const std::filesystem::path home = environment("HOME"); home.is_absolute())
    return home / below_home / "ai-memory";
  return {};
}

// Empty: no folder is known.
std::filesystem::path place_in_data(std::string_view name) {
  const auto folder = xdg_folder("XDG_DATA_HOME", ".local/share");
  return folder.empty() ? folder : folder / name;
}

Error no_home(std::string_view what, std::string_view variable, std::string_view way_out) {
  Error error =
      unavailable(std::string("no folder is known for ").append(what), std::string(way_out));
  error.message.append(": neither HOME nor ").append(variable);
  error.message.append(" is set to an absolute path");
  return error;
}

}  // namespace

std::filesystem::path config_path() {
  const auto folder = xdg_folder("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? folder : folder / "config.toml";
}

std::filesystem::path default_database_path() {
  return place_in_data("ai-memory.db");
}

std::filesystem::path vector_memory_folder() {
  const auto folder = xdg_folder("XDG_DATA_HOME", ".local/share");
  return folder.empty() ? folder : folder.parent_path() / "vector-memory-mcp";
}

std::filesystem::path default_models_folder() {
  return place_in_data("models");
}

std::filesystem::path default_state_folder() {
  return xdg_folder("XDG_STATE_HOME", ".local/state");
}

std::filesystem::path default_identity_file() {
  return place_in_data("identity");
}

Result<std::filesystem::path> database_path(const Config& config) {
  if (!config.db.empty())
    return config.db;
  auto path = default_database_path();
  if (!path.empty())
    return path;
  return Failure(helped_by(no_home("the database", "XDG_DATA_HOME", "set HOME or AI_MEMORY_DB"),
                           {"or name its path", Means::option, "db"}));
}

Result<std::string> config_file_text() {
  const auto path = config_path();
  if (path.empty())
    return Failure(no_home("config.toml", "XDG_CONFIG_HOME",
                           "set HOME, or AI_MEMORY_NO_CONFIG=1 to run without settings"));
  std::error_code
      ignored;  // a file without status cannot be read either: read_file reports the reason
  if (std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found)
    return std::string();
  return read_file(path, max_file_bytes);
}

Result<Config> load_config() {
  Config config;
  if (environment("AI_MEMORY_NO_CONFIG") != "1")
    config = TRY(parse_config(TRY(config_file_text()), config_path().string()));
  if (const std::string_view named = environment("AI_MEMORY_FEATURES"); !named.empty()) {
    const auto level = value_of<FeatureTier>(named);
    if (!level)
      return Failure(refuse(
          "AI_MEMORY_FEATURES",
          std::string("must be one of keyword, semantic, smart, autonomous; got \"").append(named) +
              "\""));
    config.tier = *level;
  }
  return config;
}

}  // namespace aim
