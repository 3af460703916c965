#include "embed/pack.h"

#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <initializer_list>

#include "base/file.h"
#include "embed/embedder.h"
#include "embed/forward.h"
#include "embed/kernels/kernels.h"
#include "embed/mapped_file.h"
#include "embed/safetensors.h"
#include "embed/tokenizer_file.h"

namespace aim::embed {
namespace {

// The folder of a published model: its configuration, vocabulary and weights, as files of
// strangers.
struct ModelFolder {
  Geometry geometry;  // positions: as many as there are, until the packer wants fewer
  std::uint32_t positions_published = 0;
  float rotary_base = 0;  // of nomic's shape
  ModelUse use;
  std::string vocabulary;  // as it goes into the packed file
  MappedFile weights;
  TensorFile tensors;  // over `weights`
};

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
  if (!path_exists(file))
    return {};
  const json::object pooling = TRY(read_object(file, max_config_bytes));
  const bool mean = is_true(pooling, "pooling_mode_mean_tokens");
  const bool first = is_true(pooling, "pooling_mode_cls_token");
  if (mean == first)
    return refused("1_Pooling/config.json", "asks for parts that can not be computed");
  out.use.pooling = first ? Pooling::first : Pooling::mean;
  return {};
}

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

// The tensors of a published model, put together to the parts of a layer, whatever each shape calls
// them.
struct NormNumbers {
  std::vector<float> gain, shift;
};

struct LayerNumbers {
  Matrix project, mix, widen, narrow;
  NormNumbers after_attention, after_inner;
};

struct TableNumbers {
  std::vector<float> tokens;  // [vocabulary][width]
  std::vector<float>
      positions;  // [positions][width], the type of token added; one row with rotary positions
  std::vector<float> turns;  // cosines, then sines, [positions][head_width/2]; rotary only
  NormNumbers first;
};

Result<NormNumbers> read_norm(const TensorFile& tensors, const std::string& name,
                              std::size_t width) {
  NormNumbers out;
  out.gain = TRY(tensors.floats(name + ".weight", std::array{width}));
  out.shift = TRY(tensors.floats(name + ".bias", std::array{width}));
  return out;
}

// Matrices of one depth under each other. A bias that there is none of is zero.
Result<Matrix> read_matrix(const TensorFile& tensors, std::initializer_list<std::string> names,
                           std::size_t outputs, std::size_t depth) {
  Matrix out;
  out.outputs = outputs * names.size();
  out.depth = depth;
  for (const std::string& name : names) {
    const auto weights = TRY(tensors.floats(name + ".weight", std::array{outputs, depth}));
    out.weights.insert(out.weights.end(), weights.begin(), weights.end());
    if (!tensors.has(name + ".bias")) {
      out.bias.resize(out.bias.size() + outputs);
      continue;
    }
    const auto bias = TRY(tensors.floats(name + ".bias", std::array{outputs}));
    out.bias.insert(out.bias.end(), bias.begin(), bias.end());
  }
  return out;
}

Result<LayerNumbers> read_bert_layer(const TensorFile& tensors, const Geometry& geometry,
                                     std::size_t layer) {
  const std::string name = "encoder.layer." + std::to_string(layer) + ".";
  const std::string self = name + "attention.self.";
  const std::size_t width = geometry.width, inner = geometry.inner;
  LayerNumbers out;
  out.project =
      TRY(read_matrix(tensors, {self + "query", self + "key", self + "value"}, width, width));
  out.mix = TRY(read_matrix(tensors, {name + "attention.output.dense"}, width, width));
  out.widen = TRY(read_matrix(tensors, {name + "intermediate.dense"}, inner, width));
  out.narrow = TRY(read_matrix(tensors, {name + "output.dense"}, width, inner));
  out.after_attention = TRY(read_norm(tensors, name + "attention.output.LayerNorm", width));
  out.after_inner = TRY(read_norm(tensors, name + "output.LayerNorm", width));
  return out;
}

Result<LayerNumbers> read_nomic_layer(const TensorFile& tensors, const Geometry& geometry,
                                      std::size_t layer) {
  const std::string name = "encoder.layers." + std::to_string(layer) + ".";
  const std::size_t width = geometry.width, inner = geometry.inner;
  LayerNumbers out;
  out.project = TRY(read_matrix(tensors, {name + "attn.Wqkv"}, 3 * width, width));
  out.mix = TRY(read_matrix(tensors, {name + "attn.out_proj"}, width, width));
  out.widen = TRY(read_matrix(tensors, {name + "mlp.fc11", name + "mlp.fc12"}, inner, width));
  out.narrow = TRY(read_matrix(tensors, {name + "mlp.fc2"}, width, inner));
  out.after_attention = TRY(read_norm(tensors, name + "norm1", width));
  out.after_inner = TRY(read_norm(tensors, name + "norm2", width));
  return out;
}

// In double: the same floats wherever a model is packed.
std::vector<float> turns_of(const Geometry& geometry, double base) {
  const std::size_t half = geometry.head_width() / 2;
  const std::size_t count = geometry.positions * half;
  std::vector<float> out(2 * count);
  for (std::size_t position = 0; position < geometry.positions; ++position)
    for (std::size_t i = 0; i < half; ++i) {
      const double speed = std::pow(base, -static_cast<double>(i) / static_cast<double>(half));
      const double angle = static_cast<double>(position) * speed;
      out[position * half + i] = static_cast<float>(std::cos(angle));
      out[count + position * half + i] = static_cast<float>(std::sin(angle));
    }
  return out;
}

// A model with one type of token has one row of it.
Result<std::vector<float>> read_first_type(const TensorFile& tensors, std::size_t width) {
  const std::string name = "embeddings.token_type_embeddings.weight";
  auto types = tensors.floats(name, std::array{std::size_t{2}, width});
  if (!types)
    return tensors.floats(name, std::array{std::size_t{1}, width});
  types->resize(width);
  return types;
}

Result<LayerNumbers> read_layer(const ModelFolder& folder, std::size_t layer) {
  return folder.geometry.shape == Shape::bert
             ? read_bert_layer(folder.tensors, folder.geometry, layer)
             : read_nomic_layer(folder.tensors, folder.geometry, layer);
}

Result<TableNumbers> read_tables(const ModelFolder& folder) {
  const TensorFile& tensors = folder.tensors;
  const Geometry& geometry = folder.geometry;
  const std::size_t width = geometry.width;
  TableNumbers out;
  out.tokens = TRY(tensors.floats("embeddings.word_embeddings.weight",
                                  std::array{std::size_t{geometry.vocabulary}, width}));
  const std::vector<float> type = TRY(read_first_type(tensors, width));
  if (geometry.shape == Shape::nomic) {
    out.positions = type;
    out.turns = turns_of(geometry, folder.rotary_base);
    out.first = TRY(read_norm(tensors, "emb_ln", width));
    return out;
  }
  out.positions = TRY(tensors.floats("embeddings.position_embeddings.weight",
                                     std::array{std::size_t{folder.positions_published}, width}));
  out.positions.resize(geometry.positions * width);
  for (std::size_t i = 0; i < out.positions.size(); ++i) out.positions[i] += type[i % width];
  out.first = TRY(read_norm(tensors, "embeddings.LayerNorm", width));
  return out;
}

constexpr std::uint32_t tokens_of_bert = 256, tokens_of_nomic = 2048;
// What a step of the work is of the whole, as measured.
constexpr double share_of_floats = 0.25, share_of_sentences = 0.6;

// Of each layer and part, the largest absolute value of each input.
using LargestInputs = std::vector<std::array<std::vector<float>, 4>>;

std::span<const float> inputs_of(const LargestInputs& largest, std::size_t layer, Part part) {
  return largest.empty() ? std::span<const float>()
                         : largest[layer][static_cast<std::size_t>(part)];
}

class Packer {
 public:
  Packer(const ModelFolder& folder, const ModelNames& names, const PackOptions& options)
      : folder_(folder), names_(names), options_(options) {}

  Result<std::string> run() {
    if (options_.precision == Precision::floats)
      return image(Precision::floats, {}, 0, 1);
    const std::string floats = TRY(image(Precision::floats, {}, 0, share_of_floats));
    const LargestInputs largest = TRY(run_sentences(floats));
    return image(Precision::bytes, largest, share_of_sentences, 1);
  }

 private:
  Result<std::string> image(Precision precision, const LargestInputs& largest, double from,
                            double to) const {
    Geometry geometry = folder_.geometry;
    geometry.precision = precision;
    WeightsWriter writer(geometry, names_);
    writer.add(folder_.vocabulary);
    TRY_VOID(add_tables(writer, precision));
    for (std::size_t layer = 0; layer < geometry.layers; ++layer) {
      const LayerNumbers numbers = TRY(read_layer(folder_, layer));
      add_linear(writer, numbers.project, precision, inputs_of(largest, layer, Part::project));
      add_linear(writer, numbers.mix, precision, inputs_of(largest, layer, Part::mix));
      add_norm(writer, numbers.after_attention);
      add_linear(writer, numbers.widen, precision, inputs_of(largest, layer, Part::widen));
      add_linear(writer, numbers.narrow, precision, inputs_of(largest, layer, Part::narrow));
      add_norm(writer, numbers.after_inner);
      notify(from +
             (to - from) * static_cast<double>(layer + 1) / static_cast<double>(geometry.layers));
    }
    std::string out = writer.finish();
    TRY(Weights::over(out));
    return out;
  }

  // A function of its own, so that a large table is gone before the layers come.
  Result<void> add_tables(WeightsWriter& writer, Precision precision) const {
    const TableNumbers tables = TRY(read_tables(folder_));
    add_table(writer, tables.tokens, folder_.geometry.width, precision);
    writer.add(tables.positions);
    writer.add(tables.turns);
    add_norm(writer, tables.first);
    return {};
  }

  static void add_norm(WeightsWriter& writer, const NormNumbers& norm) {
    writer.add(norm.gain);
    writer.add(norm.shift);
  }

  Result<LargestInputs> run_sentences(const std::string& floats) const {
    const Weights weights = TRY(Weights::over(floats));
    const ModelTokenizer tokenizer = TRY(ModelTokenizer::over(weights.vocabulary));
    LargestInputs out(weights.layers.size());
    const Watcher watcher = [&out](std::size_t layer, Part part, std::span<const float> row) {
      std::vector<float>& largest = out[layer][static_cast<std::size_t>(part)];
      largest.resize(row.size());
      for (std::size_t i = 0; i < row.size(); ++i)
        largest[i] = std::max(largest[i], std::abs(row[i]));
    };
    Workspace workspace;
    std::vector<float> vector(weights.geometry.width);
    const auto all = sentences();
    for (std::size_t i = 0; i < all.size(); ++i) {
      Batch batch;
      batch.tokens = tokenizer.encode(names_.use.document_prefix + std::string(all[i]),
                                      weights.geometry.positions);
      batch.lengths = {batch.tokens.size()};
      run_forward(weights, best_kernels(), batch, workspace, vector.data(), watcher);
      notify(share_of_floats + (share_of_sentences - share_of_floats) * static_cast<double>(i + 1) /
                                   static_cast<double>(all.size()));
    }
    return out;
  }

  void notify(double share) const {
    if (options_.progress)
      options_.progress(share);
  }

  const ModelFolder& folder_;
  const ModelNames& names_;
  const PackOptions& options_;
};

}  // namespace

Result<void> pack_model(const std::filesystem::path& folder, const std::filesystem::path& packed,
                        const PackOptions& options) {
  ModelFolder published = TRY(read_model_folder(folder));
  const bool nomic = published.geometry.shape == Shape::nomic;
  const std::uint32_t usual = nomic ? tokens_of_nomic : tokens_of_bert;
  published.geometry.positions =
      std::min(published.positions_published, options.max_tokens > 0 ? options.max_tokens : usual);
  if (!is_possible(published.geometry))
    return Failure(invalid("the model's config.json describes sizes that can not be computed"));
  ModelNames names;
  names.name =
      options.name.empty() ? std::filesystem::absolute(folder).filename().string() : options.name;
  names.engine = options.precision == Precision::bytes ? "int8-1" : "fp32-1";
  const ModelUse use = options.use.value_or(published.use);
  if (use.query_prefix.size() > max_query_prefix ||
      use.document_prefix.size() > max_document_prefix)
    return Failure(
        invalid("the model's prefixes are longer than 64 bytes for questions or 24 for texts"));
  names.use = use;
  const std::string image = TRY(Packer(published, names, options).run());
  return replace_file(packed, image);
}

}  // namespace aim::embed
