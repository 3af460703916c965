#include "llm/client.h"

namespace aim::llm {
namespace {

// A quarter of the bytes, for services that do not count.
std::int64_t estimate(const Prompt& prompt, std::string_view answer) {
  return static_cast<std::int64_t>(
      (prompt.instructions.size() + prompt.material.size() + answer.size()) / 4);
}

}  // namespace

Result<std::string> Client::ask(const Prompt& prompt, const Stop& stop) {
  Endpoint* endpoint = TRY(guard_.endpoint());
  std::string said;
  TRY_VOID(guard_.run(
      [&]() -> Outcome<std::int64_t> {
        auto done = endpoint->complete(prompt, stop);
        if (!done)
          return tl::unexpected(std::move(done).error());
        said = std::move(done->text);
        return done->tokens > 0 ? done->tokens : estimate(prompt, said);
      },
      guard_.usual_policy(), stop));
  return said;
}

}  // namespace aim::llm
