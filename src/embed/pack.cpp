#include "embed/pack.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/file.h"
#include "embed/forward.h"
#include "embed/kernels/kernels.h"
#include "embed/model_folder.h"
#include "embed/pack_layers.h"
#include "embed/sentences.h"
#include "embed/tokenizer_file.h"

namespace aim::embed {
namespace {

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
      options.name.empty() ? std::filesystem::absolute(folder).filename().native() : options.name;
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
