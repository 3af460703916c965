// A10: an export imported into an empty database exports identically, whatever the memories hold.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/json.hpp>
#include <sstream>
#include <vector>

#include "base/utf8.h"
#include "op/kit/catalog_functions.h"
#include "property_world.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

std::string exported(Engine& engine) {
  std::ostringstream output;
  Caller caller;
  caller.output = &output;
  json::object reply;
  must(invoke(export_all(), engine, {}, caller, reply));
  return output.str();
}

json::object imported(Engine& engine, const std::string& document) {
  std::istringstream input(document);
  Caller caller;
  caller.input = &input;
  json::object reply;
  must(invoke(import_all(), engine, {}, caller, reply));
  return reply;
}

// The reply, or nothing when the call was refused for a reason of its own (a taken title, a
// self-link).
std::optional<json::object> call(const Operation& operation, Engine& engine,
                                 const json::object& arguments) {
  json::object reply;
  if (const auto done = invoke(operation, engine, arguments, {}, reply); !done) {
    RC_ASSERT(done.error().code != Code::database_error);
    return std::nullopt;
  }
  return reply;
}

std::string without_time_of_export(std::string document) {
  const auto begin = document.find("\"exported_at\"");
  return document.erase(begin, document.find('\n', begin) - begin);
}

rc::Gen<std::string> awkward_text() {
  const auto piece = rc::gen::element<std::string>(
      "a", "B", " ", "\"", "\\", "\n", "\r", "\t", "\x01", "\x1f", "\x7f", "é", "e\u0301", "数据",
      "🦄", "\u2028", "|", ":", "{", "]", ",", "\\u0000", "\u200b", "\ufeff", "ﷺ", "0", "'", "%s",
      "</script>");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string text = "x";  // a title or content of blanks is refused
                        for (const std::string& each : pieces) text += each;
                        return text;
                      });
}

json::value any_value(int levels) {
  switch (*rc::gen::inRange(0, levels == 0 ? 6 : 8)) {
    case 0:
      return *rc::gen::arbitrary<std::int64_t>();
    case 1:
      return *rc::gen::arbitrary<bool>();
    case 2:
      return nullptr;
    case 3:
      return static_cast<double>(*rc::gen::arbitrary<std::int64_t>()) / 1e7;
    case 4:
      return json::value(*awkward_text());
    case 5:
      return *rc::gen::element(0.1 + 0.2, -0.0, 1e-320, 1.7976931348623157e308, 5e-324,
                               123456789.123456789);
    case 6: {
      json::array array;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) array.push_back(any_value(levels - 1));
      return array;
    }
    default: {
      json::object object;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
        object[*awkward_text()] = any_value(levels - 1);
      return object;
    }
  }
}

json::object any_memory(int number) {
  json::object memory{
      {"title", utf8::cut(*awkward_text() + std::to_string(number), 512)},
      {"content", *awkward_text()},
      {"namespace", *rc::gen::element<std::string>("global", "a", "b/c", "zürich", "b")},
      {"tier", *rc::gen::element<std::string>("short", "mid", "long")},
      {"priority", *rc::gen::inRange<std::int64_t>(1, 11)},
      {"confidence", *rc::gen::element(0.0, 1.0, 0.1 + 0.2, 1.0 / 3, 1e-300, 0.5)},
      {"source", *rc::gen::element<std::string>("user", "hook", "mine-slack", "system")}};
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    if (!memory.contains("tags"))
      memory["tags"] = json::array();
    memory["tags"].as_array().emplace_back(utf8::cut(*awkward_text(), 128));
  }
  memory["metadata"] = json::object();
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
    memory["metadata"].as_object()[*awkward_text()] = any_value(2);
  if (*rc::gen::arbitrary<bool>())
    memory["expires_at"] = *rc::gen::element<std::string>(
        "2027-01-01T00:00:00Z", "2027-01-01T00:00:00.5+02:00", "2261-12-31t23:59:59z");
  return memory;
}

// Memories of our own past: given times, long titles, uses, expiries long gone (S9).
json::object any_old_memory(int number) {
  json::object memory = any_memory(number);
  memory["id"] = "old-" + std::to_string(number);
  if (*rc::gen::inRange(0, 4) == 0)
    memory["title"] = std::string(static_cast<std::size_t>(*rc::gen::inRange(500, 3'000)), 'T') +
                      std::to_string(number);
  const auto time = [] {
    return *rc::gen::element<std::string>("2023-05-08T13:56:00Z", "2023-05-08 13:56:00.25+05:30",
                                          "1999-12-31T23:59:59.999999999Z",
                                          "2023-05-08T13:56:00.000000000+00:00");
  };
  memory["created_at"] = time();
  memory["updated_at"] = time();
  if (*rc::gen::arbitrary<bool>())
    memory["last_accessed_at"] = time();
  if (*rc::gen::inRange(0, 4) == 0)
    memory["expires_at"] = time();
  memory["access_count"] = *rc::gen::inRange(0, 100);
  memory["reinforcement"] = *rc::gen::inRange(0, 3);
  if (*rc::gen::inRange(0, 3) == 0) {
    memory["memory_kind"] = *rc::gen::element<std::string>("reflection", "observation", "persona");
    memory["reflection_depth"] = *rc::gen::inRange(-1, 5);
  }
  return memory;
}

// What stands in a database after a random history.
void live(PropertyWorld& world) {
  Engine& engine = world.engine();
  json::array old;
  for (int i = *rc::gen::inRange(0, 6); i > 0; --i) old.push_back(any_old_memory(i));
  imported(engine,
           text::compact(json::object{{"format", "ai-memory-export/1"}, {"memories", old}}));
  std::vector<std::string> ids;
  for (const auto& memory : old) ids.emplace_back(memory.at("id").as_string());
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
    if (const auto reply = call(store(), engine, any_memory(i)))
      ids.emplace_back(reply->at("memory").at("id").as_string());
    if (*rc::gen::arbitrary<bool>())
      world.clock.advance(
          std::chrono::nanoseconds(*rc::gen::inRange<std::int64_t>(0, 10'000'000'000)));
  }
  if (ids.empty())
    return;
  const auto any_id = [&] { return *rc::gen::elementOf(ids); };
  for (int i = *rc::gen::inRange(0, 5); i > 0; --i)
    call(link(), engine,
         {{"source_id", any_id()},
          {"target_id", any_id()},
          {"relation", *rc::gen::element<std::string>("related_to", "supersedes", "derived_from",
                                                      "reflects_on")}});
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    json::object thought = any_memory(100 + i);
    thought.erase("expires_at");
    thought["source_ids"] = json::array{json::value(any_id())};
    if (const auto reply = call(reflect(), engine, thought))
      ids.emplace_back(reply->at("id").as_string());
  }
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    json::object standard{{"namespace", *rc::gen::element<std::string>("*", "a", "b/c", "none")},
                          {"id", any_id()}};
    if (*rc::gen::arbitrary<bool>())
      standard["parent"] = "team";
    call(standard_set(), engine, standard);
  }
  if (*rc::gen::arbitrary<bool>())
    call(forget(), engine, {{"namespace", *rc::gen::element<std::string>("a", "b/*")}});
  if (*rc::gen::arbitrary<bool>())
    call(gc(), engine, {});
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) call(remove(), engine, {{"id", any_id()}});
}

RC_GTEST_PROP(TransferProperty, AnImportedExportExportsTheSame, ()) {
  PropertyWorld first, second;
  live(first);
  const std::string document = exported(first.engine());
  RC_ASSERT(utf8::is_valid(document));
  const auto parsed = text::parse_json(document);
  RC_ASSERT(parsed.has_value());
  second.clock.advance(std::chrono::hours(1));
  const json::object reply = imported(second.engine(), document);
  RC_ASSERT(reply.at("errors").as_array().empty());
  RC_ASSERT(reply.at("imported") == parsed->at("count"));
  const std::string again = exported(second.engine());
  RC_ASSERT(without_time_of_export(again) == without_time_of_export(document));
  // A second import of the same changes nothing, in either database.
  for (PropertyWorld* world : {&first, &second}) {
    imported(world->engine(), document);
    RC_ASSERT(without_time_of_export(exported(world->engine())) ==
              without_time_of_export(document));
    RC_ASSERT(world->complaints() == "");
  }
}

}  // namespace
}  // namespace aim::op
