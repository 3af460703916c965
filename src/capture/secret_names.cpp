#include "base/ascii.h"
#include "capture/secret_rules.h"

namespace aim::secret_rules {
namespace {

constexpr std::size_t longest_name = 64;

// Endings of names of secrets: letters and digits only, in lower case.
constexpr std::string_view of_passwords[] = {
    "password",   "passwd",     "passwort",    "kennwort",    "passphrase",  "passcode",
    "motdepasse", "contraseña", "contrasena",  "contrasenya", "wachtwoord",  "пароль",
    "密码",       "パスワード", "비밀번호",    "hasło",       "lösenord",    "adgangskode",
    "salasana",   "jelszó",     "heslo",       "şifre",       "requirepass", "masterauth",
    "storepass",  "keypass",    "securestring"};
constexpr std::string_view of_passwords_apart[] = {"mdp", "senha", "parola", "psk"};
constexpr std::string_view of_tokens[] = {
    "presharedkey", "token",      "secret",        "secretkeybase", "apikey",    "accesskey",
    "secretkey",    "privatekey", "encryptionkey", "signingkey",    "masterkey", "accountkey",
    "storagekey",   "licensekey", "authkey",       "appkey",        "fernetkey", "subscriptionkey",
    "sessionkey",   "credential", "credentials",   "xamzsignature", "sessid",    "connectsid"};
constexpr std::string_view of_tokens_apart[] = {"jwt", "bearer", "dsn", "sig", "sessionid"};
constexpr std::string_view of_pins[] = {"pin"};
constexpr std::string_view of_headers[] = {"authorization"};
constexpr std::string_view of_cookie[] = {"cookie"};
constexpr std::string_view of_cookies[] = {"cookies"};
constexpr std::string_view of_weak_passwords[] = {"clave", "pwd", "passw", "pass", "pw"};
constexpr std::string_view of_key[] = {"key"};
struct NameEndings {
  Name name;
  bool apart;  // only as a word of its own within the name: "db_pass", not "compass"
  std::span<const std::string_view> texts;
};
// Longer endings before those that they end with.
constexpr std::array all_endings = {
    NameEndings{Name::password, false, of_passwords},
    NameEndings{Name::password, true, of_passwords_apart},
    NameEndings{Name::token, false, of_tokens},
    NameEndings{Name::token, true, of_tokens_apart},
    NameEndings{Name::pin, true, of_pins},
    NameEndings{Name::header, false, of_headers},
    NameEndings{Name::cookies, false, of_cookie},
    NameEndings{Name::cookies, true, of_cookies},
    NameEndings{Name::weak_password, true, of_weak_passwords},
    NameEndings{Name::key, true, of_key},
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
constexpr std::string_view of_keys =
    "api|access|secret|account|license|licence|encryption|signing|fernet|storage|master|auth|"
    "private|shared|app|session|service|subscription|deploy|wpa|wifi|wlan";

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

// The pairs of bytes with which the endings end, or those one byte before: most words differ in one
// of them. An ending of two bytes has any before.
constexpr BytePairs pairs_of_endings(std::size_t from_end) {
  BytePairs known;
  const auto note = [&](std::string_view text) {
    const std::size_t end = text.size() - from_end;
    if (end > 1)
      known.add(text[end - 2], text[end - 1]);
    else
      for (int before = 0; before < 256; ++before) known.add(static_cast<char>(before), text[0]);
  };
  for (const NameEndings& endings : all_endings)
    for (const std::string_view text : endings.texts) note(text);
  note("passe");
  return known;
}
constexpr BytePairs last_bytes = pairs_of_endings(0), bytes_before_last = pairs_of_endings(1);

bool may_end_so(std::string_view word) {
  const std::size_t size = word.size();
  const char last = ascii::lower(word[size - 1]), second = ascii::lower(word[size - 2]);
  if (!is_alnum(second))
    return true;
  const char third = size > 2 ? ascii::lower(word[size - 3]) : '_';
  return last_bytes.has(second, last) && (!is_alnum(third) || bytes_before_last.has(third, second));
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
  for (const auto& [kind, apart, texts] : all_endings)
    for (const std::string_view text : texts) {
      if (name.back() != text.back() || !name.ends_with(text) ||
          (apart && !stands_apart(word, text.size())))
        continue;
      if (text == "token" && is_other_token(word, before))
        return Name::none;
      // The shell's own variables.
      if (text == "pwd" && (word == "PWD" || name == "oldpwd"))
        return Name::none;
      if (kind == Name::key && name == "key")
        return ascii::is_one_of(ascii::lower(before), of_keys) ? Name::token : Name::key;
      return kind == Name::key ? Name::none : kind;
    }
  return Name::none;
}

}  // namespace aim::secret_rules
