// The addresses of resources: memory://stats, memory://namespace/{ns}, memory://tag/{tag},
// memory://history/{id}, memory://{id}. Pure.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace aim::mcp {

enum class ResourceKind { stats, name_space, tag, history, memory };

struct ResourceUri {
  ResourceKind kind;
  std::string name;  // name of the namespace or tag, or the id; decoded
};

// Nothing for what is no such address.
std::optional<ResourceUri> parse_uri(std::string_view uri);

std::string stats_uri();
std::string name_space_uri(std::string_view name);
std::string memory_uri(std::string_view id);
// How we write it, however the client did.
std::string uri_of(const ResourceUri& uri);

}  // namespace aim::mcp
