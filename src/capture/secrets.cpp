#include "capture/secrets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace aim {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_alnum(char c) {
  return is_digit(c) || is_letter(c);
}
// Of base64url, of most tokens.
bool is_token_char(char c) {
  return is_alnum(c) || c == '-' || c == '_';
}
char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// A beginning, how many characters of a token follow it at least, and at most.
struct Shape {
  std::string_view start, kind;
  std::size_t least, most;
  std::string_view also = {};  // further characters of its tokens
};
constexpr std::array shapes = {
    Shape{"AKIA", "an access key of AWS", 16, 16},
    Shape{"ASIA", "an access key of AWS", 16, 16},
    Shape{"ghp_", "a token of GitHub", 30, 255},
    Shape{"gho_", "a token of GitHub", 30, 255},
    Shape{"ghu_", "a token of GitHub", 30, 255},
    Shape{"ghs_", "a token of GitHub", 30, 255},
    Shape{"ghr_", "a token of GitHub", 30, 255},
    Shape{"github_pat_", "a token of GitHub", 40, 255},
    Shape{"glpat-", "a token of GitLab", 20, 255},
    Shape{"xoxb-", "a token of Slack", 20, 255},
    Shape{"xoxp-", "a token of Slack", 20, 255},
    Shape{"xoxa-", "a token of Slack", 20, 255},
    Shape{"xoxs-", "a token of Slack", 20, 255},
    Shape{"xapp-", "a token of Slack", 20, 255},
    Shape{"sk-ant-", "an API key", 20, 255},
    Shape{"sk-proj-", "an API key", 20, 255},
    Shape{"sk-", "an API key", 32, 255},
    Shape{"sk_live_", "a key of Stripe", 16, 255},
    Shape{"rk_live_", "a key of Stripe", 16, 255},
    Shape{"AIza", "a key of Google", 35, 35},
    Shape{"ya29.", "a token of Google", 20, 1'000},
    Shape{"npm_", "a token of npm", 36, 36},
    Shape{"pypi-", "a token of PyPI", 50, 1'000},
    Shape{"hf_", "a token of Hugging Face", 30, 64},
    Shape{"SG.", "a key of SendGrid", 40, 255, "."},
    Shape{"dop_v1_", "a token of DigitalOcean", 64, 64},
    Shape{"hvs.", "a token of Vault", 24, 255},
    Shape{"AGE-SECRET-KEY-1", "a private key", 50, 64},
};

bool has_digit_and_letter(std::string_view text) {
  return std::ranges::any_of(text, is_digit) && std::ranges::any_of(text, is_letter);
}

// A text that people write has few different characters beside each other; a random one nearly all.
bool looks_random(std::string_view text) {
  std::array<int, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const int count : counts)
    if (count > 0) {
      const double share = count / static_cast<double>(text.size());
      bits -= share * std::log2(share);
    }
  return bits >= 3.0;
}

std::size_t run_from(std::string_view text, std::size_t at, std::string_view also) {
  std::size_t end = at;
  while (end < text.size() && (is_token_char(text[end]) || also.find(text[end]) != also.npos))
    ++end;
  return end - at;
}

Secret shaped(std::string_view text, std::size_t at) {
  for (const Shape& shape : shapes) {
    if (text[at] != shape.start.front() || !text.substr(at).starts_with(shape.start))
      continue;
    const std::size_t body = run_from(text, at + shape.start.size(), shape.also);
    const std::string_view token = text.substr(at + shape.start.size(), body);
    if (body >= shape.least && body <= shape.most && has_digit_and_letter(token) &&
        looks_random(token))
      return {shape.kind, at, shape.start.size() + body};
  }
  return {};
}

// Three parts of base64url, the first of which is the beginning of a JSON object.
Secret json_web_token(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("eyJ"))
    return {};
  const std::size_t head = run_from(text, at, {});
  std::size_t end = at + head;
  if (head < 10 || end >= text.size() || text[end] != '.' ||
      !text.substr(end + 1).starts_with("eyJ"))
    return {};
  end += 1 + run_from(text, end + 1, {});
  if (end >= text.size() || text[end] != '.')
    return {};
  end += 1 + run_from(text, end + 1, {});
  return {"a JSON web token", at, end - at};
}

Secret private_key(std::string_view text, std::size_t at) {
  constexpr std::string_view begin = "-----BEGIN ", end = "PRIVATE KEY";
  if (!text.substr(at).starts_with(begin))
    return {};
  const std::size_t head = text.find("-----", at + begin.size());
  if (head == text.npos || head - at > 80 || text.substr(at, head - at).find(end) == text.npos)
    return {};
  const std::size_t foot = text.find("-----END ", head);
  if (foot == text.npos)
    return {"a private key", at, text.size() - at};
  const std::size_t close = text.find("-----", foot + 9);
  return {"a private key", at, (close == text.npos ? text.size() : close + 5) - at};
}

// "scheme://user:password@host": the password alone.
Secret password_in_url(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("://"))
    return {};
  const std::size_t from = at + 3;
  const std::size_t end = std::min(text.find_first_of(" \t\n\r/\"'<>`", from), text.size());
  const std::string_view authority = text.substr(from, end - from);
  const std::size_t sign = authority.rfind('@');
  const std::size_t colon = authority.find(':');
  if (sign == authority.npos || colon == authority.npos || colon > sign || sign - colon < 4)
    return {};
  const std::string_view word = authority.substr(colon + 1, sign - colon - 1);
  if (word.starts_with("$") || word.starts_with("{") || word.starts_with("<") ||
      word.find_first_not_of('*') == word.npos || word.find_first_not_of('x') == word.npos)
    return {};
  return {"a password", from + colon + 1, word.size()};
}

constexpr std::array<std::string_view, 15> secret_names = {
    "password",   "passwd",        "pwd",        "passphrase",  "secret",
    "api_key",    "apikey",        "api-key",    "token",       "auth_token",
    "secret_key", "client_secret", "access_key", "private_key", "passwort"};

// What people write in the place of one.
bool is_placeholder(std::string_view value) {
  std::string folded;
  for (const char c : value) folded += small(c);
  for (const std::string_view word :
       {"your",  "example",  "changeme", "placeholder", "redacted", "xxxx",
        "****",  "....",     "none",     "null",        "true",     "false",
        "todo",  "required", "optional", "string",      "env",      "process.",
        "os.",   "getenv",   "config",   "settings",    "self.",    "args",
        "input", "request",  "secrets.", "vault",       "removed",  "hunter2example"})
    if (folded.find(word) != folded.npos)
      return true;
  return value.find_first_of("$<>{}()[]%") != value.npos;
}

// "password=…", "api_key: '…'", "TOKEN=…": the value alone. A name in the text, then its sign, then
// something that is no word.
Secret named_value(std::string_view text, std::size_t at) {
  if (at > 0 && is_letter(text[at - 1]))
    return {};
  std::size_t end = at;
  while (end < text.size() && (is_token_char(text[end]))) ++end;
  const std::string_view word = text.substr(at, std::min<std::size_t>(end - at, 64));
  if (end < text.size() && (text[end] == '"' || text[end] == '\''))
    ++end;
  while (end < text.size() && text[end] == ' ') ++end;
  // Few words have a sign behind them: the name is looked at after it.
  if (end >= text.size() || (text[end] != '=' && text[end] != ':'))
    return {};
  ++end;
  std::string name;
  for (const char c : word) name += small(c);
  const auto names_one = [&](std::string_view secret) { return name.ends_with(secret); };
  if (!std::ranges::any_of(secret_names, names_one))
    return {};
  while (end < text.size() && text[end] == ' ') ++end;
  const char quote = end < text.size() && (text[end] == '"' || text[end] == '\'') ? text[end] : 0;
  if (quote)
    ++end;
  std::size_t stop = end;
  while (stop < text.size() &&
         (quote ? text[stop] != quote && text[stop] != '\n'
                : std::string_view(" \t\r\n,;\"'`&|)").find(text[stop]) == std::string_view::npos))
    ++stop;
  std::string_view value = text.substr(end, stop - end);
  while (!quote && value.ends_with('.')) value.remove_suffix(1);
  const bool word_of_any_kind = std::ranges::all_of(value, is_letter);
  if (value.size() < 6 || value.size() > 512 || is_placeholder(value) || value.find("//") == 0 ||
      value.find("::") != value.npos || (word_of_any_kind && value.size() < 16) ||
      value.find(' ') != value.npos)
    return {};
  // A name of something, as code has it: "token: TokenKind", "password = user.password".
  if (!quote && !std::ranges::any_of(value, is_digit))
    return {};
  return {"a password", end, value.size()};
}

bool passes_luhn(std::string_view digits) {
  int sum = 0;
  bool twice = false;
  for (std::size_t i = digits.size(); i-- > 0; twice = !twice) {
    int number = digits[i] - '0';
    if (twice && (number *= 2) > 9)
      number -= 9;
    sum += number;
  }
  return sum % 10 == 0;
}

// Thirteen to sixteen digits, in one piece or in fours, that begin as cards do.
Secret card(std::string_view text, std::size_t at) {
  if (at > 0 &&
      (is_alnum(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '-' || text[at - 1] == '_'))
    return {};
  std::string digits;
  std::size_t end = at, groups = 1;
  char between = 0;
  while (end < text.size()) {
    const char c = text[end];
    if (is_digit(c)) {
      digits += c;
    } else if ((c == ' ' || c == '-') && (between == 0 || between == c) && end + 1 < text.size() &&
               is_digit(text[end + 1]) && digits.size() % 4 == 0 && digits.size() < 16) {
      between = c;
      ++groups;
    } else {
      break;
    }
    ++end;
  }
  const bool whole =
      groups == 1 ? digits.size() >= 15 && digits.size() <= 16 : groups == 4 && digits.size() == 16;
  const bool begins_so = digits.starts_with('4') || digits.starts_with('5') ||
                         digits.starts_with("34") || digits.starts_with("37") ||
                         digits.starts_with("6011") || digits.starts_with("65");
  const bool ends = end >= text.size() || (!is_alnum(text[end]) && text[end] != '_');
  if (!whole || !begins_so || !ends || !passes_luhn(digits) ||
      digits.find_first_not_of(digits.front()) == digits.npos)
    return {};
  return {"the number of a card", at, end - at};
}

Secret secret_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  const bool inside = at > 0 && is_alnum(text[at - 1]);
  if (c == '-')
    return private_key(text, at);
  if (c == ':')
    return password_in_url(text, at);
  if (is_digit(c))
    return inside ? Secret() : card(text, at);
  if (!is_letter(c) || inside)
    return {};
  if (Secret found = shaped(text, at); found.bytes > 0)
    return found;
  if (Secret found = json_web_token(text, at); found.bytes > 0)
    return found;
  return named_value(text, at);
}

}  // namespace

std::vector<Secret> secrets_in(std::string_view text) {
  std::vector<Secret> found;
  for (std::size_t at = 0; at < text.size();) {
    const Secret one = secret_at(text, at);
    if (one.bytes == 0) {
      ++at;
      continue;
    }
    found.push_back(one);
    at = one.at + one.bytes;
  }
  return found;
}

std::string without_secrets(std::string_view text) {
  std::string out;
  std::size_t from = 0;
  for (const Secret& each : secrets_in(text)) {
    out.append(text.substr(from, each.at - from)).append(removed_secret);
    from = each.at + each.bytes;
  }
  return out.append(text.substr(from));
}

std::string secrets_warning(std::string_view field, std::string_view text) {
  const auto found = secrets_in(text);
  if (found.empty())
    return {};
  const std::string_view before = text.substr(0, found.front().at);
  std::string sentence(field);
  sentence.append(" holds what looks like ").append(found.front().kind);
  sentence.append(" (line ");
  sentence.append(std::to_string(1 + std::count(before.begin(), before.end(), '\n'))).append(")");
  if (found.size() > 1)
    sentence.append(" and ").append(std::to_string(found.size() - 1)).append(" more");
  return sentence.append("; it was stored as it is: delete the memory if that was not meant");
}

}  // namespace aim
