// Passwords next to a user name, in a place that identifies them.
#include "base/ascii.h"
#include "capture/secret_rules.h"
#include "capture/secrets.h"

namespace aim::secret_rules {
namespace {

constexpr std::size_t farthest_pair = 120;

Secret password(const Value& value) {
  return {"a password", value.at, value.bytes};
}

// auth=("user", "password"), new PDO('mysql:host=db', 'user', 'password'): an argument behind the
// first.
Secret later_argument(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 8);
  const std::size_t open = rest.find_first_not_of("=(: ");
  if (open == rest.npos || rest.substr(0, open).find('(') == rest.npos)
    return {};
  at += open;
  for (int argument = 0; argument < 4; ++argument) {
    const Value value = value_at(text, at);
    if (value.bytes == 0)
      return {};
    if (argument > 0 && value.quoted &&
        is_secret_value(value.in(text), Name::password, ValueForm::assigned))
      return password(value);
    at = past_blanks(text, value.end);
    if (char_at(text, at) == ',')
      at = past_blanks(text, at + 1);
    else if (value.quoted)
      return {};
  }
  return {};
}

// "credentials are user/password", "login: user:password"
Secret both_in_one(std::string_view text, std::size_t at) {
  for (int words = 0; words < 4; ++words) {
    while (is_blank(char_at(text, at)) || char_at(text, at) == ':' || char_at(text, at) == '=')
      ++at;
    Value value = value_at(text, at);
    if (text.substr(value.end).starts_with(" / ")) {  // user / password
      const Value word = value_at(text, value.end + 3);
      value = {value.at, word.at + word.bytes - value.at, word.end, false};
    }
    const std::string_view said = value.in(text);
    const std::size_t sign = said.find_first_of("/:");
    if (value.bytes == 0)
      return {};
    if (sign != said.npos && sign > 0) {
      const std::size_t from = past_blanks(said, sign + 1);
      const std::string_view word = said.substr(from);
      const bool one = word.find_first_of("/:") == word.npos && !is_digit(said.front());
      return one && is_secret_value(word, Name::weak_password, ValueForm::prose)
                 ? Secret{"a password", value.at + from, word.size()}
                 : Secret();
    }
    at = value.end;
  }
  return {};
}

// echo PASSWORD | sudo -S
Secret echoed(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, farthest_pair);
  const std::size_t pipe = rest.find('|');
  if (pipe == rest.npos || rest.substr(0, pipe).find('\n') != rest.npos)
    return {};
  const std::string_view after = rest.substr(pipe);
  if (!contains(after, "sudo -S") && !contains(after, "passwd --stdin") &&
      !contains(after, "--password-stdin") && !contains(after, "chpasswd"))
    return {};
  std::size_t from = past_blanks(text, at);
  while (char_at(text, from) == '-')
    from = past_blanks(text, std::min(text.find(' ', from), text.size()));
  Value value = value_at(text, from);
  if (const std::size_t sign = value.in(text).find(':');
      sign != std::string_view::npos && contains(after, "chpasswd"))
    value = {value.at + sign + 1, value.bytes - sign - 1, value.end, value.quoted};
  const std::string_view word = value.in(text);
  return word.size() >= 4 && word.front() != '$' && !is_placeholder(word) ? password(value)
                                                                          : Secret();
}

// INSERT INTO users (name, password) VALUES ('anna', 'password')
Secret inserted(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 512);
  const std::size_t open = rest.find('('), close = rest.find(')');
  if (open == rest.npos || close == rest.npos || close < open)
    return {};
  std::size_t column = 0;
  bool found = false;
  for (std::size_t from = open + 1; from < close && !found;) {
    const std::size_t end = std::min(rest.find(',', from), close);
    std::string_view name = rest.substr(from, end - from);
    while (!name.empty() && !is_token_char(name.front())) name.remove_prefix(1);
    while (!name.empty() && !is_token_char(name.back())) name.remove_suffix(1);
    found = name_of_secret(name, {}) == Name::password;
    column += found ? 0 : 1;
    from = end + 1;
  }
  const std::size_t values = rest.find('(', close);
  if (!found || values == rest.npos || values - close > 20)
    return {};
  std::size_t from = at + values + 1;
  for (std::size_t i = 0;; ++i) {
    const Value value = value_at(text, past_blanks(text, from));
    if (value.bytes == 0)
      return {};
    if (i == column)
      return value.quoted && is_secret_value(value.in(text), Name::password, ValueForm::quoted)
                 ? password(value)
                 : Secret();
    from = past_blanks(text, value.end);
    if (char_at(text, from) != ',')
      return {};
    ++from;
  }
}

}  // namespace

Secret password_beside_user(std::string_view text, std::size_t at, std::string_view word) {
  constexpr std::array<std::string_view, 12> calls = {
      "auth", "HTTPBasicAuth", "basic_auth",     "basicAuth",     "WiFi.begin", "login",
      "PDO",  "mysqli",        "mysqli_connect", "getConnection", "connect",    "authenticate"};
  constexpr std::array<std::string_view, 5> sentences = {"credentials", "creds", "login",
                                                         "zugangsdaten", "logins"};
  constexpr std::array<std::string_view, 5> users = {"root", "admin", "administrator", "sa",
                                                     "postgres"};
  const std::size_t end = at + word.size();
  const char first = ascii::lower(word.front());
  if (first == 'e' && word == "echo")
    return echoed(text, end);
  if (first == 'i' && word.size() == 6 && ascii::lower(word) == "insert")
    return inserted(text, end);
  const std::string_view call = word.substr(word.starts_with("WiFi") ? 0 : word.rfind('.') + 1);
  if (std::ranges::find(calls, call) != calls.end())
    if (const Secret found = later_argument(text, end); found.bytes > 0)
      return found;
  if (word == "auth")  // "auth": "dXNlcjpwYXNz" of a registry
    if (const std::string_view rest = text.substr(end, 8); rest.starts_with("\":"))
      if (const Value value = value_at(text, past_blanks(text, end + 2)); value.quoted)
        return basic_credentials(text, value.at);
  if (word == "_auth" && char_at(text, end) == '=')  // in settings of npm
    return basic_credentials(text, past_blanks(text, end + 1));
  if (word.size() >= 5 && word.size() <= 12 &&
      std::ranges::find(sentences, ascii::lower(word)) != sentences.end())
    return both_in_one(text, end);
  if (char_at(text, end) == ':' && std::ranges::find(users, word) != users.end()) {
    const Value value = value_at(text, end + 1);
    const std::string_view said = value.in(text);
    if (std::ranges::any_of(said, is_upper) && std::ranges::any_of(said, is_digit) &&
        is_secret_value(said, Name::weak_password, ValueForm::prose))
      return password(value);
  }
  return {};
}

// host:5432:database:user:password
Secret password_in_pgpass(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && end - at <= 6 && is_digit(text[end])) ++end;
  if (end - at < 5 || char_at(text, end) != ':')
    return {};
  bool named = false;  // and not a part of an address of the Internet
  for (int part = 0; part < 2; ++part) {
    const std::size_t from = end + 1;
    end = from;
    while (end < text.size() && end - from < 64 && (is_token_char(text[end]) || text[end] == '*'))
      ++end;
    if (end == from || char_at(text, end) != ':')
      return {};
    named = named || text.substr(from, end - from).find_first_not_of("0123456789abcdefABCDEF") !=
                         std::string_view::npos;
  }
  const Value value = value_at(text, end + 1);
  return value.bytes > 0 && named && value.in(text).find(':') == std::string_view::npos &&
                 is_secret_value(value.in(text), Name::password, ValueForm::assigned)
             ? password(value)
             : Secret();
}

}  // namespace aim::secret_rules
