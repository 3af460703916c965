#include "engine/transfer/sync.h"

#include <future>

#include "base/utf8.h"
#include "engine/database.h"
#include "engine/transfer/sync_flow.h"
#include "store/maintenance.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_reasons = 50;
constexpr std::size_t max_example_characters = 60;
constexpr std::string_view other_reasons = "other reasons";

Result<SyncContents> load(store::Access& database) {
  return database.read([](store::Reader& reader) { return contents_of(reader); });
}

}  // namespace

void Refusals::add(std::string_view what, const Error& why, std::string_view id,
                   std::int64_t count) {
  if (count == 0)
    return;
  // What was given differs from row to row.
  const std::string_view all = why.message;
  std::string_view reason = all.substr(0, all.find("; got "));
  const auto same = [&](const Refusal& each) { return each.what == what && each.reason == reason; };
  auto found = std::ranges::find_if(list_, same);
  if (found == list_.end() && list_.size() >= max_reasons) {
    reason = other_reasons;
    found = std::ranges::find_if(list_, same);
  }
  if (found == list_.end())
    found = list_.insert(list_.end(), {std::string(what), std::string(reason),
                                       utf8::excerpt(id, max_example_characters), 0});
  found->count += count;
}

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
