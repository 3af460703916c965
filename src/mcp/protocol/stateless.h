// The modern era of the protocol (2026-07-28): every request says for itself which version it
// speaks and what the client can do; nothing is remembered between them but subscriptions, whose
// answer comes last (C2).
// Knows: the era's envelope, subscriptions, questions by retry. Must not know: HTTP, standard
// input.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <chrono>

#include "base/mutex.h"
#include "mcp/protocol/methods.h"
#include "mcp/protocol/rpc.h"
#include "mcp/protocol/watch.h"
#include "mcp/surface/surface.h"

namespace aim::mcp {

// A question to the user in the modern era: the call ends with the question and a sealed text,
// and the client sends the call again with the answer and that text. Nothing is kept but the
// texts that have been used, until they are too old anyway. Threads: any.

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

// The sender of a request, if known.
struct Peer {
  std::string principal;            // identifies the caller for retries of a call
  std::function<bool()> stop = {};  // asked while a call waits or works long
  CallerIdentity identity = {};     // as far as it is known, for the capture nag
};

class Stateless {
 public:
  // `offer` outlives it.
  Stateless(Engine& engine, Watch& watch, const Offer& offer)
      : engine_(engine), watch_(watch), offer_(offer) {}
  Stateless(const Stateless&) = delete;
  Stateless& operator=(const Stateless&) = delete;
  ~Stateless();

  // Whether a request chooses this era: by its version, or by a method that no other has.
  // `initialize` never does.
  static bool is_meant(const Request& request);

  // Answers a request; one that listens when its subscription ends.
  void handle(const Request& request, const SharedReplySink& sink, const Peer& peer);

  // Ends the subscription of this id (compact JSON) without an answer: the client does not want it
  // any more.
  void cancel(const std::string& id);
  // Forgets subscriptions that nobody listens to any more. For idle times.
  void sweep();
  // Ends all subscriptions, with an answer each.
  void stop();

 private:
  struct Listen {
    std::string id;  // compact JSON
    SharedReplySink sink;
  };
  std::optional<Fault> run(const Request& request, const SharedReplySink& sink, const Peer& peer,
                           json::object& result);
  void listen(const Request& request, const SharedReplySink& sink);
  // False: there are too many.
  bool keep(Watch::Handle handle, Listen listen);
  void forget(Watch::Handle handle);
  void end(std::map<Watch::Handle, Listen>& ended, bool with_answer);
  // Without an answer.
  void end_where(const std::function<bool(const Listen&)>& is_over);

  Engine& engine_;
  Watch& watch_;
  const Offer& offer_;
  SealedConfirmations confirmations_;
  Mutex mutex_;
  std::map<Watch::Handle, Listen> listens_ GUARDED_BY(mutex_);
};

}  // namespace aim::mcp
