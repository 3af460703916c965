#include "op/kit/coerce.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/numbers.h"
#include "base/utf8.h"
#include "capture/cleaner.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

std::optional<json::value> parsed(std::string_view text) {
  auto value = text::parse_json(text);
  return value ? std::optional(std::move(*value)) : std::nullopt;
}

std::optional<json::value> number_in(std::string_view text) {
  auto value = parsed(text);
  return value && value->is_number() ? value : std::nullopt;
}

std::optional<json::value> boolean_in(std::string_view text) {
  for (const std::string_view yes : {"true", "True", "TRUE"})
    if (text == yes)
      return json::value(true);
  for (const std::string_view no : {"false", "False", "FALSE"})
    if (text == no)
      return json::value(false);
  return std::nullopt;
}

json::value list_from(std::string_view text) {
  json::array list;
  for (const std::string& item : split_list(text)) list.emplace_back(item);
  return list;
}

json::value list_in(std::string_view text) {
  if (text.starts_with('['))
    if (auto value = parsed(text); value && value->is_array())
      return std::move(*value);
  return list_from(text);
}

std::optional<json::value> object_in(std::string_view text) {
  auto value = parsed(text);
  return value && value->is_object() ? value : std::nullopt;
}

using Names = std::pair<std::string_view, std::string_view>;
constexpr Names synonyms[] = {
    {"query", "context"},     {"question", "context"}, {"q", "context"},
    {"prompt", "context"},    {"context", "query"},    {"question", "query"},
    {"q", "query"},           {"text", "content"},     {"memory_id", "id"},
    {"memory_ids", "ids"},    {"top_k", "limit"},      {"k", "limit"},
    {"max_results", "limit"}, {"id", "memory_id"},     {"sources", "source_ids"}};

bool has(const json::object& arguments, std::string_view name) {
  const json::value* value = arguments.if_contains(name);
  return value && !value->is_null();
}

bool is_known(std::span<const Param> params, std::string_view name) {
  return std::ranges::find(params, name, &Param::name) != params.end();
}

}  // namespace

std::optional<json::value> meant_by(Kind kind, const json::value& given) {
  if (!given.is_string())
    return std::nullopt;
  const std::string_view text = ascii::trimmed(given.get_string());
  switch (kind) {
    case Kind::integer:
    case Kind::number:
      return number_in(text);
    case Kind::boolean:
      return boolean_in(text);
    case Kind::text_list:
      return list_in(text);
    case Kind::object:
      return object_in(text);
    case Kind::text:
    case Kind::structure:
    case Kind::structure_list:
      break;
  }
  return std::nullopt;
}

std::optional<json::object> renamed(std::span<const Param> params, const json::object& arguments) {
  std::optional<json::object> out;
  for (const auto& [given, meant] : synonyms) {
    if (!has(arguments, given) || is_known(params, given) || !is_known(params, meant))
      continue;
    if (has(out ? *out : arguments, meant))
      continue;
    if (!out)
      out.emplace(arguments);
    (*out)[meant] = arguments.at(given);
    out->erase(given);
  }
  return out;
}

std::optional<json::object> coerced(std::span<const Param> params, const json::object& arguments) {
  std::optional<json::object> out;
  for (const Param& param : params) {
    const json::value* given = arguments.if_contains(param.name);
    if (!given)
      continue;
    if (auto meant = meant_by(param.kind, *given)) {
      if (!out)
        out.emplace(arguments);
      (*out)[param.name] = std::move(*meant);
    }
  }
  return out;
}

namespace {

void leave_out_private(json::value& value, std::int64_t& removed) {
  if (auto* text = value.if_string()) {
    const std::int64_t before = removed;
    std::string rest = without_private(*text, removed);
    if (removed > before)
      *text = std::move(rest);
  } else if (auto* list = value.if_array()) {
    for (json::value& each : *list) leave_out_private(each, removed);
  } else if (auto* object = value.if_object()) {
    for (auto& member : *object) leave_out_private(member.value(), removed);
  }
}

}  // namespace

std::optional<json::object> without_private_passages(const json::object& arguments,
                                                     Warnings& warnings) {
  json::value rest = arguments;
  std::int64_t removed = 0;
  leave_out_private(rest, removed);
  if (removed == 0)
    return std::nullopt;
  warnings.push_back(counted(removed, "private passage was", "private passages were") +
                     " left out: what stands between <private> and </private> is not kept");
  return std::move(rest.get_object());
}

namespace {

Failure expected(const Param& param, std::string_view what, std::string_view text) {
  return Failure(refuse(param.name, std::string("must be ")
                                        .append(what)
                                        .append("; got \"")
                                        .append(utf8::excerpt(text, 60))
                                        .append("\"")));
}

template <class Number>
Result<json::value> number_from(const Param& param, std::string_view what, std::string_view text) {
  const auto number = ascii::number<Number>(text);
  if (!number)
    return expected(param, what, text);
  return json::value(*number);
}

// A number too large for an integer stays a number, so that it is refused or cut to the limit like
// others that are too large.
Result<json::value> whole_number_from(const Param& param, std::string_view text) {
  auto number = number_from<std::int64_t>(param, "a whole number", text);
  const bool digits = text.find_first_not_of("-0123456789") == text.npos;
  return number || !digits ? number : number_from<double>(param, "a whole number", text);
}

// Bytes that are no UTF-8 are read as U+FFFD, as in JSON; names of files may be any bytes (S55).
std::string readable(const Param& param, std::string_view text) {
  return utf8::is_valid(text) || param.rule.meaning == Meaning::path ? std::string(text)
                                                                     : utf8::repaired(text);
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const std::string_view item = ascii::trimmed(ascii::take_part(text, ','), " ");
    if (!item.empty())
      items.emplace_back(item);
  }
  return items;
}

Result<json::value> value_from_text(const Param& param, std::string_view text) {
  if (param.nullable && text.empty())
    return json::value(nullptr);
  switch (param.kind) {
    case Kind::integer:
      return whole_number_from(param, text);
    case Kind::number:
      return number_from<double>(param, "a number", text);
    case Kind::boolean:
      if (text == "true" || text == "1" || text.empty())
        return json::value(true);
      if (text == "false" || text == "0")
        return json::value(false);
      return expected(param, "true or false", text);
    case Kind::text_list:
      return list_from(readable(param, text));
    case Kind::object:
    case Kind::structure:
    case Kind::structure_list: {
      auto parsed = text::parse_json(text);
      if (!parsed)
        return expected(param, "a JSON object", text);
      return std::move(*parsed);
    }
    case Kind::text:
      break;
  }
  return json::value(readable(param, text));
}

}  // namespace aim::op
