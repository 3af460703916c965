// One pass through a model: numbers of tokens in, one vector a text out.
// Knows: weights, kernels. Must not know: texts, files.
// Threads: a Workspace belongs to one thread at a time; weights are shared. Errors: none; the
// caller keeps to the limits.
#pragma once
#include <new>

#include "embed/weights.h"

namespace aim::embed {

// Memory on 64 bytes that grows and is used again.
template <class Number>
class Buffer {
 public:
  Number* at_least(std::size_t count) {
    if (count > count_) {
      const std::size_t bytes = (count * sizeof(Number) + 63) / 64 * 64;
      numbers_.reset(static_cast<Number*>(::operator new(bytes, alignment)));
      count_ = count;
    }
    return numbers_.get();
  }
  std::size_t bytes() const { return count_ * sizeof(Number); }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(Number* numbers) const { ::operator delete(numbers, alignment); }
  };
  std::unique_ptr<Number, Free> numbers_;
  std::size_t count_ = 0;
};

struct Workspace {
  Buffer<float> rows, projected, mixed, inner, added, scratch;
  Buffer<std::uint8_t> bytes;
  Buffer<RowScale> scales;

  std::size_t size() const {
    return rows.bytes() + projected.bytes() + mixed.bytes() + inner.bytes() + added.bytes() +
           scratch.bytes() + bytes.bytes() + scales.bytes();
  }
};

// Several texts side by side, without padding.
struct Batch {
  std::vector<std::uint32_t> tokens;
  std::vector<std::size_t> lengths;  // each at least 1 and at most geometry.positions
};

// The parts of a layer that multiply, in the order of Layer.
enum class Part : std::uint8_t { project, mix, widen, narrow };
// Sees each row that is about to be multiplied.
using Watcher = std::function<void(std::size_t layer, Part part, std::span<const float> row)>;

// `out` has width floats a text. `watcher` may be empty.
void run_forward(const Weights& weights, const Kernels& kernels, const Batch& batch,
                 Workspace& workspace, float* out, const Watcher& watcher = {});

}  // namespace aim::embed
