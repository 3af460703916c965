// Use cases "clients" and "clients_try": which assistants on this machine are connected, and
// whether that works (L7). They look at files of whoever runs the program, and the second starts
// programs, so both are for administrators alone.
#include "op/clients.h"

#include "install/look.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct ClientsTryRequest {
  bool try_hooks = false;
  static constexpr auto fields() {
    using R = ClientsTryRequest;
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

// null: hooks are not run.
ClientsReply look_at_all(install::HookTrial* trial) {
  const install::Places places = install::places_of_environment();
  const install::Ours ours = install::ours_by(install::Receipts(install::receipts_file()));
  ClientsReply reply;
  reply.tried = trial != nullptr;
  for (const install::Client& client : install::clients()) {
    const install::ClientConnection found = install::look(client, places, ours);
    ConnectionView& view = reply.clients.emplace_back();
    view.client = client.name;
    view.title = client.title;
    view.there = found.there;
    view.connected = !found.server.empty();
    view.hooks = std::ssize(found.hooks);
    if (install::Wrong wrong = install::wrong_with(found, trial); !wrong.text.empty())
      view.problem = std::move(wrong.text);
    if (!client.remark.empty())
      view.remark = client.remark;
  }
  return reply;
}

Result<ClientsReply> run_clients(Engine&, const NoRequest&, const Caller&) {
  return look_at_all(nullptr);
}

Result<ClientsReply> run_clients_try(Engine&, const ClientsTryRequest& request, const Caller&) {
  install::HookTrial trial;
  return look_at_all(request.try_hooks ? &trial : nullptr);
}

}  // namespace

const Operation& clients() {
  static const auto it = operation<run_clients>(
      {"clients", "Connected assistants",
       "List the assistants that can be connected, which of them are, and what does not work.",
       Effect::reads});
  return it;
}

const Operation& clients_try() {
  static const auto it = operation<run_clients_try>(
      {"clients_try",
       "Try the hooks of connected assistants",
       "Run the hooks of each connected assistant as it would, with an event that changes "
       "nothing, and say what does not work. One that does not answer in 5 s is ended.",
       Effect::adds,
       {.right = Right::administer, .makes_database = false}});
  return it;
}

}  // namespace aim::op
