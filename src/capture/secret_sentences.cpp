// Values that a name announces: assignments of programs and settings, headers, sentences.
#include "base/ascii.h"
#include "base/base64.h"
#include "capture/secret_rules.h"
#include "capture/secrets.h"

namespace aim::secret_rules {
namespace {

constexpr std::size_t longest_reach = 100;  // bytes from a name to the value of its sentence

std::string_view kind_of(Name name) {
  switch (name) {
    case Name::password:
    case Name::weak_password:
      return "a password";
    case Name::pin:
      return "a PIN";
    default:
      return "a token";
  }
}

Secret secret_of(std::string_view text, const Value& value, Name name, ValueForm place) {
  if (value.bytes == 0 ||
      !is_secret_value(value.in(text), name, value.quoted ? ValueForm::quoted : place))
    return {};
  return {kind_of(name), value.at, value.bytes};
}

// Behind what closes a quoted name: "name", 'name', ["name"], \"name\".
std::size_t past_quotes(std::string_view text, std::size_t at) {
  while (char_at(text, at) == '"' || char_at(text, at) == '\'' || char_at(text, at) == '`' ||
         char_at(text, at) == ']' || char_at(text, at) == '?' ||
         (char_at(text, at) == '\\' &&
          (char_at(text, at + 1) == '"' || char_at(text, at + 1) == '\'')) ||
         (char_at(text, at) == '*' && char_at(text, at + 1) == '*'))
    at += text[at] == '\\' || text[at] == '*' ? 2U : 1U;
  return at;
}

// Behind the sign that assigns: "=", ":", ":=", "=>", "->", "==="; the same place: no such sign.
std::size_t past_sign(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  at = past_blanks(text, at);
  for (const std::string_view sign : {"===", "!==", "==", "!=", "=>", ":=", "->", "=", ":", "："})
    if (text.substr(at).starts_with(sign)) {
      at += sign.size();
      // Emphasis of Markdown around the name and its sign.
      if (text.substr(at).starts_with("**"))
        at += 2;
      return past_blanks(text, at);
    }
  return begin;
}

// "password: String = …": the sign behind a type.
std::size_t past_type(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at < 40 &&
         (is_alnum(text[end]) || text[end] == '<' || text[end] == '>' || text[end] == '[' ||
          text[end] == ']' || text[end] == '?' || text[end] == '.' || text[end] == '_' ||
          text[end] == '|' || text[end] == ' '))
    ++end;
  if (end == at || char_at(text, end) != '=' || char_at(text, end + 1) == '=' ||
      char_at(text, end + 1) == '>' || text[end - 1] != ' ')
    return at;
  return past_blanks(text, end + 1);
}

// "process.env.X || 'value'": the default value.
Secret fallback_value(std::string_view text, std::size_t at, Name name) {
  const std::string_view rest = text.substr(at, longest_reach);
  const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size()));
  for (const std::string_view sign : {"|| ", "?? ", " or ", ", "}) {
    const std::size_t found = line.find(sign);
    if (found == line.npos)
      continue;
    const std::size_t from = at + found + sign.size();
    if (char_at(text, from) != '"' && char_at(text, from) != '\'')
      continue;
    const Value value = value_at(text, from);
    const ValueForm place = contains(value.in(text), " ") ? ValueForm::assigned : ValueForm::quoted;
    if (value.bytes > 0 && is_secret_value(value.in(text), name, place))
      return {kind_of(name), value.at, value.bytes};
  }
  return {};
}

Secret assigned_value(std::string_view text, std::size_t at, Name name) {
  if (const std::size_t behind = past_type(text, at); behind != at)
    if (const Secret found = secret_of(text, value_at(text, behind), name, ValueForm::assigned);
        found.bytes > 0)
      return found;
  // Prefixes of strings: b"…", @"…", and "base64:…" of a framework.
  if ((ascii::lower(char_at(text, at)) == 'b' || char_at(text, at) == '@' ||
       char_at(text, at) == 'r') &&
      (char_at(text, at + 1) == '"' || char_at(text, at + 1) == '\''))
    ++at;
  if (text.substr(at).starts_with("base64:"))
    at += 7;
  const Value value = value_at(text, at);
  if (const Secret found = secret_of(text, value, name, ValueForm::assigned); found.bytes > 0)
    return found;
  return value.quoted ? Secret() : fallback_value(text, at, name);
}

bool is_environment(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
}

// "DB_PASSWORD=geheim": a shell and its files take a word as it is; in a program it would be a
// name.
Secret word_of_environment(std::string_view text, std::size_t at) {
  const Value value = value_at(text, at);
  const std::string_view word = value.in(text);
  const char after = char_at(text, value.end);
  const bool plain = word.size() >= 5 && std::ranges::all_of(word, is_letter) &&
                     (text[at - 1] == '=' || after == '\0' || after == '\n' || after == '\r');
  return plain && !value.quoted && !is_placeholder(word) && !is_environment(word) &&
                 name_of_secret(word, {}) == Name::none
             ? Secret{"a password", value.at, value.bytes}
             : Secret();
}

// "…;Password=three blind mice;": words, which in a program would have signs among them.
Secret words_of_connection(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find_first_of(";\n\r\"'(){}+", at), text.size());
  const std::string_view said = text.substr(at, end - at);
  return char_at(text, end) == ';' && contains(said, " ") &&
                 is_secret_value(said, Name::password, ValueForm::quoted)
             ? Secret{"a password", at, said.size()}
             : Secret();
}

// Signs between a name and its value that are neither "=" nor ":": markup, SQL, calls.
Secret value_in_markup(std::string_view text, std::size_t at, Name name) {
  if (char_at(text, at) == '>') {  // <password>value</password>, <property name="password">value<
    const Value value = value_at(text, at + 1);
    return char_at(text, value.at + value.bytes) == '<'
               ? secret_of(text, value, name, ValueForm::quoted)
               : Secret();
  }
  const std::string_view rest = text.substr(at, longest_reach);
  const std::size_t from = rest.find_first_not_of(" \t\n\r,{(");
  if (from == rest.npos)
    return {};
  const std::string_view next = rest.substr(from);
  for (const std::string_view word : {"value=", "value:", "\"value\":", "content=", "default ="}) {
    if (!next.starts_with(word))
      continue;
    return secret_of(text, value_at(text, past_blanks(text, at + from + word.size())), name,
                     ValueForm::assigned);
  }
  // ("DB_PASSWORD", "value"), PASSWORD('value'), PASSWORD 'value'
  const std::string_view between = rest.substr(0, from);
  const char quote = next.front();
  if (between.find('\n') != between.npos || (quote != '"' && quote != '\''))
    return {};
  const Value value = value_at(text, at + from);
  if (value.bytes == 0 || value.in(text).find(' ') != std::string_view::npos)
    return {};
  return is_secret_value(value.in(text), name, ValueForm::assigned)
             ? Secret{kind_of(name), value.at, value.bytes}
             : Secret();
}

// "Authorization: Bearer …", "authorization: token …"
Secret header_value(std::string_view text, std::size_t at) {
  while (char_at(text, at) == '"' || char_at(text, at) == '\'' || char_at(text, at) == '`') ++at;
  const std::size_t end = std::min(text.find_first_of(" \t\n\r", at), text.size());
  if (char_at(text, end) == ' ' && end - at <= 16 &&
      std::ranges::all_of(text.substr(at, end - at), is_token_char))
    at = past_blanks(text, end);
  const Value value = value_at(text, at);
  const std::string_view said = value.in(text);
  const bool plain = std::ranges::all_of(said, [](char c) {
    return is_token_char(c) || contains(".~+/=:%", {&c, 1});
  });
  if (said.size() < 8 || !plain || is_placeholder(said) || said.front() == '/' ||
      !std::ranges::any_of(said, is_digit) || !std::ranges::any_of(said, is_letter))
    return {};
  return {"a token", value.at, value.bytes};
}

// The words that lead from a name to its value, in the languages of the sentences.
constexpr std::array<std::string_view, 34> leads = {
    "is",   "was",   "ist",  "lautet",   "war",        "est",       "es",   "era",   "è",
    "é",    "c'est", "to",   "from",     "auf",        "von",       "now",  "still", "jetzt",
    "noch", "ahora", "mein", "changed",  "set",        "just",      "this", "=",     "->",
    "are",  "sind",  "nun",  "actually", "maintenant", "currently", "→"};
// Several words with a number among them, up to the end of the part of the sentence.
Secret passphrase(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 80);
  const std::string_view said =
      rest.substr(0, std::min(rest.find_first_of(",;.\n()"), rest.size()));
  const auto blanks = std::ranges::count(said, ' ');
  const std::string_view first = said.substr(0, said.find(' '));
  for (const std::string_view word : {" to ", " than ", " bytes", " characters", " long", " of "})
    if (contains(said, word))
      return {};
  return blanks >= 2 && std::ranges::none_of(first, is_digit) && blanks <= 5 &&
                 std::ranges::any_of(said, is_digit) &&
                 is_secret_value(said, Name::password, ValueForm::quoted)
             ? Secret{"a password", at, said.size()}
             : Secret();
}

// "the password for the router is …", "login anna password …"; `of_words`: of a passphrase.
Secret value_in_sentence(std::string_view text, std::size_t at, Name name, bool of_words) {
  const std::size_t limit = std::min(text.size(), at + longest_reach);
  bool led = false, about_api = false;
  for (int words = 0; words < 9 && at < limit; ++words) {
    at = past_blanks(text, at);
    const char first = char_at(text, at);
    if (first == ',' && is_blank(char_at(text, at + 1))) {
      ++at;
      continue;
    }
    if (first == ':' || first == '=') {  // "password for staging: …"
      const std::size_t behind = past_sign(text, at);
      if ((name == Name::key && !about_api) || (name == Name::weak_password && !led && words > 2))
        return {};
      return secret_of(text, value_at(text, behind), name, ValueForm::prose);
    }
    const Value value = value_at(text, at);
    if (value.bytes == 0)
      return {};
    const std::string_view said = value.in(text);
    const bool lead = !value.quoted && std::ranges::find(leads, ascii::lower(said)) != leads.end();
    about_api = about_api || ascii::lower(said).starts_with("api");
    if (!lead && (led || words == 0 || name == Name::token) && (name != Name::key || about_api)) {
      const bool strong = led || (value.quoted && words == 0) || name == Name::token ||
                          std::ranges::any_of(said, is_digit);
      const bool literal = value.quoted && (led || words == 0) && name != Name::weak_password;
      const ValueForm place = literal ? ValueForm::quoted : ValueForm::prose;
      if (led && !value.quoted && of_words)
        if (const Secret found = passphrase(text, value.at); found.bytes > 0)
          return found;
      if (strong && (led || words == 0 || looks_random(said)) && is_secret_value(said, name, place))
        return {kind_of(name), value.at, value.bytes};
      if (led)
        return {};
    }
    led = led || lead;
    at = value.end;
    const bool colon = char_at(text, at) == ':';
    // A sentence that ends here announces nothing any more.
    if (!colon && at < text.size() && !is_blank(text[at]) && text[at] != ',')
      return {};
  }
  return {};
}

// "IDENTIFIED BY 'value'", "IDENTIFIED WITH plugin BY 'value'"
Secret identified_by(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, longest_reach);
  const std::string low = ascii::lower(rest.substr(0, std::min(rest.find('\n'), rest.size())));
  const std::size_t by = low.find(" by ");
  if (by == low.npos || by > 60)
    return {};
  std::size_t from = past_blanks(text, at + by + 4);
  if (ascii::lower(text.substr(from, 9)) == "password ")
    from = past_blanks(text, from + 9);
  const Value value = value_at(text, from);
  const std::string_view said = value.in(text);
  const bool word = said != "VALUES" && said != "EXTERNALLY" && said != "RANDOM";
  const bool statement = text[at - 1] == 'D' && word && char_at(text, from) != '`';
  if (value.bytes < 3 || is_placeholder(value.in(text)) ||
      (!statement && !is_secret_value(value.in(text), Name::password, ValueForm::prose)))
    return {};
  return {"a password", value.at, value.bytes};
}

// "recovery codes: 1a2b-3c4d 5e6f-7a8b", "seed phrase: ladder zebra …": words that are all alike.
Secret row_of(std::string_view text, std::size_t begin, bool of_codes) {
  constexpr std::size_t words_of_wallet = 12, most = 24;
  std::size_t at = past_sign(text, begin);
  for (const std::string_view lead : {"is ", "are "})
    if (const std::size_t word = past_blanks(text, at); text.substr(word).starts_with(lead))
      at = word + lead.size();
  if (at == begin)
    return {};
  const auto past = [&](std::size_t from, std::string_view signs) {
    return std::min(text.find_first_not_of(signs, from), text.size());
  };
  at = past(at, " \t\n\r\"'`*:-");
  std::size_t end = at, count = 0;
  for (std::size_t from = at; count < most; ++count) {
    std::size_t last = from;
    while (last < text.size() && (of_codes ? is_token_char(text[last]) : is_lower(text[last])))
      ++last;
    const std::string_view word = text.substr(from, last - from);
    if (of_codes ? word.size() < 4 || word.size() > 24 || std::ranges::none_of(word, is_digit)
                 : word.size() < 3 || word.size() > 8)
      break;
    end = last;
    from = past(last, " ,\t\n\r");
  }
  return count >= (of_codes ? 1 : words_of_wallet) ? Secret{"a recovery code", at, end - at}
                                                   : Secret();
}

// "密码是…", "パスワードは…です": no blank divides name and value.
Secret value_without_blanks(std::string_view text, std::size_t at, std::string_view word) {
  for (const std::string_view name : {"密码是", "密码为", "パスワードは"})
    if (const std::size_t found = word.find(name); found != word.npos) {
      const std::size_t from = past_blanks(text, at + found + name.size());
      std::size_t end = from;
      while (char_at(text, end) > ' ' && char_at(text, end) < 0x7F) ++end;
      const std::string_view said = text.substr(from, end - from);
      if (is_secret_value(said, Name::password, ValueForm::prose))
        return {"a password", from, said.size()};
    }
  return {};
}

Secret bearer_value(std::string_view text, std::size_t at) {
  const Value value = value_at(text, at);
  const std::string_view said = value.in(text);
  if (said.size() < 12 || is_placeholder(said) || !looks_random(said))
    return {};
  return {"a token", value.at, value.bytes};
}

}  // namespace

// "Basic dXNlcjpwYXNz": base64 of a user and a password.
Secret basic_credentials(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at < 512 &&
         (is_token_char(text[end]) || text[end] == '+' || text[end] == '/'))
    ++end;
  std::string word(text.substr(at, (end - at) / 4 * 4));
  std::ranges::replace(word, '+', '-');
  std::ranges::replace(word, '/', '_');
  const auto decoded = from_base64(word, Base64::url);
  while (char_at(text, end) == '=') ++end;
  const bool shown = decoded && std::ranges::all_of(*decoded, [](char c) {
                       return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
                     });
  if (end - at < 8 || !shown || decoded->find(':') == decoded->npos)
    return {};
  return {"a password", at, end - at};
}

Secret named_value(std::string_view text, std::size_t at, std::string_view word,
                   std::string_view before) {
  std::size_t end = at + word.size();
  const std::string lowered = word.size() <= 10 ? ascii::lower(word) : std::string();
  const std::string_view low = lowered;  // compares lengths first
  const bool blank = is_blank(char_at(text, end));
  if (low == "identified" && blank)
    return identified_by(text, end);
  if (low == "basic" && blank)
    return basic_credentials(text, past_blanks(text, end));
  if (low == "bearer" && blank)
    if (const Secret found = bearer_value(text, past_blanks(text, end)); found.bytes > 0)
      return found;
  if (low == "phrase" || low == "mnemonic" || low == "codes" || low == "code") {
    const std::string of = ascii::lower(before);
    if (low == "mnemonic" || of == "seed" || of == "recovery" || of == "backup")
      return row_of(text, end, low.starts_with("code"));
  }
  if (static_cast<unsigned char>(word.front()) >= 0x80)
    if (const Secret found = value_without_blanks(text, at, word); found.bytes > 0)
      return found;
  Name name = name_of_secret(word, before);
  if (at > 0 && text[at - 1] == ';' && char_at(text, end) == '=')  // in a connection string
    if (word == "PWD" || name == Name::password) {
      name = Name::password;
      if (const Secret found = words_of_connection(text, end + 1); found.bytes > 0)
        return found;
    }
  if (name == Name::none || name == Name::cookies)
    return {};
  while (end > at && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
  const std::size_t closed = past_quotes(text, end);
  const std::size_t value = past_sign(text, closed);
  const bool compares = value != closed && contains(text.substr(closed, value - closed), "==");
  const bool differs = value != closed && contains(text.substr(closed, value - closed), "!=");
  if ((compares || differs) && !value_at(text, value).quoted)
    return {};
  const bool variable = is_environment(word) && (char_at(text, end) == '=' || contains(word, "_"));
  if (value != closed && closed == end && variable &&
      (name == Name::password || name == Name::weak_password))
    if (const Secret found = word_of_environment(text, value); found.bytes > 0)
      return found;
  if (value != closed) {
    if (name == Name::header)
      return header_value(text, value);
    if (name == Name::key)
      return {};
    return assigned_value(text, value, name);
  }
  if (name == Name::header)
    return {};
  if (name != Name::weak_password && name != Name::key && name != Name::pin)
    if (const Secret found = value_in_markup(text, closed, name); found.bytes > 0)
      return found;
  if (closed != end || !is_blank(char_at(text, end)))
    return {};
  return value_in_sentence(text, end, name, low == "passphrase");
}

void cookies(std::string_view text, std::size_t at, std::vector<Secret>& found) {
  constexpr std::size_t longest_line = 4'096;
  constexpr std::array<std::string_view, 11> of_sessions = {"sess",     "sid",      "auth", "token",
                                                            "jwt",      "csrf",     "xsrf", "login",
                                                            "remember", "identity", "user"};
  const std::size_t limit = std::min(text.size(), at + longest_line);
  while (at < limit) {
    while (at < limit && (is_blank(text[at]) || text[at] == '"' || text[at] == '\'')) ++at;
    const std::size_t sign = text.find_first_of("=;\n\r\"' ", at);
    if (sign == text.npos || sign >= limit || text[sign] != '=')
      return;
    const std::size_t end = std::min(text.find_first_of(";\n\r\"'` ", sign + 1), text.size());
    const std::string name = ascii::lower(text.substr(at, sign - at));
    const std::string_view value = text.substr(sign + 1, end - sign - 1);
    const bool of_session = std::ranges::any_of(
        of_sessions, [&](std::string_view each) { return contains(name, each); });
    if (!is_placeholder(value) &&
        (of_session ? value.size() >= 8 && is_secret_value(value, Name::token, ValueForm::quoted)
                    : value.size() >= 24 && looks_random(value)))
      found.push_back({"a cookie", sign + 1, value.size()});
    if (char_at(text, end) != ';')
      return;
    at = end + 1;
  }
}

}  // namespace aim::secret_rules
