#include "memory/rules.h"

#include "base/numbers.h"
#include "base/utf8.h"

namespace aim {
namespace {

constexpr std::size_t max_given_characters = 60;

// "5", "0.5", "99999999999": the shortest text that reads back, whole numbers without a point.
std::string shown(double number) {
  if (std::isnan(number))
    return "nan";                                            // some have a sign, which says nothing
  constexpr double largest_exact = 9'007'199'254'740'992.0;  // 2^53
  const bool whole = std::abs(number) <= largest_exact && number == std::floor(number);
  return whole ? std::to_string(static_cast<std::int64_t>(number)) : shortest(number);
}

Failure refused(std::string_view field, std::string_view what, std::string_view got) {
  return Failure(refuse(field, std::string(what).append("; got ").append(got)));
}

std::string count_of(std::size_t count, std::string_view unit) {
  std::string text = std::to_string(count).append(" ").append(unit);
  return count == 1 ? text : text.append("s");
}

bool has_white_space(std::string_view text) {
  for (std::size_t at = 0; at < text.size();)
    if (utf8::is_white_space(utf8::next(text, at)))
      return true;
  return false;
}

std::string_view segment_flaw(std::string_view segment) {
  if (segment.empty())
    return "must not have an empty segment between slashes";
  if (segment == "." || segment == "..")
    return "must not have '.' or '..' as a segment";
  // In a filter and for a standard, '*' stands for namespaces; a namespace of that name could not
  // be asked for.
  if (segment == "*")
    return "must not have '*' as a segment";
  return {};
}

constexpr std::array<std::string_view, 9> sources{
    "user", "claude", "hook", "api", "cli", "import", "consolidation", "system", "chaos"};

}  // namespace

Result<void> check(const Rule& rule, std::string_view field, std::string_view text) {
  if (text.empty() && rule.min_bytes > 0)
    return Failure(refuse(field, "must not be empty"));
  if (text.size() > rule.max_bytes)
    return refused(field, "may have at most " + count_of(rule.max_bytes, "byte"),
                   std::to_string(text.size()));
  if (text.size() < rule.min_bytes)
    return refused(field, "must have at least " + count_of(rule.min_bytes, "byte"),
                   std::to_string(text.size()));
  if (!utf8::is_valid(text))
    return Failure(refuse(field, "must be valid UTF-8"));
  if (!rule.takes_nul && text.find('\0') != std::string_view::npos)
    return Failure(refuse(field, "must not contain NUL"));
  if (rule.not_blank && utf8::is_blank(text))
    return Failure(refuse(field, "must not be blank"));
  if (rule.flaw != nullptr)
    if (const std::string_view flaw = rule.flaw(text); !flaw.empty())
      return refused(field, flaw, '"' + utf8::excerpt(text, max_given_characters) + '"');
  return {};
}

Result<void> check(const Rule& rule, std::string_view field, double number) {
  const bool too_large = number > rule.maximum && !(rule.clamps && std::isfinite(number));
  if (std::isfinite(number) && number >= rule.minimum && !too_large)
    return {};
  const bool bounded_below = std::isfinite(rule.minimum);
  const bool bounded_above = std::isfinite(rule.maximum) && !rule.clamps;
  std::string limit = "must be a finite number";
  if (bounded_below && bounded_above)
    limit = "must be between " + shown(rule.minimum) + " and " + shown(rule.maximum);
  else if (bounded_below)
    limit = "must be at least " + shown(rule.minimum);
  else if (bounded_above)
    limit = "must be at most " + shown(rule.maximum);
  return refused(field, limit, shown(number));
}

Result<void> check_count(const Rule& rule, std::string_view field, std::size_t items) {
  if (items > rule.max_items)
    return refused(field, "may have at most " + count_of(rule.max_items, "item"),
                   std::to_string(items));
  if (items < rule.min_items)
    return refused(field, "must have at least " + count_of(rule.min_items, "item"),
                   std::to_string(items));
  return {};
}

std::string_view kept_name_space_flaw(std::string_view text) {
  if (text.empty())
    return "must not be empty";
  if (text.find('\0') != std::string_view::npos)
    return "must not contain NUL";
  if (has_white_space(text))
    return "must not contain spaces";
  if (text.find('\\') != std::string_view::npos)
    return "must not contain backslashes";
  if (text.front() == '/' || text.back() == '/')
    return "must not begin or end with a slash";
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('/', start), text.size());
    if (const std::string_view flaw = segment_flaw(text.substr(start, end - start)); !flaw.empty())
      return flaw;
    start = end + 1;
  }
  return {};
}

std::string_view name_space_flaw(std::string_view text) {
  if (const std::string_view flaw = kept_name_space_flaw(text); !flaw.empty())
    return flaw;
  static_assert(max_name_space_levels == 8);
  return std::ranges::count(text, '/') >= 8 ? "may have at most 8 levels" : std::string_view();
}

std::string_view name_space_filter_flaw(std::string_view text) {
  if (text == "*")
    return {};
  if (text.ends_with("/*") && text != "/*")
    text.remove_suffix(2);
  return kept_name_space_flaw(text);
}

std::string_view name_spaces_filter_flaw(std::string_view text) {
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const auto one = text.substr(start, end - start);
    if (one.size() > rule::name_space_filter.max_bytes)
      return "must name namespaces of at most 512 bytes";
    if (const std::string_view flaw = name_space_filter_flaw(one); !flaw.empty())
      return flaw;
    start = end + 1;
  }
  return {};
}

std::string_view name_space_or_all_flaw(std::string_view text) {
  return text == "*" ? std::string_view() : name_space_flaw(text);
}

std::string_view kept_name_space_or_all_flaw(std::string_view text) {
  return text == "*" ? std::string_view() : kept_name_space_flaw(text);
}

std::string_view metadata_flaw(std::string_view text) {
  std::size_t levels = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string && c == '\\')
      ++at;
    else if (c == '"')
      in_string = !in_string;
    else if (!in_string && (c == '}' || c == ']') && levels > 0)
      --levels;
    else if (!in_string && (c == '{' || c == '[') && ++levels > max_metadata_levels)
      return "must have at most 64 levels";
  }
  return {};
}

std::string_view id_flaw(std::string_view text) {
  if (has_white_space(text))
    return "must not contain spaces";
  if (text.find_first_of("/\\") != std::string_view::npos)
    return "must not contain slashes";
  if (text == "." || text == "..")
    return "must not be '.' or '..'";
  for (std::size_t at = 0; at < text.size();) {
    const char32_t character = utf8::next(text, at);
    if (character < 0x20 || (character >= 0x7F && character < 0xA0))
      return "must not contain control characters";
  }
  return {};
}

std::string_view source_flaw(std::string_view text) {
  if (std::find(sources.begin(), sources.end(), text) != sources.end())
    return {};
  return "must be one of user, claude, hook, api, cli, import, consolidation, system, chaos";
}

}  // namespace aim
