#include "mine/fit.h"

#include "base/utf8.h"
#include "memory/rules.h"

namespace aim::mine {
namespace {

constexpr std::size_t longest_title = 200, longest_derived_title = 80;  // characters

}  // namespace

std::string without_nul(std::string_view text) {
  std::string clean(text);
  std::erase(clean, '\0');
  return clean;
}

std::string_view fitting(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes)
    return text;
  const std::string_view most = utf8::cut(text, max_bytes);
  for (const char end : {'\n', ' '})
    if (const std::size_t at = most.rfind(end); at != most.npos && at >= most.size() / 2)
      return most.substr(0, at + 1);
  return most;
}

std::vector<std::string_view> fitting_pieces(std::string_view text, std::size_t max_bytes) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    pieces.push_back(fitting(text, max_bytes));
    text.remove_prefix(pieces.back().size());
  }
  return pieces;
}

std::string title_for(std::string_view title, std::string_view content,
                      std::string_view otherwise) {
  const auto short_enough = [](std::string_view text, std::size_t characters) {
    constexpr std::size_t most = rule::title.max_bytes - 32;  // room for " (part 12)"
    return std::string(utf8::cut(utf8::excerpt(text, characters), most));
  };
  if (!ascii::trimmed(title).empty())
    return short_enough(ascii::trimmed(title), longest_title);
  std::string_view line = ascii::trimmed(content);
  line = ascii::trimmed(line.substr(0, line.find('\n')));
  return short_enough(line.empty() ? otherwise : line, longest_derived_title);
}

void add_tag(std::vector<std::string>& tags, std::string_view tag) {
  std::string clean(
      utf8::cut(utf8::excerpt(ascii::trimmed(tag), rule::tags.max_bytes), rule::tags.max_bytes));
  if (!clean.empty() && tags.size() < rule::tags.max_items &&
      std::find(tags.begin(), tags.end(), clean) == tags.end())
    tags.push_back(std::move(clean));
}

}  // namespace aim::mine
