#include "text/any_case.h"

#include "base/utf8.h"
#include "text/scripts.h"

namespace aim::text {
namespace {

std::string bytes_of(char32_t character) {
  std::string out;
  utf8::append(out, character);
  return out;
}

}  // namespace

AnyCase::AnyCase(std::string_view beginning) {
  for (std::size_t at = 0; at < beginning.size();) {
    const std::size_t begin = at;
    const char32_t character = utf8::next(beginning, at);
    auto& ways = ways_.emplace_back();
    ways.emplace_back(beginning.substr(begin, at - begin));
    for (const char32_t other : cases_of(character)) ways.push_back(bytes_of(other));
    std::ranges::sort(ways);
    ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  }
}

std::optional<std::string> AnyCase::at_least(std::string_view text) const {
  std::vector<std::size_t> begins{0};  // of each character in the text, as far as it begins so
  for (const auto& ways : ways_) {
    const std::string_view rest = text.substr(begins.back());
    const auto same =
        std::ranges::find_if(ways, [&](const auto& way) { return rest.starts_with(way); });
    if (same == ways.end())
      break;
    begins.push_back(begins.back() + same->size());
  }
  if (begins.size() > ways_.size())
    return std::string(text);
  // The last character that can be written higher than it is; what follows is then as low as can
  // be.
  for (std::size_t i = begins.size(); i-- > 0;) {
    const std::string_view rest = text.substr(begins[i]);
    const auto higher = std::ranges::find_if(ways_[i], [&](const auto& way) { return way > rest; });
    if (higher == ways_[i].end())
      continue;
    std::string out = std::string(text.substr(0, begins[i])) + *higher;
    for (std::size_t next = i + 1; next < ways_.size(); ++next) out += ways_[next].front();
    return out;
  }
  return std::nullopt;
}

}  // namespace aim::text
