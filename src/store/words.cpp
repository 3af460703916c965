#include "store/words.h"

#include <algorithm>

namespace aim::store {

bool is_named(std::int64_t name_space, std::span<const std::int64_t> name_spaces) {
  return name_spaces.empty() || std::ranges::find(name_spaces, name_space) != name_spaces.end();
}

void keep_best(std::vector<Ranked>& ranked, std::size_t most) {
  if (ranked.size() <= most)
    return;
  if (most == 0)
    return ranked.clear();
  const auto last = ranked.begin() + static_cast<std::ptrdiff_t>(most - 1);
  std::ranges::nth_element(ranked, last, {}, &Ranked::bm25);
  const double worst = last->bm25;
  std::erase_if(ranked, [&](const Ranked& each) { return each.bm25 > worst; });
}

std::string expression(std::span<const Phrase> phrases, std::string_view joined_by) {
  std::string out;
  for (const Phrase& phrase : phrases) {
    if (!out.empty())
      out += joined_by;
    out += '"';
    for (std::size_t i = 0; i < phrase.size(); ++i) {
      if (i > 0)
        out += ' ';
      for (const char c : phrase[i]) out.append(c == '"' ? 2 : 1, c);
    }
    out += '"';
  }
  return out;
}

Expressed parse_expression(std::string_view expression) {
  Expressed out;
  for (std::size_t at = expression.find('"'); at != std::string_view::npos;) {
    std::string text;
    for (++at; at < expression.size(); ++at) {
      if (expression[at] != '"')
        text += expression[at];
      else if (expression.substr(at).starts_with("\"\""))
        text += expression[at++];
      else
        break;
    }
    Phrase& phrase = out.phrases.emplace_back();
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      if (end > begin)
        phrase.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    const std::size_t next = expression.find('"', std::min(at + 1, expression.size()));
    const std::string_view between = expression.substr(
        std::min(at + 1, expression.size()), next == std::string_view::npos ? next : next - at - 1);
    out.beginnings = out.beginnings || between.find('*') != std::string_view::npos;
    out.all = out.all || between.find(" AND ") != std::string_view::npos;
    at = next;
  }
  return out;
}

}  // namespace aim::store
