#include "engine/lookup/by_title.h"

#include "engine/audit/events.h"
#include "store/memories.h"

namespace aim::engine {

Result<void> collect(store::Writer& writer, const Engine& engine,
                     const std::vector<Memory>& memories, Time now) {
  const bool archived = engine.options.archive_on_gc;
  std::vector<std::string> gone;
  for (const Memory& memory : memories) {
    if (archived)
      TRY_VOID(writer.memories.add_archived({memory, at(now), "gc"}));
    TRY_VOID(writer.memories.erase(memory, now));
    gone.push_back(memory.id);
  }
  return record_ids(writer, engine, event::memories_collected, gone, [&](const auto& ids) {
    return Payload().add("archived", archived).add("ids", ids);
  });
}

Result<std::optional<Memory>> title_holder(store::Writer& writer, const Engine& engine,
                                           std::string_view name_space, std::string_view title,
                                           Time now) {
  auto holder = TRY(writer.memories.find_by_title(name_space, title));
  if (!holder || !holder->expires_at || holder->expires_at->time > now)
    return holder;
  TRY_VOID(collect(writer, engine, {*holder}, now));
  return std::optional<Memory>();
}

Result<std::optional<Memory>> find_titled(Engine& engine,
                                          const std::vector<std::string>& name_spaces,
                                          std::string_view title) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::optional<Memory>> {
    const Time now = engine.clock.now();
    for (const std::string& name_space : name_spaces)
      if (auto memory = TRY(reader.memories.find_by_title(name_space, title));
          memory && (!memory->expires_at || memory->expires_at->time > now))
        return memory;
    return std::optional<Memory>();
  });
}

Error title_taken(const Memory& by) {
  return conflict("the title \"" + by.title + "\" is already used in the namespace \"" +
                  by.name_space + "\" by the memory " + by.id);
}

}  // namespace aim::engine
