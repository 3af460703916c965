#include "profile/mudpuppy_file.h"

#include <boost/json.hpp>

#include "base/file.h"
#include "text/json_text.h"

namespace aim::profile {
namespace {

constexpr std::size_t max_bytes = 1'048'576;

using text::object_at;

Result<std::optional<double>> weight_at(const json::object& weights, std::string_view name) {
  const json::value* value = weights.if_contains(name);
  if (!value || value->is_null())
    return std::optional<double>();
  const double number = value->is_number() ? value->to_number<double>() : -1;
  if (number < 0 || number > 1)
    return Failure(refuse("memory.hybridWeights." + std::string(name),
                          "must be a number from 0 to 1; got " + text::compact(*value)));
  return std::optional(number);
}

}  // namespace

Result<MudpuppyFile> parse_mudpuppy_file(std::string_view text) {
  MudpuppyFile said;
  const json::value all = TRY(text::parse_json(text));
  if (!all.is_object())
    return Failure(refuse("the file", "must hold a JSON object"));
  const json::object* memory = object_at(all.get_object(), "memory");
  if (!memory)
    return said;
  if (const json::object* weights = object_at(*memory, "hybridWeights")) {
    said.vector_weight = TRY(weight_at(*weights, "vector"));
    said.keyword_weight = TRY(weight_at(*weights, "keyword"));
  }
  if (const json::value* index = memory->if_contains("autoIndex"); index && !index->is_null()) {
    if (!index->is_bool())
      return Failure(
          refuse("memory.autoIndex", "must be true or false; got " + text::compact(*index)));
    said.auto_index = index->get_bool();
  }
  if (const json::value* interval = memory->if_contains("indexInterval");
      interval && !interval->is_null()) {
    const double number = interval->is_number() ? interval->to_number<double>() : -1;
    if (number < 100 || number > 3'600'000)
      return Failure(refuse(
          "memory.indexInterval",
          "must be a number of milliseconds from 100 to 3600000; got " + text::compact(*interval)));
    said.index_interval_ms = number;
  }
  if (const json::value* model = memory->if_contains("embeddingModel");
      model && model->is_string()) {
    const std::string_view name = model->get_string();
    said.model = name.substr(name.rfind('/') + 1);
  }
  if (const json::value* provider = memory->if_contains("embeddingProvider");
      provider && provider->is_string()) {
    const std::string_view name = provider->get_string();
    said.no_model = name == "none";
    if (name == "openai")
      return Failure(refuse("memory.embeddingProvider",
                            "must be local or none: vectors are made on this machine only"));
  }
  return said;
}

Result<MudpuppyFile> read_mudpuppy_file(const std::filesystem::path& file) {
  std::error_code
      ignored;  // a file without status cannot be read either: read_file reports the reason
  if (std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found)
    return MudpuppyFile{};
  auto said = parse_mudpuppy_file(TRY(read_file(file, max_bytes)));
  if (!said) {
    Error error = said.error();
    error.message.insert(0, file.string() + ": ");
    return Failure(std::move(error));
  }
  return said;
}

}  // namespace aim::profile
