#include "engine/memory_files.h"

#include "base/uuid.h"
#include "engine/audit/events.h"
#include "engine/forget.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/maintenance.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

// The text of a file that has no content a memory could have.
constexpr std::string_view blank_key = "blank_file";

struct Loaded {
  MemoryFiles files;
  std::map<Key, Memory> memories;
};

std::string content_of(const std::string& path, const std::string& text) {
  return check(rule::content, "file_text", text) || text.size() > rule::content.max_bytes
             ? text
             : path + " (blank)";
}

std::string text_of(const Memory& memory) {
  const auto blank = text_list(memory.metadata, blank_key);
  if (blank && blank->size() == 1 && content_of(memory.title, blank->front()) == memory.content)
    return blank->front();
  return memory.content;
}

Result<void> write(Memory& memory, const std::string& path, const std::string& text) {
  memory.title = path;
  memory.content = content_of(path, text);
  if (memory.content != text || text_list(memory.metadata, blank_key))
    memory.metadata = with_text_list(memory.metadata, blank_key, {&text, 1});
  TRY_VOID(check(rule::title, "path", path));
  return check(rule::content, "file_text", memory.content);
}

Result<Loaded> load(const store::Reader& reader, const std::string& name_space, Time now) {
  Loaded loaded;
  Filter filter;
  filter.name_space = name_space;
  TRY_VOID(store::each_matching(reader.memories, filter, [&](Memory& memory) {
    if (!memory.title.starts_with(std::string(memory_folder) + '/') || has_expired(memory, now))
      return;
    const Key key = memory.key;
    loaded.files[memory.title] = {text_of(memory), key};
    loaded.memories.emplace(key, std::move(memory));
  }));
  return loaded;
}

Result<Memory> insert(store::Writer& writer, const Engine& engine, const std::string& name_space,
                      const std::string& path, const std::string& text, Time now) {
  Memory memory;
  memory.id = new_uuid();
  memory.name_space = name_space;
  memory.tier = Tier::long_term;
  memory.source = "memory-tool";
  memory.created_at = memory.updated_at = at(now);
  TRY_VOID(write(memory, path, text));
  // Collects an expired memory of this title.
  if (const auto other = TRY(title_holder(writer, engine, name_space, path, now)))
    return Failure(title_taken(*other));
  TRY_VOID(writer.memories.insert(memory));
  return memory;
}

Result<Memory> replace(store::Writer& writer, const Engine& engine, const Memory& old,
                       const std::string& path, const std::string& text, Time now) {
  Memory fresh = old;
  TRY_VOID(write(fresh, path, text));
  fresh.updated_at = at(time_of_change(old, now));
  fresh.content_at = now;
  TRY_VOID(replace_memory(writer, engine, old, fresh));
  return fresh;
}

Result<void> store_files(store::Writer& writer, const Engine& engine, const std::string& name_space,
                         const Loaded& before, const MemoryFiles& after) {
  const Time now = engine.clock.now();
  std::set<Key> kept;
  for (const auto& [path, file] : after) kept.insert(file.key);
  for (const auto& [key, memory] : before.memories)
    if (!kept.contains(key))
      TRY_VOID(remove_within(writer, engine, memory, now));
  std::vector<Memory> written;
  for (const auto& [path, file] : after) {
    if (file.key == 0) {
      written.push_back(TRY(insert(writer, engine, name_space, path, file.text, now)));
      continue;
    }
    const Memory& old = before.memories.at(file.key);
    if (old.title != path || before.files.at(old.title).text != file.text)
      written.push_back(TRY(replace(writer, engine, old, path, file.text, now)));
  }
  return keep_by_table(writer, engine.embeddings, written);
}

}  // namespace

Result<MemoryFiles> read_memory_files(Engine& engine, const std::string& name_space) {
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<MemoryFiles> {
    return TRY(load(reader, name_space, now)).files;
  });
}

Result<void> change_memory_files(Engine& engine, const std::string& name_space,
                                 const std::function<Result<void>(MemoryFiles&)>& change) {
  TRY_VOID(check_name_space(engine, name_space));
  TRY_VOID(engine.database.maintenance().check_room(0));
  return write_step(engine, "update", [&](store::Writer& writer) -> Result<void> {
    const Loaded before = TRY(load(writer, name_space, engine.clock.now()));
    MemoryFiles after = before.files;
    TRY_VOID(change(after));
    return store_files(writer, engine, name_space, before, after);
  });
}

}  // namespace aim::engine
