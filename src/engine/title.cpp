#include "engine/title.h"

#include "engine/events.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/memories.h"

namespace aim::engine {

Result<void> collect(store::Connection& connection, const Engine& engine,
                     const std::vector<Memory>& memories, Time now) {
  const bool archived = engine.options.archive_on_gc;
  std::vector<std::string> gone;
  for (const Memory& memory : memories) {
    if (archived)
      TRY_VOID(store::add_archived(connection, {memory, at(now), "gc"}));
    TRY_VOID(store::erase(connection, memory, now));
    gone.push_back(memory.id);
  }
  return record_ids(connection, engine, event::memories_collected, gone, [&](const auto& ids) {
    return Payload().add("archived", archived).add("ids", ids);
  });
}

Result<std::optional<Memory>> title_holder(store::Connection& connection, const Engine& engine,
                                           std::string_view name_space, std::string_view title,
                                           Time now) {
  auto holder = TRY(store::find_by_title(connection, name_space, title));
  if (!holder || !holder->expires_at || holder->expires_at->time > now)
    return holder;
  TRY_VOID(collect(connection, engine, {*holder}, now));
  return std::optional<Memory>();
}

Error title_taken(const Memory& by) {
  return conflict("the title \"" + by.title + "\" is taken in the namespace \"" + by.name_space +
                  "\" by the memory " + by.id);
}

}  // namespace aim::engine
