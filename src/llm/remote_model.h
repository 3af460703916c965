// A model of a service as an Embedder.
// How long its vectors are is known from the last answer of that service, of whichever process;
// where there is none, opening asks for one. When the service answers with others, they are
// refused, and the model is out of date: who opens it again gets one of the new length, whose
// vectors are made anew. What it makes of a text takes a while, may fail and has left the machine:
// whoever may not wait asks engine/vectors/embeddings.h.
// Knows: prefixes and limits of known models (family_of()). Must not know: memories.
// Threads: all functions from any thread.
// Source: docs/decisions/0053.
#pragma once
#include <atomic>

#include "embed/embedder.h"
#include "llm/embedding_client.h"
#include "llm/endpoint.h"

namespace aim::llm {

class RemoteModel final : public embed::Embedder {
 public:
  static Result<std::unique_ptr<embed::Embedder>> open(std::shared_ptr<EmbeddingClient> client);

  const embed::Identity& identity() const override { return identity_; }
  std::size_t max_tokens() const override { return family_.max_tokens; }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts,
                                   embed::Role role) const override {
    return embed_until(texts, role, {});
  }
  Result<std::vector<float>> embed_until(std::span<const std::string_view> texts, embed::Role role,
                                         const Stop& stop) const;
  // Of a model for English, by the built-in table, which has the same vocabulary; of others nothing
  // is known: all.
  embed::Coverage coverage(std::string_view text) const override;
  // Whether it makes vectors of another identity by now: to be opened again.
  bool is_outdated() const { return is_outdated_; }
  // Why the last question got no vector; empty when it did.
  std::string trouble() const;

  // Whether asking is worth while, by what is known. Errors: why not.
  Result<void> ready() const { return client_->ready(); }
  State state() const { return client_->state(); }

 private:
  RemoteModel(std::shared_ptr<EmbeddingClient> client, std::size_t dimension);
  Result<std::vector<float>> vectors_of(const std::vector<std::string>& sent, bool asks,
                                        const Stop& stop) const;

  const std::shared_ptr<EmbeddingClient> client_;
  const Family& family_;
  const embed::Identity identity_;
  mutable std::atomic<bool> is_outdated_ = false;
  mutable Mutex mutex_;
  mutable std::string trouble_ GUARDED_BY(mutex_);
};

}  // namespace aim::llm
