#include "embed/model_folder.h"

#include <boost/json.hpp>
#include <optional>

#include "base/file.h"
#include "embed/vocabulary.h"

namespace aim::embed {
namespace {

namespace json = boost::json;

constexpr std::size_t max_config_bytes = 1 << 20, max_vocabulary_bytes = 64 << 20;
constexpr std::size_t max_pieces = 1 << 20;

Failure refused(std::string_view file, std::string_view what) {
  return Failure(Error{Code::validation_failed,
                       "the model's " + std::string(file) + " " + std::string(what),
                       {},
                       "all-MiniLM-L6-v2 and nomic-embed-text-v1.5 are the models that can be used",
                       {}});
}

Result<json::object> read_object(const std::filesystem::path& file, std::size_t max_bytes) {
  const std::string text = TRY(read_file(file, max_bytes));
  boost::system::error_code failed;
  const json::value value = json::parse(text, failed);
  if (failed || !value.is_object())
    return refused(file.filename().native(), "is no JSON object");
  return value.get_object();
}

// A positive whole number under one of two names; 0 when there is none.
std::uint32_t number(const json::object& config, std::string_view name, std::string_view other) {
  for (const std::string_view each : {name, other})
    if (const json::value* value = config.if_contains(each); value != nullptr && value->is_int64())
      return value->get_int64() > 0 && value->get_int64() < 1 << 24
                 ? static_cast<std::uint32_t>(value->get_int64())
                 : 0;
  return 0;
}

float real(const json::object& config, std::string_view name, std::string_view other,
           float otherwise) {
  for (const std::string_view each : {name, other})
    if (const json::value* value = config.if_contains(each); value != nullptr && value->is_number())
      return value->to_number<float>();
  return otherwise;
}

std::string_view text(const json::object& config, std::string_view name) {
  const json::value* value = config.if_contains(name);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                : std::string_view();
}

bool is_true(const json::object& config, std::string_view name) {
  const json::value* value = config.if_contains(name);
  return value != nullptr && value->is_bool() && value->get_bool();
}

// Only what our arithmetic does; anything else would give wrong vectors without a word.
bool is_known(const json::object& config, Shape shape) {
  if (shape == Shape::bert)
    return text(config, "hidden_act") == "gelu" &&
           (text(config, "position_embedding_type").empty() ||
            text(config, "position_embedding_type") == "absolute");
  return text(config, "activation_function") == "swiglu" && !is_true(config, "prenorm") &&
         !is_true(config, "rotary_emb_interleaved") && !is_true(config, "use_rms_norm") &&
         !is_true(config, "parallel_block") && real(config, "rotary_emb_fraction", "", 0) == 1;
}

Result<void> read_config(const std::filesystem::path& folder, ModelFolder& out) {
  const json::object config = TRY(read_object(folder / "config.json", max_config_bytes));
  Geometry& geometry = out.geometry;
  const std::string_view type = text(config, "model_type");
  if (type != "bert" && type != "nomic_bert")
    return refused("config.json", "describes no model of a type that can be used");
  geometry.shape = type == "bert" ? Shape::bert : Shape::nomic;
  if (!is_known(config, geometry.shape))
    return refused("config.json", "asks for parts that can not be computed");
  geometry.vocabulary = number(config, "vocab_size", "vocab_size");
  geometry.width = number(config, "hidden_size", "n_embd");
  geometry.layers = number(config, "num_hidden_layers", "n_layer");
  geometry.heads = number(config, "num_attention_heads", "n_head");
  geometry.inner = number(config, "intermediate_size", "n_inner");
  geometry.positions = number(config, "max_position_embeddings", "n_positions");
  out.positions_published = geometry.positions;
  geometry.epsilon = real(config, "layer_norm_eps", "layer_norm_epsilon", 1e-12F);
  out.rotary_base = real(config, "rotary_emb_base", "", 1000);
  return {};
}

Result<std::vector<std::string>> pieces_of_json(const std::filesystem::path& file) {
  const json::object whole = TRY(read_object(file, max_vocabulary_bytes));
  const json::value* model = whole.if_contains("model");
  const json::value* pieces =
      model != nullptr && model->is_object() ? model->get_object().if_contains("vocab") : nullptr;
  if (pieces == nullptr || !pieces->is_object())
    return refused("tokenizer.json", "has no vocabulary of pieces");
  const json::object& table = pieces->get_object();
  std::vector<std::string> out(table.size());
  for (const auto& [piece, id] : table) {
    const std::int64_t* at = id.if_int64();
    if (at == nullptr || *at < 0 || static_cast<std::size_t>(*at) >= out.size())
      return refused("tokenizer.json", "has a vocabulary with gaps");
    out[static_cast<std::size_t>(*at)] = piece;
  }
  return out;
}

Result<std::vector<std::string>> read_pieces(const std::filesystem::path& folder) {
  const auto lines = read_file(folder / "vocab.txt", max_vocabulary_bytes);
  if (!lines)
    return pieces_of_json(folder / "tokenizer.json");
  std::vector<std::string> out;
  for (const std::string_view line : vocabulary_lines(*lines)) out.emplace_back(line);
  return out;
}

}  // namespace

Result<ModelFolder> read_model_folder(const std::filesystem::path& folder) {
  MappedFile weights = TRY(MappedFile::open(folder / "model.safetensors"));
  TensorFile tensors = TRY(TensorFile::over(weights.bytes()));
  ModelFolder out{{}, 0, 0, {}, std::move(weights), std::move(tensors)};
  TRY_VOID(read_config(folder, out));
  out.pieces = TRY(read_pieces(folder));
  if (out.pieces.empty() || out.pieces.size() > max_pieces ||
      out.pieces.size() > out.geometry.vocabulary)
    return refused("vocabulary", "has not as many pieces as the configuration says");
  return out;
}

}  // namespace aim::embed
