#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "capture/secret_rules.h"

namespace aim::secret_rules {
namespace {

constexpr std::size_t longest_name = 64;

struct NameEnding {
  std::string_view text;
  Name name;
  bool apart = false;  // only as a word of its own within the name: "db_pass", not "compass"
};
// Letters and digits alone, in lower case: what a name ends with.
constexpr std::array endings = {
    NameEnding{"password", Name::password},
    NameEnding{"passwd", Name::password},
    NameEnding{"passwort", Name::password},
    NameEnding{"kennwort", Name::password},
    NameEnding{"passphrase", Name::password},
    NameEnding{"passcode", Name::password},
    NameEnding{"motdepasse", Name::password},
    NameEnding{"mdp", Name::password, true},
    NameEnding{"contraseña", Name::password},
    NameEnding{"contrasena", Name::password},
    NameEnding{"contrasenya", Name::password},
    NameEnding{"clave", Name::weak_password, true},
    NameEnding{"senha", Name::password, true},
    NameEnding{"wachtwoord", Name::password},
    NameEnding{"пароль", Name::password},
    NameEnding{"密码", Name::password},
    NameEnding{"parola", Name::password, true},
    NameEnding{"requirepass", Name::password},
    NameEnding{"masterauth", Name::password},
    NameEnding{"storepass", Name::password},
    NameEnding{"keypass", Name::password},
    NameEnding{"psk", Name::password, true},
    NameEnding{"presharedkey", Name::token},
    NameEnding{"pwd", Name::weak_password, true},
    NameEnding{"passw", Name::weak_password, true},
    NameEnding{"pass", Name::weak_password, true},
    NameEnding{"pw", Name::weak_password, true},
    NameEnding{"token", Name::token},
    NameEnding{"secret", Name::token},
    NameEnding{"secretkeybase", Name::token},
    NameEnding{"apikey", Name::token},
    NameEnding{"accesskey", Name::token},
    NameEnding{"secretkey", Name::token},
    NameEnding{"privatekey", Name::token},
    NameEnding{"encryptionkey", Name::token},
    NameEnding{"signingkey", Name::token},
    NameEnding{"masterkey", Name::token},
    NameEnding{"accountkey", Name::token},
    NameEnding{"storagekey", Name::token},
    NameEnding{"licensekey", Name::token},
    NameEnding{"authkey", Name::token},
    NameEnding{"appkey", Name::token},
    NameEnding{"fernetkey", Name::token},
    NameEnding{"subscriptionkey", Name::token},
    NameEnding{"sessionkey", Name::token},
    NameEnding{"credential", Name::token},
    NameEnding{"credentials", Name::token},
    NameEnding{"jwt", Name::token, true},
    NameEnding{"bearer", Name::token, true},
    NameEnding{"dsn", Name::token, true},
    NameEnding{"sig", Name::token, true},
    NameEnding{"xamzsignature", Name::token},
    NameEnding{"sessionid", Name::token, true},
    NameEnding{"sessid", Name::token},
    NameEnding{"connectsid", Name::token},
    NameEnding{"pin", Name::pin, true},
    NameEnding{"key", Name::key, true},
    NameEnding{"authorization", Name::header},
    NameEnding{"cookie", Name::cookies},
    NameEnding{"cookies", Name::cookies, true},
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
      out += ascii::lower(c);
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

// Whether any ending has these last two bytes: most words differ in them.
constexpr std::array<bool, 65'536> last_bytes = [] {
  std::array<bool, 65'536> known{};
  const auto note = [&](std::string_view text) {
    known[static_cast<std::size_t>(static_cast<unsigned char>(text[text.size() - 2])) << 8 |
          static_cast<unsigned char>(text.back())] = true;
  };
  for (const NameEnding& each : endings) note(each.text);
  note("passe");
  return known;
}();

bool may_end_so(std::string_view word) {
  const auto before = static_cast<unsigned char>(ascii::lower(word[word.size() - 2]));
  return last_bytes[static_cast<std::size_t>(before) << 8 |
                    static_cast<unsigned char>(ascii::lower(word.back()))] ||
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
    return ascii::lower(before) == "de" ? Name::password : Name::none;
  for (const NameEnding& each : endings) {
    if (name.back() != each.text.back() || !name.ends_with(each.text) ||
        (each.apart && !stands_apart(word, each.text.size())))
      continue;
    if (each.text == "token" && is_other_token(word, before))
      return Name::none;
    // The shell's own variables.
    if (each.text == "pwd" && (word == "PWD" || name == "oldpwd"))
      return Name::none;
    if (each.name == Name::key && name == "key")
      return std::ranges::find(of_keys, ascii::lower(before)) != of_keys.end() ? Name::token
                                                                               : Name::key;
    return each.name == Name::key ? Name::none : each.name;
  }
  return Name::none;
}

}  // namespace aim::secret_rules
