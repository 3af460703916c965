// One question over HTTP and its whole answer, in memory: for services, not for files (download.h).
// No address leads on to another: a service that moves is asked where it is. What is sent may be
// private, so it goes nowhere but to the address that was given.
// Knows: HTTP(S) through libcurl. Must not know: what is asked.
// Errors: validation_failed (the address); unavailable for everything that brings no answer. An
// answer of any status is no error.
// Threads: any; `stop` is asked on the calling one.
#pragma once
#include <chrono>

#include "base/result.h"
#include "web/session.h"

namespace aim::web {

struct Asking {
  std::string url;
  std::vector<std::string> headers;  // "Name: value"; never logged
  std::optional<std::string> body;   // sent by POST; without one it is a GET
  PlainHttp plain = PlainHttp::this_machine;
  std::chrono::milliseconds connect_timeout{2'000};
  std::chrono::milliseconds timeout{60'000};  // for the whole of it
  std::size_t max_bytes = std::size_t{1} << 20;
  std::function<bool()> stop = {};  // true ends it, within a second
};
struct Answered {
  long status = 0;
  std::string body;
  std::optional<std::chrono::seconds> retry_after;  // what the server wishes
};
Result<Answered> ask(const Asking& asking);

}  // namespace aim::web
