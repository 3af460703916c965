#include "capture/secrets.h"

#include "capture/secret_rules.h"

namespace aim {
namespace secret_rules {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

bool begins_word(std::string_view text, std::size_t at) {
  if (at == 0)
    return true;
  const char before = text[at - 1];
  if (at > 1 && text[at - 2] == '\\' && (before == 'n' || before == 't' || before == 'r'))
    return true;
  return !is_alnum(before);
}

std::size_t past_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

namespace {

// Letters beyond ASCII belong to words; quotes and dashes of the same kind do not.
bool is_word_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return is_token_char(c) || c == '.' || (byte >= 0x80 && byte != 0xC2 && byte != 0xE2);
}

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::vector<Secret> all() {
    while (at_ < text_.size()) {
      const std::size_t known = found_.size();
      step();
      for (std::size_t i = known; i < found_.size(); ++i)
        at_ = std::max(at_, found_[i].at + found_[i].bytes);
    }
    return std::move(found_);
  }

 private:
  bool take(const Secret& secret) {
    if (secret.bytes > 0)
      found_.push_back(secret);
    return secret.bytes > 0;
  }

  void step() {
    const char c = text_[at_];
    const bool at_word = begins_word(text_, at_);
    if (c == '-' && at_ + 1 < text_.size()) {
      if (take(keys_.find(text_, at_)))
        return;
      if (at_word && (at_ == 0 || text_[at_ - 1] != '-'))
        commands_.flag(text_, at_, found_);
    } else if (c == ':' && text_.substr(at_).starts_with("://")) {
      if (!take(webhook(text_, at_)))
        take(password_in_url(text_, at_));
    } else if (c == ':') {
      take(password_in_pgpass(text_, at_));
    } else if (c == '\n' && (at_ == 0 || text_[at_ - 1] != '\\')) {
      commands_.end_of_line();
    } else if (c == '|' || c == ';') {
      commands_.end_of_line();
    }
    // The letter of an escape ("\\n" in JSON) belongs to no word.
    const bool escape = at_ > 0 && text_[at_ - 1] == '\\' && (c == 'n' || c == 'r' || c == 't');
    if (at_word && !escape && is_word_char(c) && c != '.' && c != '-')
      word();
    else
      ++at_;
  }

  // At the beginning of a word: a token by its shape, or a name.
  void word() {
    if (is_digit(text_[at_]) && take(card_number(text_, at_)))
      return;
    if (take(shaped_token(text_, at_))) {
      if (found_.back().kind == access_key_of_aws)
        take(secret_behind_access_key(text_, at_ + found_.back().bytes));
      return;
    }
    if (text_[at_] == 'P' && take(keys_.find(text_, at_)))
      return;
    if (take(telegram_token(text_, at_)) || take(json_web_token(text_, at_)) ||
        take(token_by_its_parts(text_, at_)) || take(azure_client_secret(text_, at_)))
      return;
    if (at_ >= word_end_)
      name();
    // The parts of a longer word may be tokens: they are looked at one by one.
    ++at_;
    while (at_ < word_end_ && !(begins_word(text_, at_) && is_alnum(text_[at_]))) ++at_;
  }

  void name() {
    word_end_ = at_ + 1;
    while (word_end_ < text_.size() && is_word_char(text_[word_end_])) ++word_end_;
    const std::string_view said = text_.substr(at_, word_end_ - at_);
    if (said.size() <= 64) {
      commands_.word(said);
      if (name_of_secret(said, before_) == Name::cookies)
        cookie_line(word_end_);
      else if (!take(password_beside_user(text_, at_, said)))
        take(named_value(text_, at_, said, before_));
    }
    before_ = said;
  }

  void cookie_line(std::size_t at) {
    while (at < text_.size() && (text_[at] == '"' || text_[at] == '\'' || text_[at] == ':' ||
                                 text_[at] == '=' || is_blank(text_[at])))
      ++at;
    cookies(text_, at, found_);
  }

  std::string_view text_, before_;
  std::size_t at_ = 0, word_end_ = 0;
  std::vector<Secret> found_;
  PrivateKeys keys_;
  Commands commands_;
};

}  // namespace
}  // namespace secret_rules

std::vector<Secret> secrets_in(std::string_view text) {
  return secret_rules::Scan(text).all();
}

bool names_secret(std::string_view name, std::string_view value) {
  using secret_rules::Name;
  const Name kind = secret_rules::name_of_secret(name, {});
  if (kind == Name::none || kind == Name::key)
    return false;
  return secret_rules::is_secret_value(
      value, kind == Name::header || kind == Name::cookies ? Name::token : kind,
      secret_rules::ValueForm::quoted);
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
