// Any bytes as arguments of "store" and "update": as texts of a command line or query string, and
// as JSON. A value or a refusal that names its field, and what was stored comes back.
#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "little_world.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/coerce.h"
#include "text/json_text.h"

namespace json = boost::json;

namespace {

LittleWorld& world() {
  static LittleWorld world;
  return world;
}

void check_refusal(const aim::Error& error) {
  expect(error.code != aim::Code::database_error, "arguments never break the database");
  expect(!error.message.empty() && error.message.size() < 4'096, "a refusal is a sentence");
  if (!aim::utf8::is_valid(error.message))
    std::fprintf(stderr, "%s\n", error.message.c_str());
  expect(aim::utf8::is_valid(error.message), "a refusal can be printed");
}

void store(const json::object& arguments) {
  json::object reply;
  const auto done = invoke(aim::op::store(), world().engine(), arguments, {}, reply);
  if (!done)
    return check_refusal(done.error());
  const json::object& memory = reply.at("memory").as_object();
  for (const char* name : {"title", "content"})
    expect(memory.at(name) == arguments.at(name), "what was stored comes back");
  json::object again;
  const auto got = invoke(aim::op::get(), world().engine(), {{"id", memory.at("id")}}, {}, again);
  expect(got.has_value(), "what was stored is there");
  json::object changes = arguments;
  changes["id"] = memory.at("id");
  json::object updated;
  if (const auto amended = invoke(aim::op::update(), world().engine(), changes, {}, updated);
      !amended)
    check_refusal(amended.error());
}

// Each field gets the same text, with "title" and "content" so that the others matter.
void store_texts(std::string_view text) {
  for (const auto& param : aim::op::store().params) {
    const auto value = aim::op::value_from_text(param, text);
    if (!value) {
      check_refusal(value.error());
      expect(value.error().field == param.name, "a refusal names the field");
      continue;
    }
    json::object arguments{{"title", "a title"}, {"content", "a content"}};
    arguments[param.name] = *value;
    store(arguments);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  store_texts(text);
  if (const auto value = aim::text::parse_json(text); value && value->is_object())
    store(value->get_object());
  world().clear();
  world().tidy();
  return 0;
}
