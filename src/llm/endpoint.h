// The two protocols that language models are asked by. Whoever speaks one knows its paths and members, and nothing of
// budgets, retries or what the answers are for.
// Threads: any.
#pragma once
#include <memory>
#include <vector>

#include "llm/service.h"

namespace aim::llm {

struct Completion {
  std::string text;
  std::int64_t tokens = 0;  // of prompt and answer, as the service counts them; 0: it does not say
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual Outcome<Completion> complete(const Prompt& prompt, const Stop& stop) = 0;
  // Whether it is there and has the model. `timeout` for the whole of it.
  virtual Outcome<void> look(std::chrono::milliseconds timeout) = 0;
};

// Ollama's own: /api/chat (/api/generate where that is not there), /api/tags.
std::unique_ptr<Endpoint> ollama(Service service, std::string model);
// OpenAI's, which many speak: /v1/chat/completions, /v1/models. An address with a path is taken to end where /v1 does.
std::unique_ptr<Endpoint> openai(Service service, std::string model);

}  // namespace aim::llm
