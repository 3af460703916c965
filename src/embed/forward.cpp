#include "embed/forward.h"

#include <cstring>

namespace aim::embed {
namespace {

// So many rows go through the wide inner part at once: what it makes of them stays in the second
// cache.
constexpr std::size_t rows_of_inner_block = 48;

class Pass {
 public:
  Pass(const Weights& weights, const Kernels& kernels, const Batch& batch, Workspace& workspace,
       const Watcher& watcher)
      : weights_(weights),
        geometry_(weights.geometry),
        kernels_(kernels),
        batch_(batch),
        watcher_(watcher),
        count_(batch.tokens.size()),
        width_(geometry_.width) {
    const std::size_t inner = weights.layers.front().widen.outputs;
    const std::size_t block = std::min(count_, rows_of_inner_block);
    rows_ = workspace.rows.at_least(count_ * width_);
    projected_ = workspace.projected.at_least(count_ * 3 * width_);
    mixed_ = workspace.mixed.at_least(count_ * width_);
    added_ = workspace.added.at_least(count_ * width_);
    inner_ = workspace.inner.at_least(block * inner);
    bytes_ = workspace.bytes.at_least(std::max(count_ * width_, block * geometry_.inner));
    scales_ = workspace.scales.at_least(count_);
    const std::size_t longest = *std::ranges::max_element(batch.lengths);
    scratch_ = workspace.scratch.at_least(attention_scratch(longest, geometry_.head_width()));
  }

  void run(float* out) {
    look_up();
    for (layer_ = 0; layer_ < weights_.layers.size(); ++layer_) {
      const Layer& layer = weights_.layers[layer_];
      attend(layer);
      add_and_norm(layer.after_attention);
      widen_and_narrow(layer);
      add_and_norm(layer.after_inner);
    }
    std::size_t first = 0;
    for (std::size_t text = 0; text < batch_.lengths.size(); first += batch_.lengths[text++])
      kernels_.mean_of_unit_length(rows_ + first * width_, pooled(batch_.lengths[text]), width_,
                                   out + text * width_);
  }

 private:
  std::size_t pooled(std::size_t length) const {
    return weights_.names.use.pooling == Pooling::first ? 1 : length;
  }

  void look_up() {
    const bool by_position = geometry_.shape == Shape::bert;
    std::size_t row = 0;
    for (const std::size_t length : batch_.lengths)
      for (std::size_t position = 0; position < length; ++position, ++row) {
        const std::size_t token = batch_.tokens[row];
        const float* added = weights_.positions + (by_position ? position * width_ : 0);
        float* out = rows_ + row * width_;
        if (geometry_.precision == Precision::bytes)
          kernels_.look_up_bytes(static_cast<const std::int8_t*>(weights_.tokens) + token * width_,
                                 weights_.token_scales[token], added, width_, out);
        else
          kernels_.look_up_floats(static_cast<const float*>(weights_.tokens) + token * width_,
                                  added, width_, out);
      }
    kernels_.add_and_norm(rows_, nullptr, count_, width_, weights_.first, geometry_.epsilon);
  }

  void attend(const Layer& layer) {
    multiply(Part::project, layer.project, rows_, count_, projected_);
    std::size_t first = 0;
    for (const std::size_t length : batch_.lengths) {
      float* rows = projected_ + first * 3 * width_;
      if (geometry_.shape == Shape::nomic)
        rotate(rows, length);
      kernels_.attend({rows, length, geometry_.heads, geometry_.head_width(),
                       mixed_ + first * width_, scratch_});
      first += length;
    }
    multiply(Part::mix, layer.mix, mixed_, count_, added_);
  }

  // Queries and keys lie side by side: twice as many heads.
  void rotate(float* rows, std::size_t length) {
    const std::size_t half_head = geometry_.head_width() / 2;
    for (std::size_t position = 0; position < length; ++position)
      kernels_.rotate(rows + position * 3 * width_, 2 * geometry_.heads, geometry_.head_width(),
                      weights_.cosines + position * half_head,
                      weights_.sines + position * half_head);
  }

  void widen_and_narrow(const Layer& layer) {
    for (std::size_t first = 0; first < count_; first += rows_of_inner_block) {
      const std::size_t count = std::min(rows_of_inner_block, count_ - first);
      multiply(Part::widen, layer.widen, rows_ + first * width_, count, inner_);
      for (std::size_t row = 0; row < count; ++row)
        activate(inner_ + row * layer.widen.outputs, row);
      multiply(Part::narrow, layer.narrow, inner_, count, added_ + first * width_, true);
    }
  }

  // Leaves what the next product needs: bytes, or the rows of floats without gaps.
  void activate(float* row, std::size_t index) {
    const std::size_t inner = geometry_.inner;
    if (geometry_.gated())
      kernels_.gate(row, inner);
    else
      kernels_.gelu(row, inner);
    if (geometry_.precision == Precision::bytes)
      scales_[index] = kernels_.to_bytes(row, weights_.layers[layer_].narrow.smoothing, inner,
                                         bytes_ + index * inner);
    else if (geometry_.gated())
      std::memmove(inner_ + index * inner, row, inner * sizeof(float));
  }

  void add_and_norm(const Norm& norm) {
    kernels_.add_and_norm(rows_, added_, count_, width_, norm, geometry_.epsilon);
  }

  // `prepared`: the bytes of the rows are there already.
  void multiply(Part part, const Linear& linear, const float* rows, std::size_t count, float* out,
                bool prepared = false) {
    if (watcher_)
      for (std::size_t row = 0; row < count; ++row)
        watcher_(layer_, part, {rows + row * linear.depth, linear.depth});
    if (geometry_.precision == Precision::floats)
      return kernels_.multiply_floats(rows, count, linear, out);
    for (std::size_t row = 0; row < count && !prepared; ++row)
      scales_[row] = kernels_.to_bytes(rows + row * linear.depth, linear.smoothing, linear.depth,
                                       bytes_ + row * linear.depth);
    kernels_.multiply_bytes(bytes_, scales_, count, linear, out);
  }

  const Weights& weights_;
  const Geometry& geometry_;
  const Kernels& kernels_;
  const Batch& batch_;
  const Watcher& watcher_;
  std::size_t count_, width_, layer_ = 0;
  float *rows_, *projected_, *mixed_, *added_, *inner_, *scratch_;
  std::uint8_t* bytes_;
  RowScale* scales_;
};

}  // namespace

void run_forward(const Weights& weights, const Kernels& kernels, const Batch& batch,
                 Workspace& workspace, float* out, const Watcher& watcher) {
  Pass(weights, kernels, batch, workspace, watcher).run(out);
}

}  // namespace aim::embed
