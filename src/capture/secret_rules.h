// The rules by which secrets_in() finds secrets, each a function from a place in a text to the
// secret there. Every rule looks a bounded way ahead, so that the cost stays proportional to the
// text.
// Knows: texts. Must not know: who stores them. Pure functions; any thread.
#pragma once
#include "base/ascii.h"
#include "base/std.h"

namespace aim {
struct Secret;
}

namespace aim::secret_rules {

using ascii::is_alnum, ascii::is_digit, ascii::is_letter, ascii::is_lower, ascii::is_upper;

// Characters of base64url, as in most tokens.
inline bool is_token_char(char c) {
  return is_alnum(c) || c == '-' || c == '_';
}
inline bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
inline char char_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}
bool contains(std::string_view text, std::string_view part);
// Whether a word may begin here: after a blank, a sign, or an escaped line end ("\n" in JSON).
bool begins_word(std::string_view text, std::size_t at);
std::size_t past_blanks(std::string_view text, std::size_t at);

// A set of pairs of bytes, made by the compiler: a bit each, 8 KB in all. It rejects most words
// before a list is searched for them.
class BytePairs {
 public:
  static constexpr std::size_t number_of(char first, char second) {
    return static_cast<std::size_t>(static_cast<unsigned char>(first)) << 8 |
           static_cast<unsigned char>(second);
  }
  constexpr void add(char first, char second) {
    const std::size_t pair = number_of(first, second);
    bits_[pair / 8] = static_cast<std::uint8_t>(bits_[pair / 8] | 1U << pair % 8);
  }
  constexpr bool has(char first, char second) const {
    const std::size_t pair = number_of(first, second);
    return (bits_[pair / 8] >> pair % 8 & 1U) != 0;
  }

 private:
  std::array<std::uint8_t, 65'536 / 8> bits_{};
};

// ---- names (secret_names.cpp) ----

// The kind of value that a name announces: "DB_PASSWORD", "apiKey", "mot de passe".
enum class Name {
  none,
  password,
  weak_password,  // "pass", "pwd", "pw": names of other things too
  token,
  pin,
  key,     // "key": a secret only where the sentence says of what
  header,  // "Authorization"
  cookies
};
// `before`: the word before it, for names of two words.
Name name_of_secret(std::string_view word, std::string_view before);

// ---- values (secret_values.cpp) ----

// Where a value was found, which says how much it has to look like a secret.
enum class ValueForm { assigned, quoted, prose, flag };
bool is_placeholder(std::string_view value);
// Random letters and digits, as tokens are.
bool looks_random(std::string_view value);
// The same, of what stands behind the well-known beginning of a token: no words.
bool has_no_words(std::string_view value);
bool is_secret_value(std::string_view value, Name name, ValueForm place);

struct Value {
  std::size_t at = 0, bytes = 0, end = 0;  // `end`: behind the closing quote
  bool quoted = false;
  std::string_view in(std::string_view text) const { return text.substr(at, bytes); }
};
// The value that begins here, in quotes or up to what ends it; 0 bytes: none.
Value value_at(std::string_view text, std::size_t at);

// ---- rules ----
// Each returns the secret that begins at or soon after `at`; 0 bytes: none.

inline constexpr std::string_view access_key_of_aws = "an access key of AWS";
Secret shaped_token(std::string_view text, std::size_t at);
Secret token_by_its_parts(std::string_view text, std::size_t at);
Secret json_web_token(std::string_view text, std::size_t at);
Secret secret_behind_access_key(std::string_view text, std::size_t at);  // behind the key's id
Secret azure_client_secret(std::string_view text, std::size_t at);
Secret telegram_token(std::string_view text, std::size_t at);
Secret card_number(std::string_view text, std::size_t at);
Secret webhook(std::string_view text, std::size_t at);          // at "://"
Secret password_in_url(std::string_view text, std::size_t at);  // at "://"

// Blocks of lines that end far away: where the next one ends is searched for once.
class PrivateKeys {
 public:
  Secret find(std::string_view text, std::size_t at);

 private:
  std::size_t end_ = 0;  // the next known end of a block
};

// "password=…", "the password is …", "Authorization: …". `word` is the name at `at`.
Secret named_value(std::string_view text, std::size_t at, std::string_view word,
                   std::string_view before);
// "dXNlcjpwYXNz": base64 of a user and a password.
Secret basic_credentials(std::string_view text, std::size_t at);
// A user and a password without a name: "auth=(…, …)", "credentials are user/password", the line of
// a .pgpass, the values of an INSERT. `word` is the word at `at`.
Secret password_beside_user(std::string_view text, std::size_t at, std::string_view word);
Secret password_in_pgpass(std::string_view text, std::size_t at);  // at a ":"
// The values of a header or flag that identify a session.
void cookies(std::string_view text, std::size_t at, std::vector<Secret>& found);

// Arguments of well-known programs ("curl -u", "mysql -p"): follows the words of a line.
class Commands {
 public:
  void word(std::string_view word);
  void end_of_line() { program_ = nullptr; }
  // At a "-" that begins an argument.
  void flag(std::string_view text, std::size_t at, std::vector<Secret>& found) const;
  struct Program;

 private:
  void short_flag(std::string_view text, std::size_t begin, std::string_view name,
                  std::vector<Secret>& found) const;
  const Program* program_ = nullptr;
};

}  // namespace aim::secret_rules
