// Completing what a user types into an argument: namespaces, tags and ids, of prompts and of resource templates.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>

#include "mcp/protocol/rpc.h"

namespace aim {
struct Engine;
}

namespace aim::mcp {

// "completion": at most 100 values, the total, and whether there are more. Arguments that have nothing to complete have
// no values. Errors: invalid_params for a reference or an argument that is malformed or unknown.
std::optional<Fault> complete_argument(Engine& engine, const json::object& params,
                                       json::object& result);

}  // namespace aim::mcp
