// The embedding service that is set up, asked through its guard: texts leave for it, vectors come
// back. A question waits a short time and is not tried again, as somebody waits for its answer;
// texts that are kept are sent in the background, with the time and the tries of the settings.
// Knows: texts. Must not know: memories, prefixes.
// Errors: unavailable with the reason; is_of_this_prompt() when it is these texts that it refuses.
// Threads: any. Nothing is read or asked before the first use.
// Source: docs/decisions/0053.
#pragma once
#include <boost/json/fwd.hpp>

#include "llm/endpoint.h"
#include "llm/guard.h"

namespace aim::llm {

class EmbeddingClient {
 public:
  enum class Haste { question, background };

  // `clock` outlives it. `endpoint` null: the one of the settings.
  EmbeddingClient(Settings settings, std::chrono::milliseconds question_timeout, const Clock& clock,
                  std::unique_ptr<Endpoint> endpoint = {}, Rest rest = rest_for)
      : question_timeout_(question_timeout),
        guard_(std::move(settings), clock, std::move(endpoint), std::move(rest)) {}

  // Of unit length, or all zero. In as many calls as it takes.
  Result<Embedded> embed(std::span<const std::string> texts, Haste haste, const Stop& stop);
  // How many numbers its vectors had last; asks it for one where that is not known.
  Result<std::size_t> dimension(const Stop& stop);

  const Settings& settings() const { return guard_.settings(); }
  // As those of LanguageModel.
  Result<void> ready() { return guard_.ready(); }
  State state() { return guard_.state(); }
  State used() const { return guard_.used(); }
  // What state() would have said without asking: what is known of its last vectors. 0: nothing.
  std::size_t known_dimension() { return known(guard_.ledger().look()); }

 private:
  static std::size_t known(const ServiceRecord& entry) {
    return static_cast<std::size_t>(entry.dimension);
  }
  Result<void> embed_some(Endpoint& endpoint, std::span<const std::string> texts, Haste haste,
                          const Stop& stop, Embedded& made);

  const std::chrono::milliseconds question_timeout_;
  Guard guard_;
};

// Functions that all protocols of embedding services share.

// The most numbers that a vector may have.
inline constexpr std::size_t max_dimension = 4'096;

boost::json::array array_of(std::span<const std::string> texts);
// The service with room for the answer and this time for it.
Service for_vectors(const Service& service, std::chrono::milliseconds timeout);
// Adds one vector. False: the row holds something else than finite numbers, or its length differs
// from the vectors before.
bool add_vector(const boost::json::value& row, Embedded& made);
EndpointError no_vector(const Service& service);

}  // namespace aim::llm
