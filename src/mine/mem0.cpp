// Exports of mem0 and OpenMemory: JSON, a list of memories or an object that holds one, as a file
// or in the zip of a backup.
#include <boost/json.hpp>
#include <unordered_map>

#include "base/ascii.h"
#include "mine/stores.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

std::string id_in(const json::value& item, std::string_view name) {
  const json::value* found = member(item, name);
  if (!found)
    return {};
  if (found->is_string())
    return std::string(std::string_view(found->get_string()));
  return found->is_number() ? text::compact(*found) : std::string();
}

class Mem0Export {
 public:
  explicit Mem0Export(const StoreSink& sink) : sink_(sink) {}

  Result<void> take_member(std::string_view name, const json::value& value) {
    if (value.is_array() && value.get_array().empty())
      return {};
    if (name == "categories" && value.is_object())
      names_[id_in(value, "id")] = text_at(value, "name");
    else if (name == "apps" && value.is_object())
      names_[id_in(value, "id")] = text_at(value, "name");
    else if (name == "relations")
      return sink_.left_out("relations", "graphs of mem0 are not imported");
    else if (name == "results" || name == "memories" || name == "items" || name == "data")
      return take_memory(value);
    return {};
  }

  Result<void> take_memory(const json::value& item) {
    ++number_;
    const std::string place = "memory " + std::to_string(number_);
    if (!item.is_object())
      return sink_.left_out(place, "it is not an object");
    ForeignMemory memory;
    for (const std::string_view key : {"memory", "content", "text", "data"})
      if (memory.content.empty())
        memory.content = text_at(item, key);
    memory.id = id_in(item, "id");
    if (ascii::is_blank(memory.content))
      return sink_.left_out(place, "it has no text");
    if (memory.id.empty())
      memory.id = memory.content;
    const std::string_view state = text_at(item, "state");
    if (state == "deleted" || state == "archived")
      return sink_.left_out(place, "it is " + std::string(state) + " there");
    add_tags(item, {"categories", "tags"}, memory);
    memory.created = memory.time_of({id_in(item, "created_at")});
    memory.updated = memory.time_of({id_in(item, "updated_at")});
    for (const std::string_view key : {"user_id", "agent_id", "run_id", "app_id", "app_name"})
      memory.metadata.emplace_back(key, id_in(item, key));
    for (const std::string_view key : {"metadata", "metadata_"})
      if (const json::value* own = member(item, key);
          own && own->is_object() && !own->get_object().empty())
        memory.metadata.emplace_back("origin_metadata", text::compact(*own));
    if (list_at(item, "category_ids").empty())
      return sink_.take(std::move(memory));
    waiting_.emplace_back(std::move(memory),
                          json::object{{"category_ids", list_at(item, "category_ids")}});
    return {};
  }

  // The names of categories may stand behind the memories.
  Result<void> finish() {
    for (auto& [memory, item] : waiting_) {
      add_tags(item, {"category_ids"}, memory);
      TRY_VOID(sink_.take(std::move(memory)));
    }
    return {};
  }

 private:
  void add_tags(const json::value& item, std::initializer_list<std::string_view> keys,
                ForeignMemory& memory) const {
    for (const std::string_view key : keys) {
      for (const json::value& each : list_at(item, key)) {
        const std::string name = each.is_object() ? std::string(text_at(each, "name"))
                                                  : id_in(json::object{{"id", each}}, "id");
        const auto known = names_.find(name);
        memory.tags.push_back(known == names_.end() ? name : known->second);
      }
    }
  }

  const StoreSink& sink_;
  std::unordered_map<std::string, std::string> names_;          // of categories and apps, by id
  std::vector<std::pair<ForeignMemory, json::value>> waiting_;  // for names of categories
  std::size_t number_ = 0;
};

Result<void> read_file(const Source& source, const SourceFile& file, const StoreSink& sink) {
  Mem0Export exported(sink);
  const ValueSink values{[&](const json::value& value) { return exported.take_memory(value); },
                         [&](std::string_view place, std::string_view reason) {
                           return sink.left_out(
                               file.name + (place.empty() ? "" : ", ") + std::string(place),
                               std::string(reason));
                         },
                         sink.read};
  TRY_VOID(each_item_or_member(source, file, values,
                               [&](std::string_view name, const json::value& value) {
                                 return exported.take_member(name, value);
                               }));
  return exported.finish();
}

}  // namespace

Result<void> read_mem0(const Source& source, const StoreSink& sink) {
  for (const SourceFile* file : TRY(files_ending(source, {".json", ".jsonl"})))
    TRY_VOID(read_file(source, *file, sink));
  for (const SourceFile& file : source.files())
    if (file.name.ends_with(".gz"))
      TRY_VOID(
          sink.left_out(file.name, "packed copies are not read; memories.json next to it is read"));
  return {};
}

}  // namespace aim::mine
