// The two protocols that models are asked by, of language and of embedding. Whoever speaks one
// knows its paths and members, and nothing of budgets, retries or what the answers are for.
// Threads: any.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "llm/service.h"

namespace aim::llm {

struct Completion {
  std::string text;
  std::int64_t tokens = 0;  // of prompt and answer, as the service counts them; 0: it does not say
};

struct Embedded {
  std::vector<float> numbers;  // of each text one vector, in the order of the texts; as they came
  std::size_t dimension = 0;
  std::int64_t tokens = 0;  // as above
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual Outcome<Completion> complete(const Prompt& prompt, const Stop& stop) = 0;
  // `timeout` for the whole of it. At least one text.
  virtual Outcome<Embedded> embed(std::span<const std::string> texts,
                                  std::chrono::milliseconds timeout, const Stop& stop) = 0;
  // Whether it is there and has the model. `timeout` for the whole of it.
  virtual Outcome<void> look(std::chrono::milliseconds timeout) = 0;
};

// Ollama's own: /api/chat (/api/generate where that is not there), /api/embed, /api/tags.
std::unique_ptr<Endpoint> ollama(Service service, std::string model);
// OpenAI's, which many speak: /v1/chat/completions, /v1/embeddings, /v1/models. An address with a
// path is taken to end where /v1 does.
std::unique_ptr<Endpoint> openai(Service service, std::string model);

}  // namespace aim::llm
