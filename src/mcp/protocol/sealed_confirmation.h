// A question to the user in the modern era: the call ends with the question and a sealed text, and
// the client sends the call again with the answer and that text. Nothing is kept but the texts that
// have been used, until they are too old anyway.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <chrono>

#include "base/mutex.h"
#include "mcp/protocol/rpc.h"
#include "mcp/surface/surface.h"

namespace aim::mcp {

class SealedConfirmations {
 public:
  explicit SealedConfirmations(std::chrono::seconds life = std::chrono::minutes(10))
      : life_(life) {}

  // The result that asks. `principal`: whose call it is.
  json::object ask(const Request& request, std::string_view principal,
                   const Question& question) const;

  // The user's answer to such a question; nothing if the request has none. Errors:
  // invalid_params for a state that is forged, too old, used before, or of another call or caller.
  std::optional<Fault> read(const Request& request, std::string_view principal,
                            std::optional<UserAnswer>& answered);

 private:
  std::chrono::seconds life_;
  static constexpr std::size_t max_used = 10'000;

  Mutex mutex_;
  std::map<std::string, std::chrono::steady_clock::time_point> used_
      GUARDED_BY(mutex_);  // until when they count
};

}  // namespace aim::mcp
