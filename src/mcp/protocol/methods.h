// The methods that both eras have, as rows: lists, tools/call, reading resources, prompts,
// completions (C2).
// Knows: a surface: its tools, resources, prompts. Must not know: frames, sessions, transports.
// Threads: any; keeps nothing.
#pragma once
#include <boost/json/fwd.hpp>

#include "mcp/protocol/caller_identity.h"
#include "mcp/protocol/rpc.h"
#include "mcp/surface/surface.h"
#include "memory/project_identity.h"

namespace aim::mcp {

// Context of a request.
struct Context {
  Engine& engine;
  const Offer& offer;
  ToolStyle style;
  bool stateless = false;
  bool asks = false;  // the user can be asked: tools that remove much then ask first
  std::optional<UserAnswer> answered;  // answer of the user
  std::function<bool()> stop;
  std::function<void(const op::Progress&)> progress;
  CallerIdentity identity = {};
  std::function<void(std::string_view)> warn = {};  // for clients that want to hear of warnings
  const ProjectIdentity* project = nullptr;         // by the session's roots; null: the offer's
};

// One of the three. Neither fault nor question: the result is complete.
struct Outcome {
  std::optional<Fault> fault;
  std::optional<Question> question;  // for the user, before the call runs
};

// Errors: method_not_found for other methods.
Outcome answer(std::string_view method, const json::object& params, const Context& context,
               json::object& result);

bool is_method(std::string_view method);
// Whether the call may wait for the database's lock, or for a language model.
bool writes(std::string_view method, const json::object& params, const Surface& surface);

// How long a client of the modern era may keep a result. Nothing: the method has no such hint.
struct Caching {
  std::int64_t ttl_ms;
  std::string_view scope;
};
std::optional<Caching> caching_of(std::string_view method);

}  // namespace aim::mcp
