#include "engine/transfer/sync.h"

#include <future>

#include "engine/database.h"
#include "engine/transfer/sync_flow.h"
#include "store/maintenance.h"
#include "store/search.h"

namespace aim::engine {
namespace {

constexpr std::int64_t worth_settling = 500;  // new memories

Result<SyncContents> load(store::Access& database) {
  return database.read([](store::Reader& reader) { return contents_of(reader); });
}

// After much that is new: the text index in few pieces. Memories that were removed for good leave
// the file.
Result<void> settle(store::Access& database, const SyncFlow& flow) {
  if (flow.purged)
    return database.maintenance().wipe_deleted(database.stop());
  if (flow.added < worth_settling)
    return {};
  return database.write(
      [&](store::Writer& writer) { return writer.search.merge_text_index(flow.added); });
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
    TRY_VOID(settle(here.database, synced.pull));
  }
  const auto& came = synced.pull;
  if (pushes && !request.dry_run &&
      came.added + came.changed + came.removed + came.links + came.cycles > 0)
    here.contents = TRY(load(here.database));
  if (pushes) {
    synced.push =
        TRY(SyncRun(engine, here, there, {.dry_run = request.dry_run, .notify = notify}).run());
    TRY_VOID(settle(there.database, synced.push));
  }
  if (pulls && pushes && !request.dry_run)
    TRY_VOID(SyncRun(engine, there, here, {.notify = notify}).take_histories());
  return synced;
}

}  // namespace aim::engine
