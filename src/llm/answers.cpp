#include "llm/answers.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/json_text.h"
#include "text/words.h"

namespace aim::llm {
namespace {

constexpr std::string_view thoughts_begin = "<think>", thoughts_end = "</think>";

Failure useless(std::string_view what) {
  Error error = unavailable(std::string("the language model's answer ").append(what),
                            "try again, or choose another model (llm.model in config.toml)");
  error.field = of_this_prompt;
  return Failure(std::move(error));
}

// Some models think aloud first; a thought that does not end is all there is.
std::string_view without_thoughts(std::string_view text) {
  const std::size_t end = text.rfind(thoughts_end);
  if (end != std::string_view::npos)
    return text.substr(end + thoughts_end.size());
  return text.substr(0, text.find(thoughts_begin));
}

// Where the value that begins at `from` ends, by brackets outside of strings; npos: it does not.
std::size_t end_of_value(std::string_view text, std::size_t from) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = from; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      at += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

Result<json::value> value_in(std::string_view answer) {
  if (answer.size() > max_answer_bytes)
    return useless("is too long");
  const std::string_view found = first_json(without_thoughts(answer));
  if (found.empty())
    return useless("holds no JSON");
  auto value = text::parse_json(found);
  if (!value)
    return useless("is not JSON");
  return value;
}

Result<json::value> member_of(std::string_view answer, std::string_view member) {
  json::value value = TRY(value_in(answer));
  if (!value.is_object())
    return useless("is not the object that was asked for");
  json::value* found = value.get_object().if_contains(member);
  if (!found)
    return useless(std::string("lacks \"").append(member).append("\""));
  return std::move(*found);
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

// On one line, or as it is; without control characters and blanks around.
std::string cleaned(std::string_view text, bool keep_lines) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (keep_lines && (c == '\n' || c == '\t'))
      utf8::append(out, c);
    else if (utf8::is_white_space(c) || c == '\n')
      out += ' ';
    else if (!is_control(c))
      utf8::append(out, c);
  }
  return std::string(ascii::trimmed(out, " \n\t"));
}

}  // namespace

std::string_view first_json(std::string_view text) {
  const std::size_t from = text.find_first_of("{[");
  if (from == std::string_view::npos)
    return {};
  const std::size_t end = end_of_value(text, from);
  return end == std::string_view::npos ? std::string_view() : text.substr(from, end - from);
}

Result<std::vector<std::string>> read_list(std::string_view answer, std::string_view member,
                                           const ListLimits& limits) {
  json::value value = TRY(value_in(answer));
  if (value.is_object()) {
    json::value* found = value.get_object().if_contains(member);
    if (!found)
      return useless(std::string("lacks \"").append(member).append("\""));
    json::value list = std::move(*found);
    value = std::move(list);
  }
  if (!value.is_array())
    return useless("is not the list that was asked for");
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const json::value& each : value.get_array()) {
    if (!each.is_string())
      return useless("lists something that is no text");
    std::string text = cleaned(each.get_string(), false);
    if (text.empty() || text.size() > limits.max_bytes || !seen.insert(text::fold(text)).second)
      continue;
    out.push_back(std::move(text));
    if (out.size() == limits.max_items)
      break;
  }
  return out;
}

Result<bool> read_truth(std::string_view answer, std::string_view member) {
  const json::value value = TRY(member_of(answer, member));
  if (!value.is_bool())
    return useless("is neither yes nor no");
  return value.get_bool();
}

Result<std::string> read_text(std::string_view answer, std::string_view member,
                              std::size_t max_bytes) {
  const json::value value = TRY(member_of(answer, member));
  if (!value.is_string())
    return useless("is no text");
  const std::string text = cleaned(value.get_string(), true);
  if (text.empty())
    return useless("is empty");
  return std::string(utf8::cut(text, max_bytes));
}

}  // namespace aim::llm
