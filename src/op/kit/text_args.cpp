#include "op/kit/text_args.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/json_text.h"

namespace aim::op {
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

json::value list_from(std::string_view text) {
  json::array list;
  for (const std::string& item : split_list(text)) list.emplace_back(item);
  return list;
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    std::string_view item = ascii::take_part(text, ',');
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
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
