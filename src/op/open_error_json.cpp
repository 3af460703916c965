#include "op/open_error_json.h"

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::op {

json::array list_of(const std::vector<std::string>& texts) {
  return json::array(texts.begin(), texts.end());
}

std::vector<std::string> texts_of(const json::object& object, std::string_view name) {
  std::vector<std::string> texts;
  for (const json::value& each : text::items_at(object, name))
    if (each.is_string())
      texts.emplace_back(each.get_string());
  return texts;
}

json::object object_of(const OpenError& error) {
  return {{"signature", error.signature},
          {"line", error.line},
          {"tool", error.tool},
          {"command", error.command},
          {"solution", error.solution},
          {"files", list_of(error.files)},
          {"commands", list_of(error.commands)},
          {"prompt", error.prompt}};
}

OpenError open_error_of(const json::object& object) {
  const auto text = [&](std::string_view name) { return std::string(text::text_at(object, name)); };
  return {text("signature"),
          text("line"),
          text("tool"),
          text("command"),
          text("solution"),
          texts_of(object, "files"),
          texts_of(object, "commands"),
          text::integer_at(object, "prompt")};
}

}  // namespace aim::op
