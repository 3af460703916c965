#include "config/vector_file.h"

#include <boost/json.hpp>

#include "base/environment.h"
#include "base/file.h"
#include "base/log.h"
#include "text/edit_distance.h"
#include "text/json_text.h"

namespace aim {
namespace {

constexpr std::size_t max_bytes = 1'048'576;
constexpr std::string_view model_key = "embedding.model", dimension_key = "embedding.dimension",
                           usual_model = "all-MiniLM-L6-v2", usual_dimension = "384";

struct Pair {
  std::string_view key, path;  // path empty: it is only looked at
};
constexpr std::array pairs{
    Pair{model_key, "embedding.model"},
    Pair{dimension_key, ""},
    Pair{"retrieval.default_limit", "vector_memory.default_limit"},
    Pair{"retrieval.session_start_limit", "vector_memory.session_start_limit"},
    Pair{"retrieval.similarity_threshold", "vector_memory.similarity_threshold"},
    Pair{"retrieval.scoring_weights.similarity", "vector_memory.weight_similarity"},
    Pair{"retrieval.scoring_weights.recency", "vector_memory.weight_recency"},
    Pair{"retrieval.scoring_weights.priority", "vector_memory.weight_priority"},
    Pair{"retrieval.scoring_weights.usage", "vector_memory.weight_usage"},
    Pair{"auto_triggers.session_end", "vector_memory.session_end"},
    Pair{"auto_triggers.decision_detection", "vector_memory.decision_detection"},
    Pair{"auto_triggers.error_resolution", "vector_memory.error_resolution"},
    Pair{"deduplication.auto_check", "vector_memory.dedup_auto_check"},
    Pair{"deduplication.similarity_threshold", "vector_memory.dedup_threshold"},
};

Error fault(std::string_view file, std::string_view key, std::string_view what) {
  std::string sentence(file);
  sentence.append(": ").append(key).append(key.empty() ? "" : " ").append(what);
  return {Code::validation_failed, std::move(sentence), std::string(key), {}, {}};
}

bool is_section(std::string_view key) {
  return std::ranges::any_of(pairs, [&](const Pair& each) {
    return each.key.starts_with(key) && each.key.size() > key.size() && each.key[key.size()] == '.';
  });
}

std::string unknown_key(std::string_view file, std::string_view key) {
  std::string sentence(file);
  sentence.append(": the key \"").append(key).append("\" is unknown and was ignored");
  std::vector<std::string_view> known;
  for (const Pair& each : pairs) {
    known.push_back(each.key);
    for (std::size_t dot = each.key.find('.'); dot != each.key.npos;
         dot = each.key.find('.', dot + 1))
      known.push_back(each.key.substr(0, dot));  // the section
  }
  if (const auto near = text::nearest(key, known))
    sentence.append("; did you mean \"").append(*near).append("\"?");
  return sentence;
}

// The name of a model without who publishes it: "Xenova/all-MiniLM-L6-v2".
std::string model_named(const std::string& name) {
  const std::size_t slash = name.find('/');
  const bool is_usual =
      slash != std::string::npos && std::string_view(name).substr(slash + 1) == usual_model;
  return is_usual ? std::string(usual_model) : name;
}

Result<void> read_section(const json::object& section, const std::string& prefix, VectorFile& out) {
  for (const auto& [name, value] : section) {
    const std::string key =
        prefix + std::string(std::string_view(name).substr(0, 100));  // maximum in a sentence
    const auto pair = std::ranges::find(pairs, std::string_view(key), &Pair::key);
    if (pair == pairs.end() && is_section(key)) {
      if (!value.is_object())
        return Failure(fault(out.file, key, "must be an object; got " + text::compact(value)));
      TRY_VOID(read_section(value.get_object(), key + ".", out));
    } else if (pair == pairs.end()) {
      out.warnings.push_back(unknown_key(out.file, key));
    } else if (value.is_object() || value.is_array()) {
      return Failure(fault(out.file, key, "must be a single value; got a list or an object"));
    } else if (!value.is_null()) {
      std::string text = value.is_string() ? std::string(value.get_string()) : text::compact(value);
      if (key == dimension_key && text != usual_dimension)
        out.warnings.push_back(out.file + ": " + key + " is " + text + "; the model's own is used");
      if (key == model_key)
        text = model_named(text);
      if (!pair->path.empty())
        out.values.push_back({pair->path, key, std::move(text)});
    }
  }
  return {};
}

std::size_t index_of(std::string_view path) {
  const auto keys = config_keys();
  return static_cast<std::size_t>(std::ranges::find(keys, path, &ConfigKey::path) - keys.begin());
}

}  // namespace

Result<VectorFile> parse_vector_file(std::string_view text, std::string_view file) {
  VectorFile out;
  out.file = file;
  const auto all = text::parse_json(text);
  if (!all)
    return Failure(fault(file, "", all.error().message));
  if (!all->is_object())
    return Failure(fault(file, "", "must hold a JSON object"));
  TRY_VOID(read_section(all->get_object(), "", out));
  return out;
}

Result<VectorFile> read_vector_file() {
  const auto folder = vector_memory_folder();
  if (folder.empty() || environment("AI_MEMORY_NO_CONFIG") == "1")
    return VectorFile{};
  const auto file = folder / "config.json";
  std::error_code
      ignored;  // a file without status cannot be read either: read_file reports the reason
  if (std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found)
    return VectorFile{};
  return parse_vector_file(TRY(read_file(file, max_bytes)), file.string());
}

Result<ConfigText> with_vector_file(std::string_view toml, std::string_view toml_file,
                                    const VectorFile& other, std::vector<std::string>* from) {
  ConfigText said = TRY(read_config_text(toml, toml_file));
  if (from)
    from->assign(config_keys().size(), {});
  std::string both(toml);
  bool changed = false;
  for (const VectorFile::Value& value : other.values) {
    const std::size_t at = index_of(value.path);
    if (said.places[at])
      continue;
    auto with = with_config_value(both, toml_file, value.path, value.text);
    if (!with) {
      std::string what = with.error().message;
      if (what.starts_with(value.path))
        what.erase(0, value.path.size() + 1);
      return Failure(fault(other.file, value.key, what));
    }
    both = std::move(*with);
    changed = true;
    if (from)
      (*from)[at] = other.file;
  }
  if (changed)
    said.config = TRY(parse_config(both, toml_file));
  return said;
}

Result<Config> load_with_vector_file() {
  if (environment("AI_MEMORY_NO_CONFIG") == "1")
    return Config{};
  const VectorFile other = TRY(read_vector_file());
  for (const std::string& warning : other.warnings) log::warn(warning);
  return TRY(with_vector_file(TRY(config_file_text()), config_path().string(), other)).config;
}

}  // namespace aim
