// Letta's agent files (.af, 2025; read 2026-03): an object with "blocks", or "core_memory" before;
// each block of memory is a label and a text. Messages of the agent are not taken.
#include <boost/json.hpp>

#include "mine/fit.h"
#include "mine/stores.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

Result<void> take_block(const json::value& block, const StoreSink& sink) {
  ForeignMemory memory;
  memory.title = text_at(block, "label");
  memory.content = text_at(block, "value");
  memory.id = text_at(block, "id");
  if (memory.id.empty())
    memory.id = memory.title;
  if (trimmed(memory.content).empty())
    return sink.left_out("block " + memory.title, "it has no text");
  if (memory.id.empty())
    memory.id = memory.content;
  memory.tags = {"letta"};
  memory.created = memory.time_of({text_at(block, "created_at")});
  memory.updated = memory.time_of({text_at(block, "updated_at")});
  memory.metadata = {{"description", std::string(text_at(block, "description"))}};
  return sink.take(std::move(memory));
}

}  // namespace

Result<void> read_letta(const Source& source, const StoreSink& sink) {
  for (const SourceFile* file : TRY(files_ending(source, {".af", ".json"}))) {
    std::size_t messages = 0;
    const auto take = [&](std::string_view name, const json::value& value) -> Result<void> {
      if (name == "blocks" || name == "core_memory")
        return value.is_object() ? take_block(value, sink) : Result<void>();
      if (name == "messages")
        ++messages;
      else if (name == "agents")
        messages += list_at(value, "messages").size();
      return {};
    };
    const ValueSink values{[](const json::value&) { return Result<void>(); },
                           [&](std::string_view place, std::string_view reason) {
                             return sink.left_out(
                                 file->name + (place.empty() ? "" : ", ") + std::string(place),
                                 std::string(reason));
                           },
                           sink.read};
    TRY_VOID(each_member(source, *file, values, take));
    if (messages > 0)
      TRY_VOID(sink.left_out(file->name, std::to_string(messages) + " messages are not imported"));
  }
  return {};
}

}  // namespace aim::mine
