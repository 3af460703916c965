#include "net/guard.h"

#include <algorithm>
#include <cctype>

#include "base/hash.h"

namespace aim::net {
namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
  return low;
}

// "localhost:9077" → "localhost"; "[::1]:80" → "[::1]". Nothing when it is no host with an optional port.
std::optional<std::string> host_of(std::string_view authority) {
  const std::size_t colon =
      authority.starts_with('[') ? authority.find(':', authority.find(']')) : authority.find(':');
  const std::string_view host = authority.substr(0, colon);
  if (host.empty() || host.find_first_of("/@?#, ") != host.npos ||
      (host.starts_with('[') && !host.ends_with(']')))
    return std::nullopt;
  if (colon != authority.npos) {
    const std::string_view port = authority.substr(colon + 1);
    if (port.size() > 5 || !std::all_of(port.begin(), port.end(),
                                        [](unsigned char byte) { return std::isdigit(byte); }))
      return std::nullopt;
  }
  return lower(host);
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& each) { return lower(each) == text; });
}

// "192.168.1.5", "[fe80::1]".
bool is_address(std::string_view host) {
  return host.starts_with('[') || host.find_first_not_of("0123456789.") == host.npos;
}

bool knows_host(std::string_view authority, const GuardOptions& options) {
  const auto host = host_of(authority);
  return host && (is_loopback(*host) || contains(options.hosts, *host) ||
                  (options.any_address && is_address(*host)));
}

bool knows_origin(std::string_view given, const GuardOptions& options) {
  const std::string origin = lower(given);
  if (contains(options.origins, origin))
    return true;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!origin.starts_with(scheme))
      continue;
    const auto host = host_of(std::string_view(origin).substr(scheme.size()));
    return host && is_loopback(*host);
  }
  return false;
}

// "Bearer <token>", the scheme in any case (RFC 9110, 11.1).
std::string_view bearer(std::string_view header) {
  constexpr std::string_view scheme = "bearer ";
  if (lower(header.substr(0, scheme.size())) != scheme)
    return {};
  header.remove_prefix(scheme.size());
  while (header.starts_with(' ')) header.remove_prefix(1);
  return header;
}

std::size_t count(const Head& head, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(head.headers.begin(), head.headers.end(),
                    [&](const Header& each) { return each.name == name; }));
}

}  // namespace

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "[::1]" || host == "::1")
    return true;
  if (!host.starts_with("127."))
    return false;
  // Four numbers, so that 127.evil.example is none.
  return std::count(host.begin(), host.end(), '.') == 3 && host.size() <= 15 &&
         std::all_of(host.begin(), host.end(),
                     [](unsigned char byte) { return std::isdigit(byte) || byte == '.'; });
}

std::optional<Refused> refused(const Head& head, const GuardOptions& options, bool open_to_all) {
  for (const std::string_view single : {"host", "origin", "authorization", "content-length"})
    if (count(head, single) > 1)
      return Refused{400, "the header " + std::string(single) + " may be there only once"};
  if (!head.over_unix_socket) {
    if (!head.has("host"))
      return Refused{400, "the header host is required"};
    if (!knows_host(head.header("host"), options))
      return Refused{403, "this server does not go by that host name; allow it with --allow-host"};
  }
  if (head.has("origin") && !knows_origin(head.header("origin"), options))
    return Refused{403,
                   "pages of that origin may not use this server; allow it with --allow-origin"};
  if (open_to_all || options.token.empty())
    return std::nullopt;
  const std::string_view given = bearer(head.header("authorization"));
  if (given.empty())
    return Refused{401, "a token is required: send it as \"Authorization: Bearer TOKEN\""};
  if (!same_secret(given, options.token))
    return Refused{401, "the token is not the one of this server"};
  return std::nullopt;
}

}  // namespace aim::net
