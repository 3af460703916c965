#include "text/passages.h"

#include <cstring>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "memory/conversation_line.h"
#include "memory/titles.h"

namespace aim::text {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

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
      passages_.push_back(ascii::trimmed(text_.substr(begin_, end_ - begin_), blanks));
    open_ = false;
  }

  const std::string_view text_;
  std::vector<std::string_view> passages_;
  bool open_ = false;
  std::size_t begin_ = 0, end_ = 0, open_tokens_ = 0;
};

}  // namespace

std::vector<std::string_view> passages(std::string_view text) {
  text = ascii::trimmed(text, blanks);
  if (end_of(text, passage_tokens) == text.size())
    return {text};
  Gatherer gatherer(text);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    while (!ascii::trimmed(line, blanks).empty())
      gatherer.add(ascii::trimmed(take_piece(line), blanks));
    begin = end + 1;
  }
  return gatherer.take();
}

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

// Not so an identifier ("conv0:D1:1", "3f2a…"): all of whose words have digits or are short.
bool says_something(std::string_view title) {
  for (std::size_t begin = 0; begin < title.size();) {
    const std::size_t end = std::min(title.find(' ', begin), title.size());
    const std::string_view word = title.substr(begin, end - begin);
    const bool digits = word.find_first_of("0123456789") != word.npos;
    if (!digits && std::count_if(word.begin(), word.end(), is_letter) >= 3)
      return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

std::uint64_t text_hash(std::string_view text) {
  const std::uint64_t hash = stable_hash(text);
  return hash == 0 ? 1 : hash;
}

std::vector<std::string> texts_to_embed(const Memory& memory) {
  const std::string_view body = without_mark(memory.content);
  const std::string speaker = line_of(memory).speaker;
  const bool names_speaker = speaker.empty() || !speaker_of(body).empty();
  const bool names_title = !says_something(memory.title) || body.starts_with(memory.title) ||
                           is_untitled(memory.title, memory.content);
  std::vector<std::string> texts;
  for (const std::string_view passage : passages(body)) {
    std::string& text = texts.emplace_back();
    if (!names_title)
      text.append(memory.title).append("\n");
    if (!names_speaker)
      text.append(speaker).append(": ");
    text.append(passage);
  }
  return texts;
}

}  // namespace aim::text
