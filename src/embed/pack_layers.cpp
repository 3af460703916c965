#include "embed/pack_layers.h"

#include <array>
#include <cmath>
#include <initializer_list>

namespace aim::embed {
namespace {

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

}  // namespace

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

}  // namespace aim::embed
