#include "text/passages.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/utf8.h"

namespace aim::text {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos)
    return text.substr(0, 0);
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

// Quarters of tokens of one character.
constexpr std::size_t quarters_of(unsigned char first_byte) {
  if (first_byte < 0x80)
    return 1;
  return first_byte >= 0xC0 ? 4 : 0;  // a byte that continues a character counts with its first
}

// Whether the eight bytes at a place are ASCII: eight quarters.
constexpr std::size_t at_once = 8;
bool are_ascii(std::string_view text, std::size_t at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data() + at, sizeof bytes);
  return (bytes & 0x8080808080808080U) == 0;
}

// Where the first `tokens` tokens end: the length of the text when it has no more.
std::size_t end_of(std::string_view text, std::size_t tokens) {
  std::size_t quarters = 0, at = 0;
  while (at + at_once <= text.size() && quarters + at_once <= tokens * 4 && are_ascii(text, at)) {
    at += at_once;
    quarters += at_once;
  }
  for (; at < text.size(); ++at) {
    quarters += quarters_of(static_cast<unsigned char>(text[at]));
    if (quarters > tokens * 4)
      return at;
  }
  return text.size();
}

std::size_t tokens_of(std::string_view text) {
  std::size_t quarters = 0, at = 0;
  for (; at + at_once <= text.size() && are_ascii(text, at); at += at_once) quarters += at_once;
  for (const char byte : text.substr(at)) quarters += quarters_of(static_cast<unsigned char>(byte));
  return quarters / 4;
}

bool ends_sentence(std::string_view text, std::size_t at) {
  const char byte = text[at];
  return (byte == '.' || byte == '!' || byte == '?' || byte == ';') && at + 1 < text.size() &&
         blanks.find(text[at + 1]) != blanks.npos;
}

// Takes a piece off the text that is no longer than a passage: up to the last end of a sentence,
// else of a word, else between two characters.
std::string_view take_piece(std::string_view& text) {
  std::size_t end = end_of(text, passage_tokens);
  if (end < text.size()) {
    std::size_t cut = end;
    while (cut > 0 && !ends_sentence(text, cut - 1)) --cut;
    if (cut == 0) {
      const std::size_t blank = text.substr(0, end).find_last_of(blanks);
      cut = blank == text.npos ? utf8::cut(text, end).size() : blank;
    }
    end = cut == 0 ? end : cut;
  }
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(end);
  return piece;
}

class Gatherer {
 public:
  explicit Gatherer(std::string_view text) : text_(text) {}

  // The next piece of the text; pieces come in order, with only blanks between them.
  void add(std::string_view piece) {
    const std::size_t begin = static_cast<std::size_t>(piece.data() - text_.data());
    const std::size_t tokens = tokens_of(piece) + 1;
    if (!open_ || (open_tokens_ + tokens > passage_tokens && !full()))
      start(begin);
    end_ = begin + piece.size();
    open_tokens_ += tokens;
  }

  std::vector<std::string_view> take() {
    finish();
    return std::move(passages_);
  }

 private:
  bool full() const { return passages_.size() + 1 >= max_passages; }
  void start(std::size_t begin) {
    finish();
    open_ = true;
    open_tokens_ = 0;
    begin_ = begin;
  }
  void finish() {
    if (open_)
      passages_.push_back(trimmed(text_.substr(begin_, end_ - begin_)));
    open_ = false;
  }

  const std::string_view text_;
  std::vector<std::string_view> passages_;
  bool open_ = false;
  std::size_t begin_ = 0, end_ = 0, open_tokens_ = 0;
};

}  // namespace

std::vector<std::string_view> passages(std::string_view text) {
  text = trimmed(text);
  if (end_of(text, passage_tokens) == text.size())
    return {text};
  Gatherer gatherer(text);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    while (!trimmed(line).empty()) gatherer.add(trimmed(take_piece(line)));
    begin = end + 1;
  }
  return gatherer.take();
}

}  // namespace aim::text
