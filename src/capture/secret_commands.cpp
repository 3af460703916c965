#include "capture/secret_rules.h"
#include "capture/secrets.h"

namespace aim::secret_rules {

// The options of a program that take a password.
struct Commands::Program {
  std::string_view name;
  std::string_view password = {};  // "p": -p PASSWORD
  bool attached = false;           // -pPASSWORD alone: with a blank it means something else
  std::string_view user = {};      // "u": -u USER:PASSWORD
  char between = ':';              // USER and PASSWORD
  std::string_view cookies = {};
};

namespace {

using Program = Commands::Program;
constexpr std::array programs = {
    Program{"curl", {}, false, "uU", ':', "b"},
    Program{"wget", {}, false, {}, ':', {}},
    Program{"http", {}, false, "a"},
    Program{"https", {}, false, "a"},
    Program{"xh", {}, false, "a"},
    Program{"mysql", "p", true},
    Program{"mysqldump", "p", true},
    Program{"mysqladmin", "p", true},
    Program{"mysqlimport", "p", true},
    Program{"mariadb", "p", true},
    Program{"mariadb-dump", "p", true},
    Program{"htpasswd"},
    Program{"sshpass", "p"},
    Program{"ssh-keygen", "N"},
    Program{"twine", "p"},
    Program{"mongo", "p"},
    Program{"mongosh", "p"},
    Program{"mongodump", "p"},
    Program{"sqlcmd", "P"},
    Program{"bcp", "P"},
    Program{"redis-cli", "a"},
    Program{"ldapsearch", "w"},
    Program{"ldapadd", "w"},
    Program{"ldapmodify", "w"},
    Program{"ldapwhoami", "w"},
    Program{"smbclient", {}, false, "U", '%'},
    Program{"rpcclient", {}, false, "U", '%'},
    Program{"lftp", {}, false, "u", ','},
    Program{"zip", "P"},
    Program{"unzip", "P"},
    Program{"7z", "p", true},
    Program{"rdesktop", "p"},
    Program{"login", "p"},  // docker login, az login
    Program{"mosquitto_pub", "P"},
    Program{"mosquitto_sub", "P"},
    Program{"ipmitool", "P"},
    Program{"plink", "pw"},
    Program{"pscp", "pw"},
};
constexpr std::array<std::string_view, 5> user_flags = {"user", "proxy-user", "auth", "creds",
                                                        "userpwd"};

Secret password_of_user(std::string_view text, const Value& value, char between) {
  const std::string_view both = value.in(text);
  const std::size_t sign = both.find(between);
  if (sign == both.npos || sign == 0)
    return {};
  const std::string_view word = both.substr(sign + 1);
  const bool number =
      std::ranges::all_of(word, is_digit) && std::ranges::all_of(both.substr(0, sign), is_digit);
  if (word.size() < 3 || number || is_placeholder(word) || word.front() == '$' ||
      contains(word, "//"))
    return {};
  return {"a password", value.at + sign + 1, word.size()};
}

// htpasswd -b FILE USER PASSWORD
Secret last_argument(std::string_view text, std::size_t at) {
  Secret last;
  for (int words = 0; words < 4; ++words) {
    at = past_blanks(text, at);
    const Value value = value_at(text, at);
    if (value.bytes == 0)
      break;
    if (words > 0 && is_secret_value(value.in(text), Name::password, ValueForm::flag))
      last = {"a password", value.at, value.bytes};
    at = value.end;
    if (!is_blank(char_at(text, at)))
      break;
  }
  return last;
}

Secret password_of_flag(std::string_view text, const Value& value) {
  const std::string_view word = value.in(text);
  if (word.size() < 4 || word.front() == '-' || is_placeholder(word) || word.front() == '$' ||
      (!value.quoted && word.find_first_of(":/") == 0))
    return {};
  return {"a password", value.at, value.bytes};
}

}  // namespace

void Commands::word(std::string_view word) {
  const auto* found = std::ranges::find(programs, word, &Program::name);
  if (found == programs.end())
    return;
  if (word == "login" && !program_ && word.size() > 5)
    return;
  program_ = found;
}

void Commands::flag(std::string_view text, std::size_t at, std::vector<Secret>& found) const {
  std::size_t begin = at;
  while (begin < text.size() && text[begin] == '-' && begin - at < 2) ++begin;
  std::size_t end = begin;
  while (end < text.size() && end - begin < 40 && is_token_char(text[end])) ++end;
  if (end == begin)
    return;
  const std::string_view name = text.substr(begin, end - begin);
  const bool is_long = begin - at == 2;
  const char sign = char_at(text, end);
  const bool separate = sign == ' ' || sign == '=';
  const auto push = [&](const Secret& secret) {
    if (secret.bytes > 0)
      found.push_back(secret);
  };
  const auto value = [&] { return value_at(text, separate ? past_blanks(text, end + 1) : end); };
  // "-ppw123 shop": a word that is a password, and no name of one.
  const bool is_password =
      !is_long && program_ && program_->attached && name.starts_with(program_->password);
  if (name.size() >= 4 && separate && !is_password) {
    if (is_long && program_ && std::ranges::find(user_flags, name) != user_flags.end())
      return push(password_of_user(text, value(), ':'));
    if (name == "cookie" || name == "cookie-jar")
      return name == "cookie" ? cookies(text, end + 1, found) : void();
    const Name what = name_of_secret(name, {});
    const Value said = value();
    if (what == Name::none && !is_long)
      return short_flag(text, begin, name, found);
    if (what == Name::none || what == Name::header || what == Name::cookies || said.bytes == 0 ||
        said.in(text).front() == '-')
      return;
    const std::string_view word = said.in(text);
    const bool prose = sign == ' ' && !said.quoted && std::ranges::all_of(word, is_lower);
    const ValueForm place = said.quoted ? ValueForm::quoted : ValueForm::flag;
    const bool token = what == Name::token && word.size() < 16;
    if (!prose && (is_secret_value(word, token ? Name::password : what, place)))
      push({what == Name::token ? "a token" : "a password", said.at, said.bytes});
    return;
  }
  if (!is_long)
    short_flag(text, begin, name, found);
}

void Commands::short_flag(std::string_view text, std::size_t begin, std::string_view name,
                          std::vector<Secret>& found) const {
  if (!program_)
    return;
  const std::size_t end = begin + name.size();
  const char sign = char_at(text, end);
  const bool separate = sign == ' ' || sign == '=';
  const auto push = [&](const Secret& secret) {
    if (secret.bytes > 0)
      found.push_back(secret);
  };
  const auto value = [&] { return value_at(text, separate ? past_blanks(text, end + 1) : end); };
  if (program_->name == "htpasswd" && contains(name, "b"))
    return push(last_argument(text, end));
  if (!program_->password.empty() && name.starts_with(program_->password)) {
    const std::size_t behind = begin + program_->password.size();
    if (behind == end && !program_->attached && sign == ' ')
      push(password_of_flag(text, value()));
    else if (program_->password.size() == 1)
      push(password_of_flag(text, value_at(text, behind)));
    return;
  }
  // "-su USER:PASSWORD", "-uUSER:PASSWORD": flags of one letter may stand together.
  for (std::size_t i = 0; i < name.size() && i < 4; ++i) {
    if (!program_->cookies.empty() && program_->cookies.find(name[i]) != std::string_view::npos &&
        i + 1 == name.size())
      return cookies(text, past_blanks(text, end), found);
    if (program_->user.empty() || program_->user.find(name[i]) == std::string_view::npos)
      continue;
    const bool last = i + 1 == name.size() && sign == ' ';
    return push(
        password_of_user(text, last ? value() : value_at(text, begin + i + 1), program_->between));
  }
}

}  // namespace aim::secret_rules
