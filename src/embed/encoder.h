// A model on this machine as an Embedder: a packed file, our own arithmetic.
// Knows: packed files. Must not know: where they are kept, memories.
// Threads: all functions from any thread; each call takes a workspace from a small pool. Costs:
// opening maps a file (tens of microseconds); the first text brings the weights into memory; then
// about 0.5 ms for 16 tokens with AVX-512.
// Source: B5; docs/decisions/0006.
#pragma once
#include <filesystem>
#include <mutex>

#include "base/mutex.h"
#include "embed/embedder.h"
#include "embed/forward.h"
#include "embed/mapped_file.h"
#include "embed/tokenizer_file.h"

namespace aim::embed {

struct LocalModelOptions {
  // For many texts at once; those beside the caller's run when nobody else wants the processor.
  unsigned threads = 1;
  const Kernels* kernels = nullptr;  // the best ones when null
};

class LocalModel final : public Embedder {
 public:
  static Result<std::unique_ptr<LocalModel>> open(const std::filesystem::path& packed,
                                                  const LocalModelOptions& options = {});

  const Identity& identity() const override { return identity_; }
  std::size_t max_tokens() const override { return weights_.geometry.positions; }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts,
                                   Role role) const override;
  Coverage coverage(std::string_view text) const override { return tokenizer_.coverage(text); }

  // Reads the whole file: whether it is what was packed.
  Result<void> verify() const;
  const ModelTokenizer& tokenizer() const { return tokenizer_; }

 private:
  struct Plan;

  LocalModel(MappedFile file, Weights weights, ModelTokenizer tokenizer,
             const LocalModelOptions& options);
  void fill(Plan& plan, std::span<const std::string_view> texts, Role role) const;
  void run_batches(Plan& plan, float* out) const;
  std::unique_ptr<Workspace> take_workspace() const;
  void give_back(std::unique_ptr<Workspace> workspace) const;

  MappedFile file_;
  Weights weights_;
  ModelTokenizer tokenizer_;
  LocalModelOptions options_;
  Identity identity_;
  mutable std::once_flag populated_;
  mutable Mutex mutex_;
  mutable std::vector<std::unique_ptr<Workspace>> idle_ GUARDED_BY(mutex_);
};

struct ModelInfo {
  Identity identity;
  std::size_t max_tokens = 0;
  std::uint64_t bytes = 0;  // of the file
};

// Reads the header alone.
Result<ModelInfo> info_of(const std::filesystem::path& packed);

}  // namespace aim::embed
