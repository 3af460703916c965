#include "net/guard.h"

#include <arpa/inet.h>

#include <cctype>

#include "base/ascii.h"
#include "base/hash.h"
#include "net/cookie_session.h"

namespace aim::net {
namespace {

// "localhost:9077" → "localhost"; "[::1]:80" → "[::1]". Nothing when it is no host with an optional
// port.
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
  return ascii::lower(host);
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& each) { return ascii::lower(each) == text; });
}

bool is_number(int family, std::string_view text) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(family, std::string(text).c_str(), address.data()) == 1;
}

// "192.168.1.5", "[fe80::1]".
bool is_address(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']'))
    return is_number(AF_INET6, host.substr(1, host.size() - 2));
  return is_number(AF_INET, host);
}

bool knows_host(std::string_view authority, const GuardOptions& options) {
  const auto host = host_of(authority);
  return host && (is_loopback(*host) || contains(options.hosts, *host) ||
                  (options.any_address && is_address(*host)));
}

// "http://localhost:80" is "http://localhost" (RFC 6454, 4). Nothing for what is no origin of the
// web.
std::optional<std::string> normal_origin(std::string_view text) {
  const std::string origin = ascii::lower(text);
  for (const auto& [scheme, port] : {std::pair("http://", ":80"), std::pair("https://", ":443")}) {
    const std::string_view whole(origin);
    if (!whole.starts_with(scheme))
      continue;
    const std::string_view authority = whole.substr(std::string_view(scheme).size());
    // No pattern, no path: what a browser would send.
    constexpr auto letters = "abcdefghijklmnopqrstuvwxyz0123456789.-_:[]";
    if (!host_of(authority) || authority.ends_with(':') ||
        authority.find_first_not_of(letters) != authority.npos)
      return std::nullopt;
    return whole.ends_with(port) ? origin.substr(0, origin.rfind(':')) : origin;
  }
  return std::nullopt;
}

// A page that this server has served itself, whose origin is the host that was asked. A proxy may
// speak TLS for it.
bool is_own_origin(std::string_view origin, const Head& head, const GuardOptions& options) {
  const auto given = normal_origin(origin);
  if (!given || head.over_unix_socket)
    return false;
  const std::string host(head.header("host"));
  const bool local = is_loopback(host_of(host).value_or(std::string()));
  return ((options.tls || !local) && given == normal_origin("https://" + host)) ||
         (!options.tls && given == normal_origin("http://" + host));
}

// A page of another site has caused the request, in a way that sends no Origin: an image, a form
// that only reads. Links to a page are followed, as people do.
bool is_caused_elsewhere(const Head& head, const Target& target) {
  const std::string_view site = head.header("sec-fetch-site");
  if (site.empty() || site == "same-origin" || site == "none" || head.has("origin"))
    return false;
  const bool follows_link = (head.method == "GET" || head.method == "HEAD") &&
                            head.header("sec-fetch-mode") == "navigate" &&
                            head.header("sec-fetch-dest") == "document";
  return !(target.page && follows_link);
}

// "Bearer <token>", the scheme in any case (RFC 9110, 11.1).
std::string_view bearer(std::string_view header) {
  constexpr std::string_view scheme = "bearer ";
  if (!ascii::begins_in_any_case(header, scheme))
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

Verdict refusal(int status, std::string sentence, std::optional<Remedy> remedy = {}) {
  return {Refused{status, std::move(sentence), std::move(remedy)}};
}

Verdict judge_caller(const Head& head, const GuardOptions& options, const Target& target) {
  const auto session =
      options.cookies && !head.has("authorization") ? cookie_session(head) : std::nullopt;
  const bool holds =
      session && (session->holder.empty() ? !options.token.empty()
                                          : options.keys && options.keys->holds(session->holder));
  if (holds) {
    if (session->proven || target.empty)
      return {std::nullopt, session->holder};
    return refusal(401,
                   "the cookie opens nothing without the proof that the page keeps in its browser");
  }
  std::string_view given = bearer(head.header("authorization"));
  if (given.empty())
    given = head.header("x-api-key");
  if (given.empty())
    return refusal(401, "a token is required: send it as \"Authorization: Bearer TOKEN\"");
  // Each is asked, whatever the other says.
  const bool owner = !options.token.empty() && same_secret(given, options.token);
  const auto holder = options.keys ? options.keys->holder_of(given) : std::nullopt;
  if (owner)
    return {};
  if (holder)
    return {std::nullopt, *holder};
  Verdict verdict = refusal(401, "the token is not one of this server");
  verdict.guessed = true;
  return verdict;
}

}  // namespace

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "[::1]" || host == "::1")
    return true;
  // Four numbers, so that 127.evil.example does not match.
  return host.starts_with("127.") && is_number(AF_INET, host);
}

bool is_origin(std::string_view text) {
  return normal_origin(text).has_value();
}

bool is_invited(std::string_view origin, const GuardOptions& options) {
  const auto given = normal_origin(origin);
  return given &&
         std::any_of(options.origins.begin(), options.origins.end(),
                     [&](const std::string& each) { return normal_origin(each) == given; });
}

bool asks_for_token(const GuardOptions& options) {
  return !options.token.empty() || (options.keys && options.keys->asked_for());
}

Verdict judge(const Head& head, const GuardOptions& options, const Target& target) {
  for (const std::string_view single :
       {"host", "origin", "authorization", "x-api-key", "content-length", "sec-fetch-site"})
    if (count(head, single) > 1)
      return refusal(400, "the header " + std::string(single) + " may be there only once");
  if (!head.over_unix_socket) {
    if (!head.has("host"))
      return refusal(400, "the header host is required");
    if (!knows_host(head.header("host"), options))
      return refusal(403, "this server does not go by that host name",
                     Remedy{"allow it", Means::option, "allow_host"});
  }
  if (head.has("origin") && !is_invited(head.header("origin"), options) &&
      !is_own_origin(head.header("origin"), head, options))
    return refusal(403, "pages of that origin may not use this server",
                   Remedy{"allow it", Means::option, "allow_origin"});
  if (is_caused_elsewhere(head, target))
    return refusal(403, "pages of other sites may not use this server");
  if (target.open_to_all || !asks_for_token(options))
    return {};
  return judge_caller(head, options, target);
}

std::chrono::milliseconds Guesses::failed(const std::string& address, Clock::time_point now) {
  const Lock lock(mutex_);
  if (!tries_.contains(address) && tries_.size() >= max_addresses)
    tries_.erase(std::min_element(tries_.begin(), tries_.end(), [](const auto& a, const auto& b) {
      return a.second.last < b.second.last;
    }));
  Tries& tries = tries_[address];
  const std::chrono::duration<double> rested = now - tries.last;
  // An hour of tries is forgiven within minutes: the count stops where the wait does.
  constexpr double most = free + 8;
  tries.count = std::clamp(tries.count - rested / forgiven_after, 0.0, most) + 1;
  tries.last = now;
  const int beyond = static_cast<int>(tries.count) - free;
  if (beyond <= 0)
    return std::chrono::milliseconds(0);
  return std::min(longest_wait, first_wait * (1 << (beyond - 1)));
}

std::size_t Guesses::size() const {
  const Lock lock(mutex_);
  return tries_.size();
}

}  // namespace aim::net
