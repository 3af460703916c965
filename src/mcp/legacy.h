// One client of the legacy era (2024-11-05 to 2025-11-25): what was negotiated, and the answer to each message (C2).
// A client that never says `initialize` is served as 2024-11-05 (S20).
// Knows: what the handshake decides, subscriptions, questions to the user. Must not know: transports.
// Threads: any; several messages of one client may be worked on at once.
#pragma once
#include <boost/json/fwd.hpp>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "mcp/log_lines.h"
#include "mcp/methods.h"
#include "mcp/outlet.h"
#include "mcp/questions.h"
#include "mcp/running.h"
#include "mcp/watch.h"

namespace aim::mcp {

struct SessionOptions {
  FeatureTier tier = FeatureTier::semantic;
  // Messages that belong to no request: changes of resources. May be called once more after the session has gone.
  std::function<void(const json::value& message)> tell;
  // Asked while a call waits or works long, beside the call's own cancellation.
  std::function<bool()> stop = {};
  Speaker speaker = {};  // what is known of the client's calls before it says anything
};

class Session {
 public:
  Session(Engine& engine, Watch& watch, SessionOptions options);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  // Answers one message, or a batch. Notifications and the client's own replies have no answer, nor has a request that is
  // taken back; a call that asks the user first has it when the user has said something. `speaker`: as far as the message's
  // surroundings tell.
  void handle(const json::value& message, const SharedOutlet& outlet, const Speaker& speaker = {});

  // Whether the message may wait for the database's lock.
  bool may_write(const json::value& message) const;
  // The client does not want the answer to the request of this id (compact JSON) any more.
  void cancel(const std::string& id);
  // Whether a call waits for the user.
  bool asks() const { return !questions_.empty(); }
  // Gives up questions that nobody answered. For idle times.
  void expire();
  // Gives up all of them: the client goes, or the server does.
  void finish();

  bool initialized() const;

 private:
  struct State {  // what the client has said so far
    std::string_view version = "2024-11-05";
    bool initialized = false, forms = false;
    int log_from = no_level;
    Speaker speaker;  // of all its calls, unless a message says otherwise
    Interest interest;
  };
  State state() const;

  void handle_batch(const json::array& batch, const SharedOutlet& outlet, const Speaker& speaker);
  void handle_request(const json::value& message, const Request& request, const SharedOutlet& outlet,
                      const Speaker& speaker);
  void handle_reply(const ClientReply& reply);
  void handle_notification(const Request& request);
  // One of the era's own methods; nothing when it is none.
  std::optional<Outcome> own_method(const Request& request, json::object& result);
  Outcome initialize(const Request& request, json::object& result);
  Outcome set_level(const Request& request);
  Outcome subscribe(const Request& request, bool on);
  void want_list();
  void run(const Request& request, const json::value& message, const SharedOutlet& outlet,
           std::optional<bool> confirmed, const Speaker& speaker = {});
  void ask(const std::string& question, const json::value& message, const Request& request,
           const SharedOutlet& outlet);
  void give_up(const std::vector<WaitingCall>& calls);

  Engine& engine_;
  Watch& watch_;
  SessionOptions options_;
  mutable std::mutex mutex_;
  State state_;
  Watch::Handle handle_;
  Running running_;
  Questions questions_;
};

}  // namespace aim::mcp
