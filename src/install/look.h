// What there is of a client on this machine: its folder, our server among its servers, our hooks;
// and whether those still work.
// Knows: clients, entries. Must not know: who asks. Reads files, changes none.
#pragma once
#include <string>
#include <vector>

#include "install/clients.h"
#include "install/hook_trial.h"

namespace aim::install {

struct Connection {
  bool there = false;              // the client's folder is
  std::string server;              // the program that our server names, or where it stands
  std::vector<std::string> hooks;  // commands of ours
  std::string forbidden;           // the key by which the client runs no hooks; empty: it does

  bool is_connected() const { return !server.empty() || !hooks.empty(); }
};
Connection look(const Client& client, const Places& places);

// What is wrong with it; empty: nothing. null: hooks are not run.
std::string wrong_with(const Connection& connection, HookTrial* trial);

}  // namespace aim::install
