// A question that several stores are asked, or one store several times: it is made into vectors
// once.
// Knows: models by their identity. Must not know: who asks.
// Threads: one at a time.
#pragma once
#include "embed/embedder.h"

namespace aim::engine {

// A question by one embedding model.
struct ChannelQuery {
  std::vector<float> vector;  // empty: not asked by it
  double coverage = 1;        // how much of the question the model can know (embed::Coverage)
  double known_words = 1;     // and of its words that are not common, as whole words
  bool is_asked() const { return !vector.empty(); }
};

// What texts were made into, kept by whoever asks several stores, or one store several times, the
// same: a model takes its time for a text, a service is asked over the network. That nothing came
// of it is kept too: who waited once in vain does not wait again.
class AskedOnce {
 public:
  // What was made of the text by a model of that identity; null: nothing yet.
  const ChannelQuery* find(const embed::Identity& identity, std::string_view text) const {
    const auto found = std::ranges::find_if(
        all_, [&](const Asked& each) { return each.text == text && each.identity == identity; });
    return found == all_.end() ? nullptr : &found->made;
  }
  const ChannelQuery& keep(const embed::Identity& identity, std::string_view text,
                           ChannelQuery made) {
    return all_.emplace_back(Asked{identity, std::string(text), std::move(made)}).made;
  }

 private:
  struct Asked {
    embed::Identity identity;
    std::string text;
    ChannelQuery made;
  };
  std::vector<Asked> all_;
};

}  // namespace aim::engine
