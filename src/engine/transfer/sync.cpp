#include "engine/transfer/sync.h"

#include <future>

#include "engine/database.h"
#include "store/maintenance.h"

namespace aim::engine {
namespace {

Result<SyncContents> load(store::Access& database) {
  return database.read([](store::Reader& reader) { return contents_of(reader); });
}

}  // namespace

Result<Synced> sync(Engine& engine, const SyncRequest& request,
                    const std::function<void(std::int64_t done)>& notify) {
  const auto other = TRY(engine.database.other(request.other, "remote_db"));
  const bool pulls = request.direction != SyncDirection::push;
  const bool pushes = request.direction != SyncDirection::pull;
  SyncSide here{engine.database, {}};
  Synced synced;
  if (request.dry_run && !other->exists()) {
    here.contents = TRY(load(here.database));
    if (pushes) {
      synced.push.added = static_cast<std::int64_t>(here.contents.memories.size());
      synced.push.links = static_cast<std::int64_t>(here.contents.links.size());
    }
    return synced;
  }
  SyncSide there{store::Access(*other).by(engine.database.author()), {}, false};
  // The two walks are all that takes long when little differs; each has its own file.
  auto walk = std::async(std::launch::async, [&] { return load(there.database); });
  here.contents = TRY(load(here.database));
  there.contents = TRY(walk.get());
  synced.plain_copy =
      pushes && !request.dry_run && is_encrypted(engine) && !other->maintenance().is_encrypted();
  if (pulls) {
    synced.pull =
        TRY(SyncRun(engine, there, here, {.dry_run = request.dry_run, .notify = notify}).run());
    TRY_VOID(settle_arrivals(here.database, synced.pull.added, synced.pull.purged));
  }
  const auto& came = synced.pull;
  if (pushes && !request.dry_run &&
      came.added + came.changed + came.removed + came.links + came.cycles > 0)
    here.contents = TRY(load(here.database));
  if (pushes) {
    synced.push =
        TRY(SyncRun(engine, here, there, {.dry_run = request.dry_run, .notify = notify}).run());
    TRY_VOID(settle_arrivals(there.database, synced.push.added, synced.push.purged));
  }
  if (pulls && pushes && !request.dry_run)
    TRY_VOID(SyncRun(engine, there, here, {.notify = notify}).take_histories());
  return synced;
}

}  // namespace aim::engine
