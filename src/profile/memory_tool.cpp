#include <boost/json.hpp>

#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/project_names.h"
#include "profile/memory_commands.h"
#include "profile/surfaces.h"
#include "text/json_text.h"

namespace aim::profile {
namespace {

constexpr std::string_view schema =
    R"({"type":"object","required":["command"],"properties":{
"command":{"type":"string","enum":["view","create","str_replace","insert","delete","rename"]},
"path":{"type":"string","description":"File or folder below /memories; for all commands but rename"},
"view_range":{"type":"array","items":{"type":"integer"},"description":"view: first and last line; -1 is the last of the file"},
"file_text":{"type":"string","description":"create: the whole text"},
"old_str":{"type":"string","description":"str_replace: a text that occurs once"},
"new_str":{"type":"string","description":"str_replace: the text in its place; nothing deletes it"},
"insert_line":{"type":"integer","description":"insert: after this line; 0 is the beginning"},
"insert_text":{"type":"string","description":"insert: the text"},
"old_path":{"type":"string","description":"rename: file or folder"},
"new_path":{"type":"string","description":"rename: its new path"}}})";

Error wrong(std::string_view name, std::string_view what) {
  return {Code::validation_failed,
          "Error: `" + std::string(name) + "` " + std::string(what),
          {},
          {},
          {}};
}

Result<std::string> text_at(const json::object& given, std::string_view name) {
  const json::value* value = given.if_contains(name);
  if (!value || value->is_null())
    return Failure(wrong(name, "is required for this command"));
  if (!value->is_string())
    return Failure(wrong(name, "must be a string"));
  return std::string(value->get_string());
}

Result<std::string> path_at(const json::object& given, std::string_view name) {
  return memory_command::checked_path(TRY(text_at(given, name)));
}

Result<std::optional<memory_command::LineRange>> range_of(const json::object& given) {
  const json::value* value = given.if_contains("view_range");
  if (!value || value->is_null())
    return std::optional<memory_command::LineRange>();
  const json::array* list = value->if_array();
  if (!list || list->size() != 2 || !(*list)[0].is_int64() || !(*list)[1].is_int64())
    return Failure(wrong("view_range", "must be two integers: the first and the last line"));
  return std::optional(memory_command::LineRange{(*list)[0].get_int64(), (*list)[1].get_int64()});
}

using Files = op::MemoryFiles;

Result<std::string> run_create(Files& files, const json::object& given) {
  return memory_command::create(files, TRY(path_at(given, "path")),
                                TRY(text_at(given, "file_text")));
}
Result<std::string> run_replace(Files& files, const json::object& given) {
  const json::value* fresh = given.if_contains("new_str");
  return memory_command::replace(
      files, TRY(path_at(given, "path")), TRY(text_at(given, "old_str")),
      fresh && !fresh->is_null() ? TRY(text_at(given, "new_str")) : std::string());
}
Result<std::string> run_insert(Files& files, const json::object& given) {
  const json::value* line = given.if_contains("insert_line");
  if (!line || !line->is_int64())
    return Failure(wrong("insert_line", "must be an integer"));
  return memory_command::insert(files, TRY(path_at(given, "path")), line->get_int64(),
                                TRY(text_at(given, "insert_text")));
}
Result<std::string> run_delete(Files& files, const json::object& given) {
  return memory_command::remove(files, TRY(path_at(given, "path")));
}
Result<std::string> run_rename(Files& files, const json::object& given) {
  return memory_command::rename(files, TRY(path_at(given, "old_path")),
                                TRY(path_at(given, "new_path")));
}

using Change = Result<std::string> (*)(Files&, const json::object&);
constexpr std::array<std::pair<std::string_view, Change>, 5> changes{{{"create", run_create},
                                                                      {"str_replace", run_replace},
                                                                      {"insert", run_insert},
                                                                      {"delete", run_delete},
                                                                      {"rename", run_rename}}};

Result<std::string> run(Engine& engine, const std::string& name_space, const json::object& given) {
  const std::string command = TRY(text_at(given, "command"));
  if (command == "view") {
    const std::string path = TRY(path_at(given, "path"));
    const auto range = TRY(range_of(given));
    return memory_command::view(TRY(op::read_memory_files(engine, name_space)), path, range);
  }
  for (const auto& [name, change] : changes)
    if (name == command) {
      std::string answer;
      TRY_VOID(op::change_memory_files(engine, name_space, [&](Files& files) -> Result<void> {
        answer = TRY(change(files, given));
        return {};
      }));
      return answer;
    }
  return Failure(wrong("command", "must be view, create, str_replace, insert, delete or rename"));
}

Result<json::object> call(Engine& engine, const json::object& arguments, const op::Caller& called) {
  op::Caller caller = called;
  op::settle_project(engine, caller);
  const std::string name_space = caller.name_space.empty() ? "global" : caller.name_space;
  json::object reply{{"content", TRY(run(engine, name_space, arguments))}};
  op::claim_name_space(op::store(), engine, caller);
  return reply;
}

std::string text_of(const json::object& reply) {
  return std::string(reply.at("content").get_string());
}

json::object input_schema() {
  return text::parse_json(schema).value().as_object();
}

}  // namespace

mcp::Surface memory_tool_surface() {
  mcp::Tool tool;
  tool.name = "memory";
  tool.title = "Memory files";
  tool.description =
      "Files below /memories that outlive the conversation: view them before a task, and keep "
      "progress, decisions and facts in them. Commands: view, create, str_replace, insert, delete, "
      "rename.";
  tool.effect = op::Effect::destroys;
  tool.stores = true;
  tool.input_schema = input_schema;
  tool.call = call;
  mcp::Surface surface;
  surface.name = "memory-tool";
  surface.tools.push_back(std::move(tool));
  surface.wording = {text_of, mcp::failed_text};
  surface.instructions = [](const mcp::Offer&) { return std::string(); };
  surface.nags = false;  // a reply is exactly one text
  return surface;
}

}  // namespace aim::profile
