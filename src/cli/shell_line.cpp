#include "cli/shell_line.h"

namespace aim::cli {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct Cut {
  OpenLine line;
  bool in_word = false;
  char open_quote = 0;
};

Cut cut(std::string_view text) {
  Cut found;
  std::size_t start = 0;
  std::string word;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (found.open_quote == 0 && is_blank(c)) {
      if (found.in_word)
        found.line.words.push_back(std::move(word));
      word.clear();
      found.in_word = false;
      continue;
    }
    if (!found.in_word)
      start = at;
    found.in_word = true;
    if (c == found.open_quote)
      found.open_quote = 0;
    else if (found.open_quote == 0 && (c == '"' || c == '\''))
      found.open_quote = c;
    else if (c == '\\' && found.open_quote != '\'' && at + 1 < text.size())
      word += text[++at];
    else
      word += c;
  }
  if (found.in_word) {
    found.line.words.push_back(std::move(word));
    found.line.last_bytes = text.size() - start;
  }
  return found;
}

}  // namespace

Result<std::vector<std::string>> words_of(std::string_view line) {
  Cut found = cut(line);
  if (found.open_quote != 0)
    return Failure(
        refuse("the line", std::string("has an unterminated quote: ") + found.open_quote));
  return std::move(found.line.words);
}

OpenLine open_line(std::string_view line) {
  Cut found = cut(line);
  if (!found.in_word)
    found.line.words.emplace_back();
  return std::move(found.line);
}

std::string as_word(std::string_view text) {
  constexpr std::string_view special = " \t\n\r\"'\\";
  if (!text.empty() && text.find_first_of(special) == text.npos)
    return std::string(text);
  std::string word = "'";
  for (const char c : text) word.append(c == '\'' ? "'\\''" : std::string(1, c));
  return word + "'";
}

}  // namespace aim::cli
