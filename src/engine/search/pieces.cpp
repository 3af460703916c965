#include "base/utf8.h"
#include "engine/search/excerpt.h"
#include "memory/conversation_line.h"

namespace aim::engine {
namespace {

constexpr std::size_t longest_piece = 240;  // bytes; a longer line is cut at its sentences
constexpr std::string_view white_space = " \t\r\n";
constexpr std::u32string_view wide_marks = U"\u3002\uFF01\uFF1F\uFF61\u0964\u061F\u06D4";
constexpr std::u32string_view closing_marks =
    U"\"')]}\u201D\u2019\u00BB\u300D\u300F\uFF09\u3011\u300B";

// Behind the quotation marks and brackets that close a sentence.
std::size_t behind_closing(std::string_view content, std::size_t at, std::size_t limit) {
  for (std::size_t next = at; at < limit; at = next)
    if (closing_marks.find(utf8::next(content, next)) == std::u32string_view::npos)
      break;
  return at;
}

// Where the sentence ends that begins at `from`: behind its mark and the white space after it.
std::size_t end_of_sentence(std::string_view content, std::size_t from, std::size_t limit) {
  for (std::size_t at = from; at < limit;) {
    const char32_t character = utf8::next(content, at);
    const bool is_wide = wide_marks.find(character) != std::u32string_view::npos;
    const bool is_mark = character == '.' || character == '!' || character == '?';
    if (!is_wide && !is_mark)
      continue;
    const std::size_t end = behind_closing(content, at, limit);
    if (is_wide || (end < limit && white_space.find(content[end]) != std::string_view::npos))
      return end;
  }
  return limit;
}

// One line: whole where it is short, else its sentences, joined while they stay short.
void add_line(std::string_view content, std::size_t begin, std::size_t end,
              std::vector<Piece>& into) {
  while (begin < end && white_space.find(content[begin]) != std::string_view::npos) ++begin;
  while (begin < end && white_space.find(content[end - 1]) != std::string_view::npos) --end;
  if (begin >= end)
    return;
  if (end - begin <= longest_piece) {
    into.push_back({.begin = begin, .end = end, .line = begin});
    return;
  }
  const std::size_t line = begin;
  while (begin < end) {
    std::size_t stop = end_of_sentence(content, begin, end);
    while (stop < end && stop - begin < longest_piece / 2)
      stop = end_of_sentence(content, stop, end);
    if (stop - begin > 2 * longest_piece) {  // a text without sentences
      const std::size_t cut = utf8::cut(content.substr(begin), longest_piece).size();
      const std::size_t blank = content.substr(begin, cut).find_last_of(white_space);
      stop = begin + (blank == std::string_view::npos || blank == 0 ? cut : blank);
    }
    into.push_back({.begin = begin, .end = stop, .line = line});
    begin = stop;
    while (begin < end && white_space.find(content[begin]) != std::string_view::npos) ++begin;
  }
}

std::size_t indentation(std::string_view content, std::size_t line) {
  std::size_t begin = line;
  while (begin > 0 && (content[begin - 1] == ' ' || content[begin - 1] == '\t')) --begin;
  return line - begin;
}

// A line that is indented below the one above it says little alone: code, settings, lists.
bool belongs_to(std::string_view content, const Piece& above, const Piece& below) {
  const std::string_view between = content.substr(above.end, below.begin - above.end);
  return below.end - above.begin <= longest_piece && std::ranges::count(between, '\n') == 1 &&
         indentation(content, below.line) > indentation(content, above.line);
}

}  // namespace

std::vector<Piece> pieces_of(std::string_view content) {
  std::vector<Piece> pieces;
  std::size_t day = no_day;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    if (is_day_line(content.substr(begin, end - begin)))
      day = begin;
    const std::size_t first = pieces.size();
    add_line(content, begin, end, pieces);
    for (Piece& piece : std::span(pieces).subspan(first)) piece.day = day;
    if (first > 0 && pieces.size() == first + 1 &&
        belongs_to(content, pieces[first - 1], pieces[first])) {
      pieces[first - 1].end = pieces[first].end;
      pieces.pop_back();
    }
    begin = end + 1;
  }
  return pieces;
}

}  // namespace aim::engine
