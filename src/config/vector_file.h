// config.json of the profile vector-memory, as its users have it: each of its keys has a place
// among ours, which overrides it (J9).
// Knows: that file and the names of our keys. Must not know: what the values are for.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "config/config.h"

namespace aim {

struct VectorFile {
  struct Value {
    std::string_view path;  // our key: "vector_memory.default_limit"
    std::string key;        // key of the file: "retrieval.default_limit"
    std::string text;       // as with_config_value() takes it
  };
  std::string file;
  std::vector<Value> values;
  std::vector<std::string> warnings;  // unknown keys
};

// Errors: it, or a section, is not a JSON object; the message names the file and the key.
Result<VectorFile> parse_vector_file(std::string_view text, std::string_view file);
// config.json in vector_memory_folder(). No file, or AI_MEMORY_NO_CONFIG=1: nothing is said.
Result<VectorFile> read_vector_file();

// The settings of a text of config.toml, with what the other file says where that is silent.
// `from`, when given, gets the places in that file that were taken, one a key of config_keys();
// empty: none. Errors: a value that the key does not take.
Result<ConfigText> with_vector_file(std::string_view toml, std::string_view toml_file,
                                    const VectorFile& other,
                                    std::vector<std::string>* from = nullptr);

// As load_config(), for that profile; warnings of the file go to the log.
Result<Config> load_with_vector_file();

}  // namespace aim
