#include "embed/model_folder.h"

#include <boost/json.hpp>

#include "embed/tokenizer_file.h"
#include "embed/usual_prefixes.h"

namespace aim::embed {
namespace {

namespace json = boost::json;

constexpr std::size_t max_config_bytes = 1 << 20;

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

// What sentence-transformers keeps beside a model; without it: the mean of all tokens.
Result<void> read_use(const std::filesystem::path& folder, ModelFolder& out) {
  if (out.geometry.shape == Shape::nomic)
    out.use = {Pooling::mean, std::string(usual_prefix::search_query),
               std::string(usual_prefix::search_document)};
  const auto file = folder / "1_Pooling" / "config.json";
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    return {};
  const json::object pooling = TRY(read_object(file, max_config_bytes));
  const bool mean = is_true(pooling, "pooling_mode_mean_tokens");
  const bool first = is_true(pooling, "pooling_mode_cls_token");
  if (mean == first)
    return refused("1_Pooling/config.json", "asks for parts that can not be computed");
  out.use.pooling = first ? Pooling::first : Pooling::mean;
  return {};
}

}  // namespace

Result<ModelFolder> read_model_folder(const std::filesystem::path& folder) {
  MappedFile weights = TRY(MappedFile::open(folder / "model.safetensors"));
  TensorFile tensors = TRY(TensorFile::over(weights.bytes()));
  ModelFolder out{{}, 0, 0, {}, {}, std::move(weights), std::move(tensors)};
  TRY_VOID(read_config(folder, out));
  TRY_VOID(read_use(folder, out));
  out.vocabulary = TRY(read_vocabulary(folder));
  const auto tokenizer = TRY(ModelTokenizer::over(out.vocabulary));
  if (tokenizer.vocabulary().count() > out.geometry.vocabulary)
    return refused("vocabulary", "has not as many pieces as the configuration says");
  return out;
}

}  // namespace aim::embed
