#include "engine/upkeep.h"

#include "engine/database.h"
#include "engine/engine.h"

namespace aim::engine {

Result<void> tend_index(Engine& engine, const std::function<bool()>& stop) {
  while (!stop || !stop())
    if (!TRY(engine.database.maintenance().tend_words(engine.database.stop())))
      break;
  return {};
}

void release_memory(Engine& engine) {
  engine.database.maintenance().release_memory();
}

Result<void> wipe_deleted(Engine& engine) {
  return engine.database.maintenance().wipe_deleted(engine.database.stop());
}

Result<std::int64_t> compact(Engine& engine) {
  const auto size = [&] {
    const store::Sizes sizes = engine.database.maintenance().sizes();
    return sizes.database_bytes + sizes.log_bytes;
  };
  const std::int64_t before = size();
  TRY_VOID(wipe_deleted(engine));
  return std::max<std::int64_t>(0, before - size());
}

}  // namespace aim::engine
