// Between Beast's messages and ours: a head that was read, a head to be written. Part of
// connection.cpp's inside: nobody else includes it.
// Knows: Beast. Must not know: sockets, what is served.
#pragma once
#include <boost/beast/http/message.hpp>

#include "net/message.h"

namespace aim::net {

// Whether another program could read the end of the body elsewhere, which is how requests are
// smuggled: a coding that we would not undo, one in a version without codings, or a length together
// with a coding (RFC 9112, 6.1 and 6.3).
bool is_ambiguous(const boost::beast::http::header<true>& head);

Head head_of(const boost::beast::http::header<true>& head, bool over_unix_socket);

// Headers of a plan for every answer to its request.
struct AnswerPolicy {
  std::vector<Header> headers;
  std::string_view content_security = closed_content, caching = "no-store";
};
void fill(boost::beast::http::header<false>& head, const Response& response,
          const AnswerPolicy& policy, unsigned version);

// As it is sent, with the empty line.
std::string text_of(const boost::beast::http::header<false>& head);

// "Sat, 21 Nov 2026 07:17:05 GMT" (RFC 9110, 5.6.7).
std::string date();

}  // namespace aim::net
