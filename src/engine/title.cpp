#include "engine/title.h"

#include "store/sqlite/archive.h"
#include "store/sqlite/memories.h"

namespace aim::engine {

Result<void> collect(store::Connection& connection, const Engine& engine, const Memory& memory,
                     Time now) {
  if (engine.options.archive_on_gc)
    TRY_VOID(store::add_archived(connection, {memory, at(now), "gc"}));
  return store::erase(connection, memory, now);
}

Result<std::optional<Memory>> title_holder(store::Connection& connection, const Engine& engine,
                                           std::string_view name_space, std::string_view title,
                                           Time now) {
  auto holder = TRY(store::find_by_title(connection, name_space, title));
  if (!holder || !holder->expires_at || holder->expires_at->time > now)
    return holder;
  TRY_VOID(collect(connection, engine, *holder, now));
  return std::optional<Memory>();
}

Error title_taken(const Memory& by) {
  return conflict("the title \"" + by.title + "\" is taken in the namespace \"" + by.name_space +
                  "\" by the memory " + by.id);
}

}  // namespace aim::engine
