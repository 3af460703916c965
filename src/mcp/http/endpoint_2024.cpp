// HTTP+SSE of 2024-11-05: one event stream for everything the server says, and a path to post to,
// which the stream's first event names. Deprecated; some clients still fall back to it.
#include <boost/json.hpp>

#include "mcp/http/endpoint.h"
#include "mcp/http/reply.h"
#include "net/message.h"
#include "text/json_text.h"

namespace aim::mcp {

net::Response HttpEndpoint::open_sse(const std::string& party) {
  const auto session = sessions_.create(party);
  if (!session) {
    net::Response refused =
        refusal(503, {internal_error, "too many sessions are in use; try again later"});
    refused.headers.push_back({"Retry-After", "60"});
    return refused;
  }
  net::Response response = event_stream_head();
  response.events = session->outbox->open(std::nullopt);
  response.events->send("/messages?session=" + session->id, "endpoint");
  return response;
}

net::Response HttpEndpoint::post_message(net::Request& request) {
  const auto query = net::parse_query(request.head.query);
  std::string id;
  if (query)
    for (const auto& [name, value] : *query)
      if (name == "session")
        id = value;
  if (id.empty())
    return refusal(400, {invalid_request, "the path needs ?session=, as in the endpoint event"});
  const auto session = sessions_.find(id);
  if (!session)
    return refusal(404, {invalid_request, "this session has ended; open /sse again"});
  net::Response refused;
  const auto message = take_message(request, refused);
  if (!message)
    return refused;
  // Answers go where everything goes; the POST itself only says that the message has been taken.
  const auto handled = [session, message](net::Exchange&) {
    const auto send = [box = session->outbox](const json::value& each) {
      box->send(text::compact(each));
    };
    session->session.handle(
        *message, std::make_shared<const ReplySink>(
                      ReplySink{send, [send](const json::value& each, int) { send(each); }}));
    net::Response taken;
    taken.status = 202;
    return taken;
  };
  net::Response response;
  response.continue_on_write_lane = handled;
  return response;
}

}  // namespace aim::mcp
