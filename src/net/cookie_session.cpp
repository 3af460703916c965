#include "net/cookie_session.h"

#include <algorithm>
#include <charconv>

#include "base/seal.h"

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

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// The holder of a session that has not ended: "page UNTIL RANDOM HOLDER".
std::optional<std::string> holder_of(std::string_view sealed, WallTime now) {
  const auto text = unseal(sealed);
  if (!text || !text->starts_with(purpose))
    return std::nullopt;
  std::int64_t until = 0;
  const char* const begin = text->data() + purpose.size();
  const auto [end, error] = std::from_chars(begin, text->data() + text->size(), until);
  if (error != std::errc() || duration_cast<seconds>(now.time_since_epoch()).count() >= until)
    return std::nullopt;
  return text->substr(text->rfind(' ') + 1);
}

}  // namespace

Header begin_cookie_session(bool secure, WallTime now, std::string_view holder) {
  const auto until = duration_cast<seconds>((now + cookie_session_time).time_since_epoch()).count();
  std::string text(purpose);
  text.append(std::to_string(until)).append(" ").append(random_token()).append(" ").append(holder);
  return set_cookie(seal(text), cookie_session_time, secure);
}

Header end_cookie_session(bool secure) {
  return set_cookie({}, seconds(0), secure);
}

std::optional<std::string> cookie_session(const Head& head, WallTime now) {
  for (const Header& header : head.headers) {
    if (header.name != "cookie")
      continue;
    for (std::string_view rest = header.value; !rest.empty();) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view pair = trimmed(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
        if (auto holder = holder_of(pair.substr(name.size() + 1), now))
          return holder;
    }
  }
  return std::nullopt;
}

}  // namespace aim::net
