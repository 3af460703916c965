// The memory as resources: numbers, namespaces, memories; and templates for unlisted ones. A list
// is walked in a fixed order: numbers, namespaces by name, memories as they were made. Knows:
// operations. Must not know: eras, sessions.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>
#include <string_view>

#include "mcp/protocol/rpc.h"
#include "mcp/surface/surface.h"

namespace aim::mcp {

// "resources", and "nextCursor" when there are more than a page (100). `cursor`: empty for the
// first page.
// Errors: invalid_params for a cursor that was not issued here.
std::optional<Fault> list_resources(Engine& engine, std::string_view cursor, const ToolStyle& style,
                                    boost::json::object& result);

boost::json::array list_templates(const ToolStyle& style);

// "contents", as JSON. Errors: resource_not_found, with the uri in its data.
std::optional<Fault> read_resource(Engine& engine, std::string_view uri, const op::Caller& caller,
                                   boost::json::object& result);

// An error of the database, without private details. answer() adds the remedy (protocol/methods.h).
Fault internal(const Error& error);

}  // namespace aim::mcp
