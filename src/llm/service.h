// A model's HTTP service: JSON there, JSON back, and what went wrong sorted by what to do about it.
// Knows: HTTP statuses, JSON. Must not know: which protocol is spoken.
// The key goes into one header, and into no message.
#pragma once
#include <boost/json/fwd.hpp>
#include <string>

#include "llm/budget.h"
#include "llm/language_model.h"
#include "web/ask.h"

namespace aim::llm {

enum class RetryAdvice {
  none,        // this prompt is what it refuses; the endpoint is well
  soon,        // overloaded or out of order: worth another try
  later,       // not there, or set up wrongly: leave it alone for a while
  ask_no_more  // the caller wants no answer any more
};
struct EndpointError {
  RetryAdvice remedy = RetryAdvice::later;
  Error error = {};
  long status = 0;        // 0: there was no answer
  std::string said = {};  // by the service, about what is wrong; short
  std::optional<std::chrono::seconds> retry_after = {};
};
template <class T>
using Outcome = tl::expected<T, EndpointError>;

struct Service {
  std::string url;   // without a slash at the end
  std::string host;  // for messages
  std::string key;   // empty: none
  web::PlainHttp plain = web::PlainHttp::this_machine;
  std::chrono::milliseconds connect_timeout, timeout;
  std::size_t max_reply_bytes = std::size_t{1} << 20;
  Names names = {};
};

// By POST when there is a body, else by GET. `timeout` is the service's unless given.
Outcome<boost::json::value> converse(const Service& service, std::string_view path,
                                     const boost::json::object* body, const Stop& stop);

// What it says is not what the protocol promises.
EndpointError out_of_protocol(const Service& service, std::string_view what);

}  // namespace aim::llm
