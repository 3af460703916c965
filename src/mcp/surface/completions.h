// Completing what a user types into an argument: namespaces, tags and ids, of prompts and of
// resource templates.
#pragma once
#include <boost/json/fwd.hpp>

#include "mcp/protocol/rpc.h"

namespace aim {
struct Engine;
}

namespace aim::mcp {

// A completion request; views into its parameters.
struct AskedCompletion {
  std::string_view type, reference;  // name of a prompt, URI of a template
  std::string_view argument, value;
};
// Errors: invalid_params for a request without one of them; which references there are, its reader
// knows.
std::optional<Fault> read_completion(const json::object& params, AskedCompletion& out);
// For a reference to what is not there.
Fault unknown_reference();

// "completion": at most 100 values, the total, and whether there are more. Arguments that have
// nothing to complete have
// no values. Errors: invalid_params for a reference or an argument that is malformed or unknown.
std::optional<Fault> complete_argument(Engine& engine, const json::object& params,
                                       json::object& result);

}  // namespace aim::mcp
