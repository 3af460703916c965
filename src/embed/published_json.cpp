#include "embed/published_json.h"

#include <boost/json.hpp>

#include "base/file.h"

namespace aim::embed {

namespace json = boost::json;

Failure refused(std::string_view file, std::string_view what) {
  return Failure(helped_by(invalid("the model's " + std::string(file) + " " + std::string(what),
                                   "models of the shapes of BERT and nomic-embed-text can be used"),
                           {"see some", Means::list_models}));
}

Result<json::object> read_object(const std::filesystem::path& file, std::size_t max_bytes) {
  const std::string text = TRY(read_file(file, max_bytes));
  boost::system::error_code failed;
  json::value value = json::parse(text, failed);
  if (failed || !value.is_object())
    return refused(file.filename().native(), "is no JSON object");
  return std::move(value.get_object());
}

const json::object* object_in(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr ? value->if_object() : nullptr;
}

const json::array* array_in(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr ? value->if_array() : nullptr;
}

std::string_view text(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                : std::string_view();
}

bool is_true(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_bool() && value->get_bool();
}

}  // namespace aim::embed
