#include "mcp/surface/resource_uri.h"

#include "net/query.h"

namespace aim::mcp {
namespace {

constexpr std::string_view scheme = "memory://", name_spaces = "namespace/", tags = "tag/",
                           histories = "history/", stats = "stats";

constexpr std::size_t max_uri_bytes = 1'024;  // the longest name, every byte of it escaped

std::optional<ResourceUri> named(ResourceKind kind, std::string_view rest) {
  auto name = net::decoded(rest, false);
  if (!name || name->empty())
    return std::nullopt;
  return ResourceUri{kind, std::move(*name)};
}

}  // namespace

std::optional<ResourceUri> parse_uri(std::string_view uri) {
  if (uri.size() > max_uri_bytes || !uri.starts_with(scheme))
    return std::nullopt;
  uri.remove_prefix(scheme.size());
  if (uri == stats)
    return ResourceUri{ResourceKind::stats, {}};
  if (uri.starts_with(name_spaces))
    return named(ResourceKind::name_space, uri.substr(name_spaces.size()));
  if (uri.starts_with(tags))
    return named(ResourceKind::tag, uri.substr(tags.size()));
  if (uri.starts_with(histories))
    return named(ResourceKind::history, uri.substr(histories.size()));
  return named(ResourceKind::memory, uri);
}

std::string stats_uri() {
  return std::string(scheme).append(stats);
}
std::string name_space_uri(std::string_view name) {
  return std::string(scheme).append(name_spaces).append(net::encoded(name));
}
std::string memory_uri(std::string_view id) {
  return std::string(scheme).append(net::encoded(id));
}

std::string uri_of(const ResourceUri& uri) {
  switch (uri.kind) {
    case ResourceKind::stats:
      return stats_uri();
    case ResourceKind::name_space:
      return name_space_uri(uri.name);
    case ResourceKind::tag:
      return std::string(scheme).append(tags).append(net::encoded(uri.name));
    case ResourceKind::history:
      return std::string(scheme).append(histories).append(net::encoded(uri.name));
    case ResourceKind::memory:
      return memory_uri(uri.name);
  }
  return {};
}

}  // namespace aim::mcp
