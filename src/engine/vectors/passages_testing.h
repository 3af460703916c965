// For tests of what is kept of passages: an engine with a little table, and memories of every kind
// that passages know: short, of several passages, lines of a conversation.
#pragma once
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine_testing.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/embeddings_testing.h"

namespace aim::engine::testing {

class PassagesTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    with_ = std::make_unique<Embeddings>(&table_, []() -> Result<std::unique_ptr<embed::Embedder>> {
      return std::make_unique<WordEmbedder>("model", little_language());
    });
    engine_.reset(new Engine{store::Access(*database_), clock_, {}, touches_, *with_});
  }

  Draft some_draft(std::string title, std::string name_space) {
    static const std::vector<std::string> words{"car", "dog", "tea", "database", "red", "berlin"};
    Draft made = draft(std::move(title), "", std::move(name_space));
    // Some are long enough for several passages.
    for (int left = below(4) == 0 ? 600 : 8; left > 0; --left)
      made.content += words[static_cast<std::size_t>(below(6))] + ' ';
    if (below(2) == 0)
      made.metadata = R"({"session_id":"s)" + std::to_string(below(4)) + R"(","speaker":"p)" +
                      std::to_string(below(3)) + R"("})";
    return made;
  }
  int below(int end) { return std::uniform_int_distribution(0, end - 1)(chance_); }

  std::mt19937 chance_{7};
  WordEmbedder table_{"table", little_language()};
  std::unique_ptr<Embeddings> with_;
};

}  // namespace aim::engine::testing
