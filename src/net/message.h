// HTTP requests and answers as the doors see them: what came, what is to go out. No sockets.
// Knows: HTTP's words. Must not know: Beast, JSON, memories.
#pragma once
#include <chrono>

#include "base/result.h"
#include "net/spool.h"

namespace aim::net {

class EventStream;
class Exchange;

struct Header {
  std::string name, value;  // in requests the name is in lower case
};

// A request without its body.
struct Head {
  std::string method;  // as sent: "GET"
  std::string path;    // as sent, still percent-encoded, without the query
  std::string query;   // as sent, without the question mark
  std::vector<Header> headers;
  bool over_unix_socket = false;  // which no browser reaches
  std::string party = {};         // group for limits: empty for this machine, else an address

  // The first header with that (lower-case) name, or empty.
  std::string_view header(std::string_view name) const {
    const auto found = std::ranges::find(headers, name, &Header::name);
    return found == headers.end() ? std::string_view() : std::string_view(found->value);
  }
  bool has(std::string_view name) const {
    return std::ranges::find(headers, name, &Header::name) != headers.end();
  }
};

struct Request {
  Head head;
  Spool body;
};

// An answer: its body is text, or what was spooled, or events that come while the connection stays
// open.
struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<Header> headers;  // in addition to those of the server (length, security)
  std::string body;
  std::shared_ptr<Spool> file = nullptr;
  std::shared_ptr<EventStream> events = nullptr;  // content_type is then text/event-stream
  // In place of an answer: the rest of the work, which may wait for the database's lock, as the
  // body has shown.
  std::function<Response(Exchange&)> continue_on_write_lane = nullptr;
};

// Operations of a handler in addition to its response. Threads: any.
class Exchange {
 public:
  virtual ~Exchange() = default;
  // Whether the client has hung up. Known only for plans that watch the client.
  virtual bool client_gone() const = 0;
  // Sends `head` (status, headers) now and lets events follow while the handler runs on; what the
  // handler returns is then not sent. The holder of the stream must finish it.
  virtual std::shared_ptr<EventStream> start_events(Response head) = 0;
  // For an answer that may be large, within what all answers together may hold.
  virtual std::shared_ptr<Spool> make_spool() const { return std::make_shared<Spool>(); }
};

// Where a handler runs. Reads are short and never wait for a writer; everything that may wait for
// the database's lock, or takes long, goes to the writers, so that it cannot hold up a read.
enum class Lane { at_once, read, write };  // at_once: on the I/O thread, for answers that are ready

// The content security of what is no page: nothing is loaded, nobody frames it.
inline constexpr std::string_view closed_content = "default-src 'none'; frame-ancestors 'none'";

// The plan for a request, made from its head before the body.
struct Plan {
  std::optional<Response> refusal;     // answered at once; the body is not read
  std::chrono::milliseconds delay{0};  // delay of a refusal, to slow guessing
  Lane lane = Lane::read;
  std::size_t max_body_bytes = 2 * 1024 * 1024;
  bool watch_client = false;
  std::vector<Header> headers;  // headers of every answer to this request
  // Permissions of a browser for the answers, and caching. Errors are not cached.
  std::string_view content_security = closed_content;
  std::string_view caching = "no-store";
  bool trusted = true;  // the client is authenticated: its connection is not evicted first
  std::string_view route =
      "other";  // for the log and the figures: a pattern, never what the client wrote
  std::function<Response(Request&, Exchange&)> answer;
};

inline Plan refused(Response response, std::string_view route = "other") {
  Plan plan;
  plan.refusal = std::move(response);
  plan.route = route;
  return plan;
}

// The content of the server. Called on an I/O thread: must not block.
using Site = std::function<Plan(const Head&)>;

// The body of an error, for those that the server finds itself: 400, 408, 413, 431, 500, 503.
using ErrorPage = std::function<Response(int status, std::string_view sentence)>;

// Query strings and percent-encoded paths (query.cpp). Errors are sentences about what the client
// wrote.

// "%2F" becomes "/"; with `plus_is_space`, "+" a space. Errors: a "%" without two hexadecimal
// digits, text that is not UTF-8.
Result<std::string> decoded(std::string_view text, bool plus_is_space);
// Escapes a segment or value: everything but the characters that need no escape anywhere.
std::string encoded(std::string_view text);

// "a=1&b=x%20y", in order; a name without "=" has an empty value. Bytes that are no UTF-8 are read
// as U+FFFD.
Result<std::vector<std::pair<std::string, std::string>>> parse_query(std::string_view query);

}  // namespace aim::net
