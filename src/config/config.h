// Settings: config.toml and the environment, read once into one struct (F1). Defaults are the
// members' initial values. An unknown key or a bad value is an error that names file, line and key,
// and the nearest known key.
// Knows: TOML (toml++ in toml.cpp only), XDG paths.
// Must not know: the modules that are set up from it; app/wire.cpp hands each its own options.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "config/values.h"

namespace aim {

std::span<const ConfigKey> config_keys();
// The values of a type that reads "one of a, b, c" or "true or false"; none of any other.
std::vector<std::string_view> choices_of(std::string_view type);

// Parses TOML text; `file` is for messages. The first of several faults in the file is reported.
// Paths in the result are absolute: "~/" has become the home directory.
Result<Config> parse_config(std::string_view toml, std::string_view file);

// Whether a text is TOML at all, whatever its keys: for files of others. Errors: line and column.
Result<void> check_toml(std::string_view toml);

// The value of "features.hooks" or the like in another program's file: unset if it is neither true
// nor false, or the text is unreadable.
std::optional<bool> toml_truth(std::string_view toml, std::string_view path);

// A file as it was read, for those who show and change it.
struct ConfigText {
  // Where a key's value stands: lines and characters count from 1, the end is behind the last.
  struct Place {
    std::size_t line = 0, column = 0, end_line = 0, end_column = 0;
  };
  Config config;
  std::vector<std::optional<Place>> places;  // one a key of config_keys(); unset: not in the file
};
Result<ConfigText> read_config_text(std::string_view toml, std::string_view file);

// The value of a key as TOML text; empty: unset.
std::string config_value(const Config& config, std::string_view path);

// The text with one value changed or added; comments and order stay. `value` as people write it,
// texts without quotes. Errors: as parse_config() refuses keys and values, without a line; the text
// itself is refused; the key's section is written so that nothing can be added to it.
Result<std::string> with_config_value(std::string_view toml, std::string_view file,
                                      std::string_view path, std::string_view value);

// config.toml as it is; empty without a file.
Result<std::string> config_file_text();

// ~/.local/share/vector-memory-mcp (XDG_DATA_HOME): what the profile vector-memory keeps for a
// user. Empty when the environment names no home.
std::filesystem::path vector_memory_folder();

// Reads config_path(). No file, or AI_MEMORY_NO_CONFIG=1: the defaults.
// A file larger than 1 MiB is refused; so is having neither HOME nor XDG_CONFIG_HOME.
Result<Config> load_config();

// ~/.config/ai-memory/config.toml (XDG_CONFIG_HOME). Empty when the environment names no home.
std::filesystem::path config_path();

// ~/.local/share/ai-memory/ai-memory.db (XDG_DATA_HOME) (S15). Empty when the environment names no
// home.
std::filesystem::path default_database_path();

// ~/.local/share/ai-memory/models (XDG_DATA_HOME). Empty when the environment names no home.
std::filesystem::path default_models_folder();

// ~/.local/state/ai-memory (XDG_STATE_HOME). Empty when the environment names no home.
std::filesystem::path default_state_folder();

// ~/.local/share/ai-memory/identity (XDG_DATA_HOME). Empty when the environment names no home.
std::filesystem::path default_identity_file();

// The configured database, or the default one. Errors: there is neither, as the environment names
// no home.
Result<std::filesystem::path> database_path(const Config& config);

}  // namespace aim
