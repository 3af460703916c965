// What there is of a client on this machine: its folder, our server among its servers, our hooks;
// and whether those still work.
// Knows: clients, entries. Must not know: who asks. Reads files, changes none.
#pragma once
#include <filesystem>

#include "install/clients.h"
#include "install/hook_trial.h"
#include "install/ours.h"
#include "install/receipts.h"

namespace aim::install {

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
