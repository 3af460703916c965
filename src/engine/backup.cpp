#include "engine/backup.h"

#include "store/meta.h"

namespace aim::engine {

Result<store::Backup> back_up(Engine& engine, const store::BackupRequest& request) {
  auto made = TRY(engine.database.maintenance().back_up(request, engine.database.stop()));
  const auto now = engine.clock.now().time_since_epoch().count();
  TRY_VOID(engine.database.write(
      [&](store::Writer& writer) { return writer.meta.set(store::backup_at, now); }));
  return made;
}

Result<store::Restored> restore_backup(Engine& engine, const std::filesystem::path& from) {
  return engine.database.maintenance().restore(from, engine.database.stop());
}

}  // namespace aim::engine
