#include "mine/ignore_rules.h"

#include "base/ascii.h"

namespace aim::mine {
namespace {

constexpr std::size_t max_rules = 1'000, max_pattern_bytes = 1'024;

// A set in brackets at the beginning of `pattern`: its length, and whether the character is in it.
// 0: it has no end.
std::pair<std::size_t, bool> in_set(std::string_view pattern, char character) {
  std::size_t at = 1;
  const bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  at += negated ? 1 : 0;
  bool found = false;
  for (const std::size_t first = at; at < pattern.size(); ++at) {
    if (pattern[at] == ']' && at > first)
      return {at + 1, found != negated};
    if (at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
      found = found || (pattern[at] <= character && character <= pattern[at + 2]);
      at += 2;
    } else {
      found = found || pattern[at] == character;
    }
  }
  return {0, false};
}

// How much of the pattern stands for this character; 0: it does not fit.
std::size_t step(std::string_view pattern, char character) {
  if (pattern.front() == '\\' && pattern.size() > 1)
    return pattern[1] == character ? 2 : 0;
  if (pattern.front() == '?')
    return character != '/' ? 1 : 0;
  if (pattern.front() == '[')
    if (const auto [length, fits] = in_set(pattern, character); length > 0)
      return fits && character != '/' ? length : 0;
  return pattern.front() == character ? 1 : 0;
}

std::string_view next_line(std::string_view& text) {
  std::string_view line = ascii::take_line(text);
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

}  // namespace

// Goes back to the last star only, and to the last "**" when that one is used up: never more than
// lengths multiplied.
bool fits_pattern(std::string_view pattern, std::string_view path) {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t p = 0, at = 0;
  std::size_t star = none, star_at = 0, stars = none, stars_at = 0;
  for (;;) {
    if (pattern.substr(p).starts_with("**/")) {
      p += 3;
      stars = p;
      stars_at = at;
      star = none;
      continue;
    }
    if (pattern.substr(p) == "**")
      return true;
    if (p < pattern.size() && pattern[p] == '*') {
      while (p < pattern.size() && pattern[p] == '*') ++p;
      star = p;
      star_at = at;
      continue;
    }
    if (p == pattern.size() && at == path.size())
      return true;
    const std::size_t taken =
        p < pattern.size() && at < path.size() ? step(pattern.substr(p), path[at]) : 0;
    if (taken > 0) {
      p += taken;
      ++at;
      continue;
    }
    if (star != none && star_at < path.size() && path[star_at] != '/') {
      p = star;
      at = ++star_at;
      continue;
    }
    if (stars == none)
      return false;
    // "**/" stands for whole folders.
    const std::size_t slash = path.find('/', stars_at);
    if (slash == none)
      return false;
    p = stars;
    at = stars_at = slash + 1;
    star = none;
  }
}

IgnoreRules::IgnoreRules(std::string_view text) {
  while (!text.empty() && rules_.size() < max_rules) {
    std::string_view line = next_line(text);
    if (line.empty() || line.front() == '#' || line.size() > max_pattern_bytes)
      continue;
    Rule rule;
    if (line.front() == '!') {
      rule.wanted = true;
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      rule.folders_only = true;
      line.remove_suffix(1);
    }
    rule.from_here = line.find('/') != line.npos;
    if (line.starts_with('/'))
      line.remove_prefix(1);
    if (line.empty())
      continue;
    rule.pattern = line;
    rules_.push_back(std::move(rule));
  }
}

IgnoreRules::Verdict IgnoreRules::of(std::string_view path, bool is_folder) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if (rule->folders_only && !is_folder)
      continue;
    if (fits_pattern(rule->pattern, rule->from_here ? path : name))
      return rule->wanted ? Verdict::wanted : Verdict::ignored;
  }
  return Verdict::none;
}

}  // namespace aim::mine
