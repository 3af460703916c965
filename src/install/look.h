// What there is of a client on this machine: its folder, our server among its servers, our hooks;
// and whether those still work.
// Knows: clients, entries. Must not know: who asks. Reads files, changes none.
#pragma once
#include <chrono>
#include <filesystem>

#include "base/std.h"
#include "install/clients.h"
#include "install/ours.h"
#include "install/receipts.h"

namespace aim::install {

// Runs hooks as a client would, with an event that changes nothing: do they start, and answer?

// Each command once: clients have commands in common.
class HookTrial {
 public:
  // A hook that has not ended after the limit is ended, with all that it started. Once they took
  // `max_spent` limits together, the rest are not run.
  explicit HookTrial(std::chrono::milliseconds limit = std::chrono::seconds(5)) : limit_(limit) {}

  // What is wrong; empty: nothing.
  std::string run(const std::string& command);

 private:
  static constexpr int max_spent = 3;

  std::chrono::milliseconds limit_, spent_{0};
  std::map<std::string, std::string> tried_;
};

struct ClientConnection {
  bool there = false;              // the client's folder is
  std::string server;              // the program that our server names, or where it stands
  std::vector<std::string> hooks;  // commands of ours
  std::string forbidden;           // the key by which the client runs no hooks; empty: it does
  std::string_view untrusted;      // how its user lets it run ours; empty: they are, or need not be

  bool is_connected() const { return !server.empty() || !hooks.empty(); }
};
ClientConnection look(const Client& client, const Places& places, const Ours& ours);

// What is known to be ours: what the receipts name, and the program that is running.
Ours ours_by(const Receipts& receipts);

struct Wrong {
  std::string text;        // empty: nothing
  bool is_broken = false;  // an installation puts it right, but not what the user has forbidden
};
// What is wrong with it. null: hooks are not run.
Wrong wrong_with(const ClientConnection& connection, HookTrial* trial);

}  // namespace aim::install
