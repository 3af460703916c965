#include "memory/project_identity.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "memory/rules.h"

namespace aim {
namespace {

constexpr std::string_view of_git = "git:", of_path = "path:";
constexpr std::size_t max_key_bytes = 500, mark_digits = 8, max_short_bytes = 100;

using Parts = std::vector<std::string_view>;

Parts parts_of(std::string_view path, std::string_view between) {
  Parts parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find_first_of(between), path.size());
    if (const auto part = path.substr(0, end); !part.empty() && part != ".")
      parts.push_back(part);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

std::string_view without_git(std::string_view name) {
  constexpr std::string_view ending = ".git";
  if (name.size() > ending.size() &&
      ascii::lower(name.substr(name.size() - ending.size())) == ending)
    name.remove_suffix(ending.size());
  return name;
}

// The last parts as a namespace; empty where there cannot be such a one.
std::string name_of_last(const Parts& parts, std::size_t count) {
  std::string name;
  for (std::size_t i = parts.size() - std::min(count, parts.size()); i < parts.size(); ++i) {
    const std::string level = as_name_space(parts[i]);
    if (level.empty())
      return {};
    name.append(name.empty() ? "" : "/").append(level);
  }
  return name;
}

void add_name(ProjectIdentity& project, std::string name) {
  if (name != "global" && check(rule::name_space, "namespace", name) &&
      std::ranges::find(project.names, name) == project.names.end())
    project.names.push_back(std::move(name));
}

// A key that any database can hold; and a name that is nobody else's.
void complete(ProjectIdentity& project, std::string_view last_part) {
  const std::string hash = sha256_hex(project.key);
  project.key = utf8::repaired(project.key);
  std::erase(project.key, '\0');
  if (project.key.size() > max_key_bytes)
    project.key = std::string(utf8::cut(project.key, max_key_bytes - hash.size())) + hash;
  project.short_name = as_name_space(last_part);
  const std::string last(utf8::cut(project.short_name, max_short_bytes));
  // Not with '-': "a-b" takes its standards from "a".
  add_name(project, (last.empty() ? "project" : last) + "~" + hash.substr(0, mark_digits));
}

struct Address {
  std::string host;  // empty: the path is one of this machine
  std::string_view path;
};

// "user@Host:port" as "host".
std::string host_of(std::string_view authority) {
  if (const std::size_t at = authority.rfind('@'); at != authority.npos)
    authority.remove_prefix(at + 1);
  const std::size_t colon = authority.rfind(':');
  if (colon != authority.npos &&
      authority.find_first_not_of("0123456789", colon + 1) == authority.npos)
    authority = authority.substr(0, colon);
  while (authority.ends_with('.')) authority.remove_suffix(1);
  // The hosts under which these services take ssh, some at the port of https.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> by_other_port{
      {{"ssh.dev.azure.com", "dev.azure.com"},
       {"ssh.github.com", "github.com"},
       {"altssh.gitlab.com", "gitlab.com"},
       {"altssh.bitbucket.org", "bitbucket.org"}}};
  std::string host = ascii::lower(authority);
  for (const auto& [other, usual] : by_other_port)
    if (host == other)
      return std::string(usual);
  return host.starts_with("www.") ? host.substr(4) : host;
}

Address address_of(std::string_view url) {
  if (const std::size_t scheme = url.find("://"); scheme != url.npos) {
    const bool is_file = ascii::lower(url.substr(0, scheme)) == "file";
    url.remove_prefix(scheme + 3);
    const std::size_t slash = std::min(url.find('/'), url.size());
    const std::string host = is_file ? std::string() : host_of(url.substr(0, slash));
    url.remove_prefix(slash);
    return {host, is_file ? url : url.substr(0, url.find_first_of("?#"))};
  }
  // "user@host:path"; not "C:\folder", nor a path with a colon in it.
  const std::size_t colon = url.find(':');
  if (colon == url.npos || url.find('/') < colon || is_windows_path(url))
    return {{}, url};
  if (url.starts_with('['))  // "[::1]:path"
    if (const std::size_t end = url.find("]:"); end != url.npos)
      return {host_of(url.substr(0, end + 1)), url.substr(end + 2)};
  return {host_of(url.substr(0, colon)), url.substr(colon + 1)};
}

// Services that take owner and name in any case.
bool ignores_case(std::string_view host) {
  constexpr std::array<std::string_view, 4> hosts{"github.com", "gitlab.com", "bitbucket.org",
                                                  "codeberg.org"};
  return std::ranges::find(hosts, host) != hosts.end();
}

}  // namespace

bool is_windows_path(std::string_view path) {
  const bool letter =
      !path.empty() && ascii::lower(path.front()) >= 'a' && ascii::lower(path.front()) <= 'z';
  return path.starts_with("\\\\") ||
         (letter && path.size() >= 3 && path[1] == ':' && (path[2] == '\\' || path[2] == '/'));
}

std::string as_name_space(std::string_view name) {
  std::string clean;
  for (std::size_t at = 0; at < name.size();) {
    const char32_t character = utf8::next(name, at);
    const bool control = character < 0x20 || (character >= 0x7f && character < 0xa0);
    const bool refused = control || character == U'\xFFFD' || character == U'/' ||
                         character == U'\\' || utf8::is_white_space(character);
    utf8::append(clean, refused ? U'-' : character);
  }
  clean = utf8::cut(clean, rule::name_space.max_bytes);
  return check(rule::name_space, "namespace", clean) ? clean : std::string();
}

ProjectIdentity identity_of_remote(std::string_view url) {
  const Address address = address_of(url);
  if (address.host.empty())
    return identity_of_path(without_git(address.path));
  Parts parts = parts_of(address.path, "/");
  if (!parts.empty() && parts.front() == "~")
    parts.erase(parts.begin());
  if (parts.empty())
    return {};
  parts.back() = without_git(parts.back());
  // Azure: "v3/org/project/name" over ssh is "org/project/_git/name" over https.
  if (address.host == "dev.azure.com" && parts.size() == 4 && parts.front() == "v3") {
    std::rotate(parts.begin(), parts.begin() + 1, parts.begin() + 3);
    parts[2] = "_git";
  }
  ProjectIdentity project;
  project.key = std::string(of_git).append(address.host);
  for (const std::string_view part : parts)
    project.key.append("/").append(ignores_case(address.host) ? ascii::lower(part)
                                                              : std::string(part));
  const std::string name = name_of_last(parts, parts.size());
  add_name(project, name);
  add_name(project, name.empty() ? name : as_name_space(address.host) + "/" + name);
  complete(project, parts.back());
  return project;
}

ProjectIdentity identity_of_path(std::string_view path) {
  const bool windows = is_windows_path(path);
  Parts parts = parts_of(path, windows ? "/\\" : "/");
  std::string key(of_path);
  for (std::size_t i = 0; i < parts.size(); ++i)
    key.append(windows && i == 0 ? "" : "/")
        .append(windows && i == 0 ? ascii::lower(parts[i]) : std::string(parts[i]));
  if (windows && !parts.empty() && parts.front().ends_with(':'))
    parts.erase(parts.begin());
  if (parts.empty())
    return {};
  ProjectIdentity project;
  project.key = std::move(key);
  add_name(project, name_of_last(parts, 1));
  add_name(project, name_of_last(parts, 2));
  complete(project, parts.back());
  return project;
}

ProjectIdentity identity_below(ProjectIdentity project, std::string_view below) {
  const Parts parts = parts_of(below, "/");
  if (!project || parts.empty())
    return project;
  const std::vector<std::string> names = std::move(project.names);
  project.names.clear();
  for (const std::string& name : names) add_name(project, name + "/" + name_of_last(parts, 8));
  project.key.append("#").append(below);
  complete(project, parts.back());
  project.short_name.clear();  // it was the whole project's
  return project;
}

bool is_name_of(std::string_view name, std::string_view key) {
  const std::size_t begin = key.starts_with(of_git) ? key.find('/') : key.rfind('/');
  if (name.empty() || begin == key.npos)
    return false;
  const std::string whole = ascii::lower(key.substr(begin + 1)), wanted = ascii::lower(name);
  const std::string last = whole.substr(whole.rfind('/') + 1);
  return wanted == whole || wanted == last || wanted == ascii::lower(as_name_space(last));
}

}  // namespace aim
