#include <algorithm>
#include <array>

#include "capture/secret_rules.h"

namespace aim::secret_rules {
namespace {

constexpr std::size_t longest_name = 64;

struct Ending {
  std::string_view text;
  Name name;
  bool apart = false;  // only as a word of its own within the name: "db_pass", not "compass"
};
// Letters and digits alone, in lower case: what a name ends with.
constexpr std::array endings = {
    Ending{"password", Name::password},
    Ending{"passwd", Name::password},
    Ending{"passwort", Name::password},
    Ending{"kennwort", Name::password},
    Ending{"passphrase", Name::password},
    Ending{"passcode", Name::password},
    Ending{"motdepasse", Name::password},
    Ending{"mdp", Name::password, true},
    Ending{"contraseña", Name::password},
    Ending{"contrasena", Name::password},
    Ending{"contrasenya", Name::password},
    Ending{"clave", Name::weak_password, true},
    Ending{"senha", Name::password, true},
    Ending{"wachtwoord", Name::password},
    Ending{"пароль", Name::password},
    Ending{"密码", Name::password},
    Ending{"parola", Name::password, true},
    Ending{"requirepass", Name::password},
    Ending{"masterauth", Name::password},
    Ending{"storepass", Name::password},
    Ending{"keypass", Name::password},
    Ending{"psk", Name::password, true},
    Ending{"presharedkey", Name::token},
    Ending{"pwd", Name::weak_password, true},
    Ending{"passw", Name::weak_password, true},
    Ending{"pass", Name::weak_password, true},
    Ending{"pw", Name::weak_password, true},
    Ending{"token", Name::token},
    Ending{"secret", Name::token},
    Ending{"secretkeybase", Name::token},
    Ending{"apikey", Name::token},
    Ending{"accesskey", Name::token},
    Ending{"secretkey", Name::token},
    Ending{"privatekey", Name::token},
    Ending{"encryptionkey", Name::token},
    Ending{"signingkey", Name::token},
    Ending{"masterkey", Name::token},
    Ending{"accountkey", Name::token},
    Ending{"storagekey", Name::token},
    Ending{"licensekey", Name::token},
    Ending{"authkey", Name::token},
    Ending{"appkey", Name::token},
    Ending{"fernetkey", Name::token},
    Ending{"subscriptionkey", Name::token},
    Ending{"sessionkey", Name::token},
    Ending{"credential", Name::token},
    Ending{"credentials", Name::token},
    Ending{"jwt", Name::token, true},
    Ending{"bearer", Name::token, true},
    Ending{"dsn", Name::token, true},
    Ending{"sig", Name::token, true},
    Ending{"xamzsignature", Name::token},
    Ending{"sessionid", Name::token, true},
    Ending{"sessid", Name::token},
    Ending{"connect.sid", Name::token},
    Ending{"pin", Name::pin, true},
    Ending{"key", Name::key, true},
    Ending{"authorization", Name::header},
    Ending{"cookie", Name::cookies},
    Ending{"cookies", Name::cookies, true},
};

// Tokens that are no secrets: pages, counts, words of a model, colours.
constexpr std::array<std::string_view, 46> other_tokens = {
    "max",     "min",      "next",       "page",       "previous", "prev",    "continuation",
    "cursor",  "sync",     "eos",        "bos",        "pad",      "unk",     "sep",
    "cls",     "mask",     "stop",       "start",      "end",      "special", "count",
    "total",   "prompt",   "completion", "cached",     "input",    "output",  "num",
    "per",     "design",   "color",      "colour",     "resume",   "skip",    "change",
    "delta",   "scroll",   "paging",     "pagination", "first",    "last",    "sample",
    "current", "position", "lookahead",  "placeholder"};
// A key of two words: "api key", "account key".
constexpr std::array<std::string_view, 19> of_keys = {
    "api",     "access",  "secret",  "account",      "license", "licence", "encryption",
    "signing", "fernet",  "storage", "master",       "auth",    "private", "shared",
    "app",     "session", "service", "subscription", "deploy"};

// The name without its signs, in lower case.
std::string folded(std::string_view word) {
  std::string out;
  for (const char c : word)
    if (c != '_' && c != '-' && c != '.')
      out += small(c);
  return out;
}

// Whether the last `bytes` letters of the name are a word of their own: "db_pass", "dbPass".
bool stands_apart(std::string_view word, std::size_t bytes) {
  if (word.size() <= bytes)
    return word.size() == bytes;
  const char first = word[word.size() - bytes], before = word[word.size() - bytes - 1];
  return before == '_' || before == '-' || before == '.' || is_digit(before) ||
         (is_upper(first) && is_lower(before));
}

bool is_other_token(std::string_view word, std::string_view before) {
  std::string_view rest = before;
  const std::string name = folded(word), other = folded(before);
  if (name == "token" || name == "key")
    rest = other;
  else
    rest = std::string_view(name).substr(0, name.size() - std::min<std::size_t>(5, name.size()));
  return std::ranges::any_of(other_tokens,
                             [&](std::string_view each) { return rest.ends_with(each); });
}

// Whether any ending has these last two bytes: most words are told apart by them.
constexpr std::array<bool, 65'536> last_bytes = [] {
  std::array<bool, 65'536> known{};
  const auto note = [&](std::string_view text) {
    known[static_cast<std::size_t>(static_cast<unsigned char>(text[text.size() - 2])) << 8 |
          static_cast<unsigned char>(text.back())] = true;
  };
  for (const Ending& each : endings) note(each.text);
  note("passe");
  return known;
}();

bool may_end_so(std::string_view word) {
  const auto before = static_cast<unsigned char>(small(word[word.size() - 2]));
  return last_bytes[static_cast<std::size_t>(before) << 8 |
                    static_cast<unsigned char>(small(word.back()))] ||
         !is_alnum(word[word.size() - 2]);
}

}  // namespace

Name name_of_secret(std::string_view word, std::string_view before) {
  while (!word.empty() &&
         (word.back() == '-' || word.back() == '_' || word.back() == '.' || is_digit(word.back())))
    word.remove_suffix(1);
  if (word.size() < 2 || word.size() > longest_name || !may_end_so(word))
    return Name::none;
  const std::string name = folded(word);
  if (name == "passe")
    return lowered(before) == "de" ? Name::password : Name::none;
  for (const Ending& each : endings) {
    if (name.back() != each.text.back() || !name.ends_with(each.text) ||
        (each.apart && !stands_apart(word, each.text.size())))
      continue;
    if (each.text == "token" && is_other_token(word, before))
      return Name::none;
    // The shell's own variables.
    if (each.text == "pwd" && (word == "PWD" || name == "oldpwd"))
      return Name::none;
    if (each.name == Name::key && name == "key")
      return std::ranges::find(of_keys, lowered(before)) != of_keys.end() ? Name::token : Name::key;
    return each.name == Name::key ? Name::none : each.name;
  }
  return Name::none;
}

}  // namespace aim::secret_rules
