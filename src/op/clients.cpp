// Use case "clients": which assistants on this machine are connected, and whether that works (L7). It looks at files of whoever
// runs the program, so it is for administrators alone.
#include "op/clients.h"

#include "app/install/look.h"

namespace aim::op {
namespace {

struct ClientsRequest {
  bool try_hooks = false;
  static constexpr auto fields() {
    using R = ClientsRequest;
    return std::tuple{
        takes("try", &R::try_hooks, rule::any,
              "Run each hook as its client would, with an event that changes nothing")};
  }
};
struct ConnectionView {
  std::string client, title;
  bool there = false, connected = false;
  std::int64_t hooks = 0;
  std::optional<std::string> problem, remark;
  static constexpr auto fields() {
    using R = ConnectionView;
    return std::tuple{
        gives("client", &R::client, "Its name, as install takes it"),
        gives("title", &R::title, "Its name, for people"),
        gives("there", &R::there, "It is on this machine, as far as its folder tells"),
        gives("connected", &R::connected, "This program is among its MCP servers"),
        gives("hooks", &R::hooks, "Hooks of this program that it runs"),
        gives("problem", &R::problem, "What does not work"),
        gives("remark", &R::remark, "What it cannot do")};
  }
};
struct ClientsReply {
  bool tried = false;
  std::vector<ConnectionView> clients;
  static constexpr auto fields() {
    using R = ClientsReply;
    return std::tuple{gives("tried", &R::tried, "Whether the hooks were run"),
                      gives("clients", &R::clients, "All that can be connected")};
  }
};

Result<ClientsReply> run_clients(Engine&, const ClientsRequest& request, const Caller&) {
  const install::Places places = install::places_of_environment();
  install::HookTrial trial;
  ClientsReply reply;
  reply.tried = request.try_hooks;
  for (const install::Client& client : install::clients()) {
    const install::Connection found = install::look(client, places);
    ConnectionView& view = reply.clients.emplace_back();
    view.client = client.name;
    view.title = client.title;
    view.there = found.there;
    view.connected = !found.server.empty();
    view.hooks = std::ssize(found.hooks);
    if (std::string wrong = install::wrong_with(found, request.try_hooks ? &trial : nullptr);
        !wrong.empty())
      view.problem = std::move(wrong);
    if (!client.remark.empty())
      view.remark = client.remark;
  }
  return reply;
}

}  // namespace

const Operation& clients() {
  static const auto it = operation<run_clients>(
      {"clients", "Connected assistants",
       "List the assistants that can be connected, which of them are, and what does not work.",
       Effect::reads});
  return it;
}

}  // namespace aim::op
