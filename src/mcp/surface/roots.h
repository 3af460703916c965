// Roots: the folders that a client of the legacy era works in, asked for once it says that it has
// some. The first is the project (S42).
// Knows: the protocol's words for roots. Must not know: sessions, how messages travel.
#pragma once
#include <boost/json/fwd.hpp>

#include "memory/project_identity.h"

namespace aim::mcp {

// Whether a client with these capabilities can be asked. `capabilities` may be null.
bool has_roots(const boost::json::value* capabilities);

boost::json::object roots_request(std::string_view id);

// The folders among the roots, in their order. `result` may be null: the client failed.
std::vector<std::string> folders_of_roots(const boost::json::object* result);
// The project of the first root with a file URI; none without one.
ProjectIdentity project_of_roots(const boost::json::object* result);

}  // namespace aim::mcp
