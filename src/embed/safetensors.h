// Reads the format "safetensors": a length, a table of contents in JSON, the numbers.
// Knows: bytes of strangers. Must not know: models. Names are looked up with and without "bert."
// before them.
// Threads: all functions from any thread. Errors: validation_failed, saying what is wrong; every
// offset is checked.
// Source: B5.
#pragma once
#include "base/result.h"

namespace aim::embed {

class TensorFile {
 public:
  // The bytes must outlive it.
  static Result<TensorFile> over(std::string_view bytes);

  bool has(const std::string& name) const { return tensors_.contains(name); }
  std::size_t count() const { return tensors_.size(); }

  // The numbers of a tensor of this very shape, whatever their type (F32, F16, BF16). Refused where
  // one is no number.
  Result<std::vector<float>> floats(const std::string& name,
                                    std::span<const std::size_t> shape) const;

 private:
  struct Tensor {
    std::string type;
    std::vector<std::size_t> shape;
    std::string_view bytes;
  };
  std::map<std::string, Tensor> tensors_;
};

}  // namespace aim::embed
