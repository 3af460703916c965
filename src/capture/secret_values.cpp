#include <cmath>

#include "base/ascii.h"
#include "capture/plain_words.h"
#include "capture/secret_rules.h"

namespace aim::secret_rules {
namespace {

constexpr std::size_t longest_value = 4'096, longest_password = 128;

// Words that people write, and programs print, in place of a value.
constexpr std::string_view placeholder_words =
    "password|passwd|passwort|pass|pw|pwd|secret|token|apikey|key|changeme|changeit|example|"
    "placeholder|redacted|removed|hidden|masked|none|null|nil|true|false|undefined|required|"
    "optional|nullable|string|str|text|varchar|char|bytes|bool|boolean|int|number|any|object|"
    "unknown|void|todo|tbd|empty|unset|default|dummy|prompt|ask|vault|keychain|keyring|env|header|"
    "query|body|basic|bearer|weak|strong|medium|strict|enabled|disabled|test|username|user|value|"
    "sample";
// Words of messages and labels, which no passphrase of people has among its few.
constexpr std::string_view message_words =
    "password|passwort|token|key|secret|must|please|enter|required|invalid|least|your|are|not|"
    "does|forgot|wrong|reset|change|confirm|characters|current|incorrect|expired|failed|bitte|"
    "muss|falsch|contraseña|passe|too|should|cannot|missing|empty|match";
// Letters of names with a number that mean a kind, not a value: "SHA-256", "base64-encoded".
constexpr std::string_view kinds =
    "sha|md|aes|argon|argonid|bcrypt|scrypt|pbkdf|base|oauth|utf|rsa|hs|rs|es|x|int|uint|float|"
    "http|ed|hmac|v|iso|rfc|char|varchar|str|utc|bytes";

struct Letters {
  std::size_t lower = 0, upper = 0, digits = 0, blanks = 0, joins = 0, signs = 0, high = 0;
  std::size_t in_words = 0;       // small letters, three and more in a row
  std::size_t longest_lower = 0;  // small letters in a row
  std::size_t turns = 0;          // changes between small and capital letters and digits
  std::size_t letters() const { return lower + upper + high; }
};
Letters letters_of(std::string_view value) {
  Letters count;
  int before = 0;
  std::size_t row = 0;
  for (const char c : value) {
    const int kind = is_lower(c) ? 1 : is_upper(c) ? 2 : is_digit(c) ? 3 : 0;
    count.lower += kind == 1 ? 1 : 0;
    count.upper += kind == 2 ? 1 : 0;
    row = kind == 1 ? row + 1 : 0;
    count.in_words += row == 3 ? 3 : row > 3 ? 1 : 0;
    count.longest_lower = std::max(count.longest_lower, row);
    count.digits += kind == 3 ? 1 : 0;
    if (kind == 0) {
      if (is_blank(c))
        ++count.blanks;
      else if (static_cast<unsigned char>(c) >= 0x80)
        ++count.high;
      else if (c == '-' || c == '_' || c == '.' || c == '/' || c == ':' || c == '\'')
        ++count.joins;
      else
        ++count.signs;
    }
    count.turns += before != 0 && kind != 0 && kind != before ? 1 : 0;
    before = kind;
  }
  return count;
}

double bits_of(std::string_view text) {
  std::array<int, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const int count : counts)
    if (count > 0) {
      const double share = count / static_cast<double>(text.size());
      bits -= share * std::log2(share);
    }
  return bits;
}

// "db-credentials-v2", "very_strict": words that are joined, with a number at most.
bool is_joined_words(const Letters& count) {
  return count.signs == 0 && count.high == 0 && count.digits <= 2 && count.joins > 0 &&
         (count.lower == 0 || count.upper == 0) && count.turns <= 2;
}

bool is_path(std::string_view value) {
  const bool begins = value.starts_with("/") || value.starts_with("./") ||
                      value.starts_with("../") || value.starts_with("~/") ||
                      (value.size() > 2 && is_letter(value[0]) && value[1] == ':' &&
                       (value[2] == '\\' || value[2] == '/'));
  if (!begins)
    return false;
  // Keys in base64 begin with a slash too.
  const Letters count = letters_of(value);
  return value.find_first_of("+=") == value.npos && count.turns < 8;
}

// "user.password", "form.value", "a::b": names of a program.
bool is_code(std::string_view value, const Letters& count) {
  if (contains(value, "::") || contains(value, "->") || contains(value, "=>") ||
      contains(value, "?.") || contains(value, "();") || contains(value, "()"))
    return true;
  const std::size_t call = value.find_first_of("([{");
  const bool name_first = call != value.npos && call > 0 &&
                          std::ranges::all_of(value.substr(0, call),
                                              [](char c) { return is_token_char(c) || c == '.'; });
  if (name_first)
    return true;
  if (count.signs > 0 || count.blanks > 0 || value.find_first_of("/:-'") != value.npos)
    return false;
  bool starts = true;
  for (const char c : value) {
    if (starts && !is_letter(c) && c != '_')
      return false;
    starts = c == '.';
  }
  const std::string name = ascii::lower(value);
  if (value.find('.') != value.npos)  // "Apfel.mus7" is a password
    return (count.digits < 4 || count.longest_lower >= 6) &&
           !(is_digit(value.back()) && is_upper(value.front()) && count.upper == 1);
  if (count.digits == 0)
    return value.size() < 12 || !looks_random(value);
  return count.digits == 1 && name_of_secret(name, {}) != Name::none;
}

bool is_kind(std::string_view value, const Letters& count) {
  if (count.signs > 0 || value.size() > 20)
    return false;
  std::string name;
  for (const char c : value)
    if (is_letter(c))
      name += ascii::lower(c);
  for (const std::string_view end : {"encoded", "encrypted", "hashed", "based", "bit"})
    if (name.size() > end.size() && name.ends_with(end))
      name.resize(name.size() - end.size());
  return ascii::is_one_of(name, kinds);
}

bool is_message(std::string_view value) {
  std::size_t words = 0, said = 0;
  each_plain_word(value, {}, [&](const std::string& word) {
    ++words;
    said += ascii::is_one_of(word, message_words) ? 1U : 0U;
  });
  return said > 0 || words > 8;
}

bool is_password(std::string_view value, const Letters& count, Name name, ValueForm place) {
  const bool literal = place == ValueForm::quoted;
  if (value.size() > longest_password || count.letters() + count.digits < 3)
    return false;
  if (count.blanks > 0)
    return literal && !is_blank(value.front()) && !is_blank(value.back()) &&
           name != Name::weak_password && value.size() >= 8 && !is_message(value);
  if (is_kind(value, count))
    return false;
  if (count.letters() == 0)
    return name == Name::password && count.digits >= 6 && count.joins == 0 &&
           place != ValueForm::prose;
  if (place == ValueForm::flag)
    return count.digits + count.signs > 0 || (count.upper > 0 && count.lower > 0) ||
           (literal && value.size() >= 6);
  if (place == ValueForm::prose && (value.find('=') != value.npos || value.front() == '-'))
    return false;  // "rate=0.97", a flag
  if (count.digits == 0 && name_of_secret(value, {}) != Name::none)
    return false;  // "challengePassword"
  if (name == Name::weak_password && place == ValueForm::prose && count.digits == 0)
    return false;
  const bool mixed = count.digits > 0 || count.signs > 0;
  if (place == ValueForm::prose && count.digits == 0 && count.joins > 0 && count.signs == 0)
    return count.upper > 1 && count.lower > 0 && count.joins > 1;  // "Mond-und-Sterne"
  // "8-character", "2nd", "1Password"
  if (place == ValueForm::prose && is_digit(value.front()) && count.digits <= 2 &&
      count.upper <= 1 && count.signs == 0)
    return false;
  if (name == Name::weak_password)
    return mixed && value.find('/') == value.npos && value.find('\\') == value.npos &&
           ((count.upper > 0 && count.lower > 0) || count.signs > 0 ||
            ((literal || count.digits >= 2) && !is_joined_words(count) && value.size() >= 6));
  if (mixed)
    return value.size() >= 5 || place != ValueForm::prose;
  return literal && value.size() >= 5 && (count.joins == 0 || count.upper > 0);
}

bool is_token(std::string_view value, const Letters& count, ValueForm place) {
  if (count.blanks > 0 || count.letters() == 0 || value.size() < 8)
    return false;
  if (is_kind(value, count) || is_joined_words(count) ||
      (count.digits == 0 && name_of_secret(value, {}) != Name::none))
    return false;
  if (place == ValueForm::prose)
    return value.size() >= 16 && looks_random(value);
  if (count.digits > 0)
    return looks_random(value) || count.digits >= 2 || count.signs > 0;
  return looks_random(value) || (place == ValueForm::quoted && count.signs > 0 && count.upper > 0);
}

}  // namespace

bool looks_random(std::string_view value) {
  const Letters count = letters_of(value);
  if (count.blanks > 0 || value.size() < 8)
    return false;
  const double letters = static_cast<double>(count.letters() + count.digits);
  // Hexadecimal digits turn less often than letters of both sizes.
  const double turns = static_cast<double>(count.turns) / std::max(letters, 1.0);
  return bits_of(value) >= 2.8 && turns >= (count.digits > 0 ? 0.2 : 0.3) &&
         (count.digits > 0 || (count.upper > 2 && count.lower > 2 &&
                               static_cast<double>(count.in_words) < 0.55 * letters));
}

bool has_no_words(std::string_view value) {
  const Letters count = letters_of(value);
  const double letters = static_cast<double>(count.letters() + count.digits);
  return bits_of(value) >= 2.8 && count.digits > 0 && count.blanks == 0 &&
         static_cast<double>(count.in_words) < 0.4 * letters;
}

bool is_placeholder(std::string_view value) {
  if (value.empty())
    return true;
  if (value.front() == '<' || value.front() == '[' || value.starts_with("${") ||
      value.starts_with("{{") || value.starts_with("$(") || value.starts_with("{") ||
      value.starts_with("%(") || value.starts_with("!") || value.starts_with("@Microsoft.") ||
      value.starts_with("(") || value.starts_with("`") || value.starts_with("=") ||
      value.starts_with("ENC["))
    return true;
  if (value.front() == '$' && value.size() > 1 && (is_letter(value[1]) || value[1] == '_')) {
    const auto end =
        std::ranges::find_if(value.substr(1), [](char c) { return !is_alnum(c) && c != '_'; });
    if (end == value.end() || *end == '/' || *end == '.')
      return true;
  }
  if (value.front() == '%' && value.back() == '%')
    return true;
  const std::string low = ascii::lower(value);
  for (const std::string_view sign : {"xxxx", "***", "...", "…", "•••", "${", "$(", "{{"})
    if (contains(low, sign))
      return true;
  if (value.find_first_not_of(value.front()) == value.npos)
    return true;
  std::string first, second;
  std::size_t words = 0;
  each_plain_word(low, {}, [&](const std::string& word) {
    ++words;
    (first.empty() ? first : second) = word;
  });
  if (first == "your" || second == "your" || (first == "my" && words <= 3))
    return true;
  // "changeme123", but "password123" is what people take for one.
  std::string_view base = first;
  while (first.starts_with("change") && !base.empty() && is_digit(base.back()))
    base.remove_suffix(1);
  return (words == 1 && std::ranges::all_of(base, is_lower) && letters_of(value).signs == 0 &&
          ascii::is_one_of(base, placeholder_words)) ||
         (words == 2 && ascii::is_one_of(first, placeholder_words) &&
          ascii::is_one_of(second, placeholder_words));
}

bool is_secret_value(std::string_view value, Name name, ValueForm place) {
  if (value.size() < 4 || value.size() > longest_value || is_placeholder(value))
    return false;
  const Letters count = letters_of(value);
  if (name == Name::pin)
    return value.size() <= 8 && count.digits == value.size();
  if (contains(value, "://") || is_path(value))
    return false;
  if (place != ValueForm::quoted && is_code(value, count))
    return place == ValueForm::flag && count.upper > 0 && count.lower > 0 && count.joins == 0 &&
           name != Name::token && value.find_first_of("([{:>") == value.npos;
  if (name == Name::password || name == Name::weak_password)
    return is_password(value, count, name, place);
  if (name == Name::key)
    return value.size() >= 20 && looks_random(value);
  return is_token(value, count, place);
}

namespace {

struct Quote {
  std::string_view open, close;
};
constexpr std::array quotes = {Quote{"\\\"", "\\\""}, Quote{"\\'", "\\'"}, Quote{"\"", "\""},
                               Quote{"'", "'"},       Quote{"`", "`"},     Quote{"“", "”"},
                               Quote{"„", "“"},       Quote{"«", "»"},     Quote{"‘", "’"}};

bool names_another(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at < 40 && (is_token_char(text[end]) || text[end] == '.'))
    ++end;
  return end > at && char_at(text, end) == '=';
}

// Whether an unquoted value ends before this character.
bool ends_at(std::string_view text, std::size_t from, std::size_t at) {
  const char c = text[at], next = char_at(text, at + 1);
  const bool last = next == '\0' || next == ' ' || next == '\n' || next == '\r' || next == '\t' ||
                    next == '"' || next == '\'' || next == '`';
  switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '"':
    case '`':
    case ';':
    case '|':
    case '<':
      return true;
    case '\'':  // "c'est"
      return at == from || !is_letter(text[at - 1]) || !is_letter(next);
    case '\\':
      return next == 'n' || next == 'r' || next == 't' || next == '"' || next == '\'';
    case ',':
    case '&':
      return last || names_another(text, at + 1);
    case ')':
    case ']':
    case '}': {
      const char open = c == ')' ? '(' : c == ']' ? '[' : '{';
      return text.substr(from, at - from).find(open) == std::string_view::npos;
    }
    case '?':
    case '.':
      return last;
    default:
      return false;
  }
}

}  // namespace

Value value_at(std::string_view text, std::size_t at) {
  for (const Quote& quote : quotes) {
    if (!text.substr(at, quote.open.size()).starts_with(quote.open))
      continue;
    const std::size_t from = at + quote.open.size();
    const std::string_view rest = text.substr(from, longest_value);
    std::size_t end = rest.find(quote.close);
    if (quote.open == "\"" || quote.open == "'")  // what is escaped does not close
      while (end != rest.npos && end > 0 && rest[end - 1] == '\\')
        end = rest.find(quote.close, end + 1);
    if (end == rest.npos || rest.substr(0, end).find('\n') != rest.npos ||
        (quote.open == "`" && rest.substr(0, end).find(' ') != rest.npos))  // a command
      return {};
    return {from, end, from + end + quote.close.size(), true};
  }
  std::size_t end = at;
  while (end < text.size() && end - at <= longest_value && !ends_at(text, at, end)) ++end;
  while (end > at && (text[end - 1] == ',' || text[end - 1] == ':')) --end;
  return {at, end - at, end, false};
}

}  // namespace aim::secret_rules
