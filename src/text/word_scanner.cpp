#include "text/word_scanner.h"

#include "base/utf8.h"
#include "text/clusters.h"

namespace aim::text {
namespace {

constexpr std::size_t max_joiner_characters = 16;

char lower_case(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
}

bool is_lower_ascii(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= 'a' && text[at] <= 'z';
}

// Whether this punctuation joins the words around it: one character, some known groups, and
// underscores with any of them ("package/__init__.py").
bool joins(std::string_view punctuation) {
  constexpr std::array<std::string_view, 9> groups = {"://", "::", "->",   ":\\", ":/",
                                                      "/.",  "/@", "\\\\", "++"};
  std::string rest;
  std::ranges::copy_if(punctuation, std::back_inserter(rest), [](char c) { return c != '_'; });
  if (rest.size() < 2)
    return !punctuation.empty() && rest != ">";
  return std::ranges::find(groups, rest) != groups.end();
}

}  // namespace

// Where a new part begins inside a group: getUserName, HTTPServer, utf8Decode; but not APIs, K8S.
class WordScanner::Humps {
 public:
  // The place where the next part begins, if the character `kind` at `place` shows one.
  std::optional<Place> see(Kind kind, Place place, bool plural) {
    std::optional<Place> border;
    if (kind == Kind::upper) {
      if (previous_ == Kind::lower)
        border = place;
      if (previous_ != Kind::upper) {
        capitals_ = 0;
        before_capitals_ = previous_;
      }
      ++capitals_;
      last_capital_ = place;
    } else if (kind == Kind::lower && previous_ == Kind::upper && !plural &&
               (capitals_ > 1 || before_capitals_ == Kind::digit)) {
      border = last_capital_;
    }
    previous_ = kind;
    return border;
  }
  Kind previous() const { return previous_; }

 private:
  Kind previous_ = Kind::other;
  Kind before_capitals_ = Kind::other;
  std::size_t capitals_ = 0;  // of the run that ends here
  Place last_capital_{};
};

WordScanner::Seen WordScanner::look(std::size_t at) const {
  const auto byte = static_cast<unsigned char>(text_[at]);
  if (byte < 0x80) [[likely]]
    return {ascii_kinds[byte], at + 1, nullptr};
  const Character& character = describe(utf8::next(text_, at));
  return {character.kind, at, &character};
}

bool WordScanner::next() {
  clear();
  skip_to_word();
  if (at_ == text_.size())
    return false;
  if (look(at_).kind == Kind::dense)
    read_dense();
  else
    read_spaced();
  return true;
}

WordScanner::Found WordScanner::next_or_plain() {
  skip_to_word();
  if (at_ == text_.size())
    return Found::nothing;
  if (read_plain())
    return Found::plain;
  return next() ? Found::other : Found::nothing;
}

// What follows must end the word whatever comes behind it.
bool WordScanner::read_plain() {
  const char first = text_[at_];
  if (lower_case(first) < 'a' || lower_case(first) > 'z')
    return false;
  std::size_t end = at_ + 1;
  while (is_lower_ascii(text_, end)) ++end;
  if (end < text_.size()) {
    const auto byte = static_cast<unsigned char>(text_[end]);
    if (byte >= 0x80 || ascii_kinds[byte] != Kind::other || byte == '>')
      return false;
  }
  folded_.assign(text_, at_, end - at_);
  folded_.front() = lower_case(first);
  at_ = end;
  return true;
}

void WordScanner::clear() {
  folded_.clear();
  parts_.clear();
  groups_.clear();
  dense_.clear();
  has_suffix_ = false;
}

void WordScanner::skip_to_word() {
  while (at_ < text_.size()) {
    const Seen seen = look(at_);
    if (seen.kind == Kind::dense || is_spaced(seen.kind))
      return;
    at_ = seen.next;
  }
}

void WordScanner::read_dense() {
  run_.clear();
  run_written_.clear();
  while (at_ < text_.size()) {
    const Seen seen = look(at_);
    if (seen.kind != Kind::dense && seen.kind != Kind::ignored)
      break;
    const Character& character = *seen.beyond_ascii;
    for (std::size_t i = 0; i < character.folded_size; ++i) {
      const char32_t folded = character.folded[i];
      const char32_t both = run_.empty() ? 0 : composed(run_.back(), folded);
      if (both != 0) {
        run_.back() = both;
        run_written_.back().end = seen.next;
      } else {
        run_ += folded;
        run_written_.push_back({at_, seen.next});
      }
    }
    at_ = seen.next;
  }
  written_ = {run_written_.front().begin, run_written_.back().end};
  for (std::size_t begin = 0; begin < run_.size();) {
    const std::size_t end = cluster_end(run_, begin), folded = folded_.size();
    for (std::size_t i = begin; i < end; ++i) utf8::append(folded_, run_[i]);
    dense_.push_back(
        {{run_written_[begin].begin, run_written_[end - 1].end}, {folded, folded_.size()}});
    begin = end;
  }
}

void WordScanner::read_spaced() {
  Kind last = read_group();
  while (read_joiner()) last = read_group();
  written_ = {groups_.front().all.written.begin, groups_.back().all.written.end};
  read_suffix(last);
  skip_possessive();
}

// Returns the kind of the last character.
Kind WordScanner::read_group() {
  const Place start{at_, folded_.size()};
  const std::size_t first_part = parts_.size();
  parts_.push_back({{start.written, 0}, {start.folded, 0}});
  Humps humps;
  std::size_t end = at_;
  while (at_ < text_.size()) {
    const Seen seen = look(at_);
    if (is_spaced(seen.kind)) {
      const bool plural = text_[at_] == 's' && !is_lower_ascii(text_, seen.next);
      if (const auto border = humps.see(seen.kind, {at_, folded_.size()}, plural)) {
        end_part(*border);
        parts_.push_back({{border->written, 0}, {border->folded, 0}});
      }
      if (seen.kind == Kind::lower && seen.beyond_ascii == nullptr) {
        // Most words go on like this, with nothing to see.
        const std::size_t begin = at_;
        for (at_ = seen.next; is_lower_ascii(text_, at_); ++at_) {
        }
        folded_.append(text_, begin, at_ - begin);
        end = at_;
        continue;
      }
      if (seen.beyond_ascii == nullptr)
        folded_ += lower_case(text_[at_]);
      else
        for (std::size_t i = 0; i < seen.beyond_ascii->folded_size; ++i)
          utf8::append(folded_, seen.beyond_ascii->folded[i]);
      end = seen.next;
    } else if (seen.kind != Kind::ignored) {
      break;
    }
    at_ = seen.next;
  }
  end_part({end, folded_.size()});
  groups_.push_back(
      {{{start.written, end}, {start.folded, folded_.size()}}, {first_part, parts_.size()}});
  return humps.previous();
}

void WordScanner::end_part(Place place) {
  parts_.back().written.end = place.written;
  parts_.back().folded.end = place.folded;
}

// Moves past punctuation that joins what is before it with the word character after it.
bool WordScanner::read_joiner() {
  std::string punctuation;
  std::size_t at = at_;
  while (at < text_.size()) {
    const Seen seen = look(at);
    if (is_spaced(seen.kind))
      break;
    const bool arrow = text_[at] == '>';
    if (seen.kind == Kind::joiner || arrow)
      punctuation += seen.beyond_ascii == nullptr ? text_[at] : '-';
    else if (seen.kind != Kind::ignored)
      return false;
    if (punctuation.size() > max_joiner_characters)
      return false;
    at = seen.next;
  }
  if (at == text_.size() || !joins(punctuation))
    return false;
  folded_ += punctuation;
  at_ = at;
  return true;
}

// The end of "C++", "C#", "F#".
void WordScanner::read_suffix(Kind last) {
  if (last != Kind::upper && last != Kind::lower)
    return;
  const std::size_t stop = std::min(text_.find_first_not_of("+#", at_), text_.size());
  const std::string_view suffix = text_.substr(at_, stop - at_);
  if (suffix != "+" && suffix != "++" && suffix != "#")
    return;
  has_suffix_ = true;
  folded_ += suffix;
  at_ = stop;
  written_.end = stop;
}

// The end of "Caroline's": no word of its own.
void WordScanner::skip_possessive() {
  if (at_ == text_.size())
    return;
  const Seen apostrophe = look(at_);
  if (apostrophe.kind != Kind::apostrophe || apostrophe.next == text_.size())
    return;
  if (lower_case(text_[apostrophe.next]) != 's')
    return;
  const std::size_t after = apostrophe.next + 1;
  if (after < text_.size()) {
    const Kind kind = look(after).kind;
    if (is_spaced(kind) || kind == Kind::dense)
      return;
  }
  at_ = after;
}

}  // namespace aim::text
