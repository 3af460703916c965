#include "net/cookie_session.h"

#include <charconv>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/sealed_stream.h"

namespace aim::net {
namespace {

using std::chrono::duration_cast;
using std::chrono::seconds;

constexpr std::string_view name = "ai-memory-session";
// Other texts of ours are sealed with the same key: this one says what it is for.
constexpr std::string_view purpose = "page ";

Header set_cookie(std::string_view value, seconds life, bool secure) {
  std::string cookie(name);
  cookie.append("=").append(value).append("; Path=/; HttpOnly; SameSite=Strict; Max-Age=");
  cookie += std::to_string(life.count());
  if (secure)
    cookie += "; Secure";
  return {"Set-Cookie", std::move(cookie)};
}

// A session that has not ended: "page UNTIL HASH HOLDER".
std::optional<CookieSession> session_in(std::string_view sealed, std::string_view proof,
                                        WallTime now) {
  const auto text = unseal(sealed);
  if (!text || !text->starts_with(purpose))
    return std::nullopt;
  std::int64_t until = 0;
  const char* const begin = text->data() + purpose.size();
  const auto [end, error] = std::from_chars(begin, text->data() + text->size(), until);
  if (error != std::errc() || duration_cast<seconds>(now.time_since_epoch()).count() >= until)
    return std::nullopt;
  const std::string_view rest(end, text->data() + text->size());
  const std::size_t blank = rest.rfind(' ');
  const std::string_view hash = blank == rest.npos || blank == 0 ? "" : rest.substr(1, blank - 1);
  const bool proven = same_secret(sha256_hex(proof), hash);
  return CookieSession{std::string(rest.substr(blank + 1)), proven};
}

}  // namespace

BegunSession begin_cookie_session(bool secure, WallTime now, std::string_view holder) {
  const auto until = duration_cast<seconds>((now + cookie_session_time).time_since_epoch()).count();
  BegunSession begun;
  begun.proof = random_token();
  std::string text(purpose);
  text.append(std::to_string(until)).append(" ");
  text.append(sha256_hex(begun.proof)).append(" ").append(holder);
  begun.cookie = set_cookie(seal(text), cookie_session_time, secure);
  return begun;
}

std::optional<CookieSession> cookie_session(const Head& head, WallTime now) {
  const std::string_view proof = head.header(cookie_proof_header);
  for (const Header& header : head.headers) {
    if (header.name != "cookie")
      continue;
    for (std::string_view rest = header.value; !rest.empty();) {
      const std::string_view pair = ascii::trimmed(ascii::take_part(rest, ';'), " ");
      if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
        if (auto session = session_in(pair.substr(name.size() + 1), proof, now))
          return session;
    }
  }
  return std::nullopt;
}

}  // namespace aim::net
