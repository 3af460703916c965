// What there is of a client on this machine: its folder, our server among its servers, our hooks; and whether those still work.
// Knows: clients, entries. Must not know: who asks. Reads files, changes none.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/install/clients.h"

namespace aim::install {

struct Connection {
  bool there = false;              // the client's folder is
  std::string server;              // the program that our server names, or where it stands
  std::vector<std::string> hooks;  // commands of ours

  bool is_connected() const { return !server.empty() || !hooks.empty(); }
};
Connection look(const Client& client, const Places& places);

// Runs hooks as a client would, with an event that changes nothing, each command once.
class HookTrial {
 public:
  // What is wrong; empty: nothing. Clients have commands in common.
  std::string run(const std::string& command);

 private:
  std::map<std::string, std::string> tried_;
};

// What is wrong with it; empty: nothing. null: hooks are not run.
std::string wrong_with(const Connection& connection, HookTrial* trial);

}  // namespace aim::install
