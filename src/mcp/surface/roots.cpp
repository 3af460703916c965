#include "mcp/surface/roots.h"

#include <boost/json.hpp>

#include "base/platform/system.h"
#include "mcp/protocol/rpc.h"
#include "net/query.h"
#include "op/project.h"

namespace aim::mcp {
namespace {

// "file:///home/me/my%20project"; nothing for other addresses.
std::string folder_of(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme))
    return {};
  uri.remove_prefix(scheme.size());
  uri.remove_prefix(std::min(uri.find('/'), uri.size()));  // a host: this one
  while (uri.size() > 1 && uri.ends_with('/')) uri.remove_suffix(1);
  std::string folder = net::decoded(uri, false).value_or("");
  // "/C:/Users/me"
  if (this_system == System::windows && folder.size() > 2 && folder[2] == ':')
    folder.erase(0, 1);
  return folder;
}

}  // namespace

bool has_roots(const json::value* capabilities) {
  return capabilities && capabilities->is_object() && capabilities->get_object().contains("roots");
}

json::object roots_request(std::string_view id) {
  return {{"id", id}, {"jsonrpc", "2.0"}, {"method", "roots/list"}};
}

std::vector<std::string> folders_of_roots(const json::object* result) {
  std::vector<std::string> folders;
  const json::value* roots = result ? result->if_contains("roots") : nullptr;
  if (!roots || !roots->is_array())
    return folders;
  for (const json::value& root : roots->get_array()) {
    const auto uri =
        root.is_object() ? text_of(root.get_object().if_contains("uri")) : std::nullopt;
    if (std::string folder = folder_of(uri.value_or("")); !folder.empty())
      folders.push_back(std::move(folder));
  }
  return folders;
}

ProjectIdentity project_of_roots(const json::object* result) {
  const auto folders = folders_of_roots(result);
  return folders.empty() ? ProjectIdentity() : op::project_of(folders.front());
}

}  // namespace aim::mcp
