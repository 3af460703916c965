// The memory as resources: numbers, namespaces, memories; and templates for unlisted ones. A list
// is walked in a fixed order: numbers, namespaces by name, memories as they were made. Knows:
// operations. Must not know: eras, sessions.
#pragma once
#include <boost/json/fwd.hpp>

#include "mcp/protocol/rpc.h"
#include "mcp/surface/surface.h"

namespace aim::mcp {

// The addresses of resources: memory://stats, memory://namespace/{ns}, memory://tag/{tag},
// memory://history/{id}, memory://{id}. Pure.
enum class ResourceKind { stats, name_space, tag, history, memory };

struct ResourceUri {
  ResourceKind kind;
  std::string name;  // name of the namespace or tag, or the id; decoded
};

// Nothing for what is no such address.
std::optional<ResourceUri> parse_uri(std::string_view uri);

// How we write it, however the client did.
std::string uri_of(const ResourceUri& uri);

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
