// How a service of models is reached and what may be spent on it, as the configuration says.
// Knows: keys and where they are kept. Must not know: what the service is asked.
// Errors: unavailable, naming the key of config.toml.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "llm/endpoint.h"
#include "llm/ledger.h"

namespace aim::llm {

enum class Protocol { ollama, openai };
std::string_view name_of(Protocol protocol);

struct Settings {
  Protocol protocol = Protocol::ollama;
  std::string url, model;
  std::string key;                 // goes before the file
  std::filesystem::path key_file;  // empty: none
  bool plain_http = false;         // http to other machines too
  std::chrono::seconds connect_timeout{3}, timeout{60};
  int retries = 2;
  Limits limits;
  std::filesystem::path ledger;  // empty: no place is known
  Names names = {};
};

// The host of the address, for messages.
std::string host_of(std::string_view url);
// Reads the file of the key; asks nothing.
Result<std::unique_ptr<Endpoint>> make_endpoint(const Settings& settings);

}  // namespace aim::llm
