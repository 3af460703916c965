// One client of the legacy era (2024-11-05 to 2025-11-25): what was negotiated, and the answer to
// each message (C2). A client that never says `initialize` is served as 2024-11-05 (S20).
// Knows: what the handshake decides, subscriptions, questions to the user. Must not know:
// transports.
// Threads: any; several messages of one client may be worked on at once.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/mutex.h"
#include "mcp/protocol/log_lines.h"
#include "mcp/protocol/methods.h"
#include "mcp/protocol/pending_calls.h"
#include "mcp/protocol/rpc.h"
#include "mcp/protocol/watch.h"

namespace aim::mcp {

struct SessionOptions {
  const Offer& offer;  // outlives the session
  // Messages that belong to no request: changes of resources. May be called once more after the
  // session has gone.
  std::function<void(const json::value& message)> notify;
  // Asked while a call waits or works long, in addition to the call's own cancellation.
  std::function<bool()> stop = {};
  CallerIdentity identity = {};  // identity before the client's first message
};

class LegacySession {
 public:
  LegacySession(Engine& engine, Watch& watch, SessionOptions options);
  LegacySession(const LegacySession&) = delete;
  LegacySession& operator=(const LegacySession&) = delete;
  ~LegacySession();

  // Answers one message, or a batch. Notifications and the client's own replies have no answer, nor
  // has a request that is taken back; a call that asks the user first has it when the user has said
  // something. `speaker`: as far as the message's surroundings tell.
  void handle(const json::value& message, const SharedReplySink& sink,
              const CallerIdentity& identity = {});

  // Whether the message may wait for the database's lock.
  bool may_write(const json::value& message) const;
  // The client does not want the answer to the request of this id (compact JSON) any more.
  void cancel(const std::string& id);
  // Whether a call waits for the user.
  bool asks() const { return !pending_calls_.empty(); }
  // Gives up questions that nobody answered. For idle times.
  void expire();
  // Gives up all of them: the client goes, or the server does.
  void finish();

  bool initialized() const;

 private:
  struct State {  // state from the client's messages so far
    std::string_view version = "2024-11-05";
    bool initialized = false, forms = false, roots = false, apps = false;
    int log_from = no_level;
    CallerIdentity identity;  // identity of all its calls, unless a message names another
    ProjectIdentity project;  // by its first root; none: unknown
    Interest interest;
  };
  State state() const;

  void handle_batch(const json::array& batch, const SharedReplySink& sink,
                    const CallerIdentity& identity);
  void handle_request(const json::value& message, const Request& request,
                      const SharedReplySink& sink, const CallerIdentity& identity);
  void handle_reply(const ClientReply& reply);
  void ask_for_roots();
  void handle_notification(const Request& request);
  // One of the era's own methods, or nothing.
  std::optional<Outcome> own_method(const Request& request, json::object& result);
  Outcome initialize(const Request& request, json::object& result);
  Outcome set_level(const Request& request);
  Outcome subscribe(const Request& request, bool on);
  void want_list();
  void run(const Request& request, const json::value& message, const SharedReplySink& sink,
           std::optional<UserAnswer> answered, const CallerIdentity& identity = {});
  void ask(const Question& question, const json::value& message, const Request& request,
           const SharedReplySink& sink);
  void give_up(const std::vector<PendingCall>& calls);

  Engine& engine_;
  Watch& watch_;
  SessionOptions options_;
  mutable Mutex mutex_;
  State state_ GUARDED_BY(mutex_);
  Watch::Handle handle_;
  InFlightRequests in_flight_;
  PendingCalls pending_calls_;
};

}  // namespace aim::mcp
