// An embedder for tests whose vectors can be told by hand: each known word is an axis, a text is
// the sum of its words' axes; words that mean the same share one. Counts what it is asked, and can
// be made to fail.
#pragma once
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "embed/embedder.h"
#include "text/words.h"

namespace aim::engine::testing {

class WordEmbedder : public embed::Embedder {
 public:
  explicit WordEmbedder(std::string model, std::map<std::string, std::size_t> axes)
      : identity_{std::move(model), "test", 0}, axes_(std::move(axes)) {
    for (const auto& [word, axis] : axes_)
      identity_.dimension = std::max(identity_.dimension, axis + 1);
  }
  const embed::Identity& identity() const override { return identity_; }
  std::size_t max_tokens() const override { return 256; }
  Result<std::vector<float>> embed(std::span<const std::string_view> texts,
                                   embed::Role) const override {
    std::vector<float> all;
    for (const std::string_view text : texts) {
      ++asked;
      if (text.find("unspeakable") != text.npos)
        return Failure(Error{Code::unavailable, "this text cannot be embedded", {}, {}, {}});
      std::vector<float> vector(identity_.dimension);
      for (const std::string& word : text::exact_words(text))
        if (const auto axis = axes_.find(word); axis != axes_.end())
          vector[axis->second] += 1;
      float square = 0;
      for (const float number : vector) square += number * number;
      for (const float number : vector) all.push_back(square > 0 ? number / std::sqrt(square) : 0);
    }
    return all;
  }
  embed::Coverage coverage(std::string_view) const override { return {knows, knows}; }

  double knows = 1;
  mutable std::atomic<int> asked = 0;  // texts

 private:
  embed::Identity identity_;
  std::map<std::string, std::size_t> axes_;
};

// A few words and what they mean.
inline std::map<std::string, std::size_t> little_language() {
  return {{"car", 0},      {"automobile", 0}, {"dog", 1}, {"puppy", 1},  {"database", 2},
          {"postgres", 2}, {"red", 3},        {"tea", 4}, {"coffee", 4}, {"berlin", 5}};
}

}  // namespace aim::engine::testing
