#include "engine/sync.h"

#include <future>
#include <system_error>

#include "engine/sync_flow.h"
#include "store/sqlite/database.h"
#include "store/sqlite/text_index.h"

namespace aim::engine {
namespace {

constexpr std::int64_t worth_settling = 500;  // new memories

Result<SyncContents> load(store::Access& database) {
  return database.read(contents_of);
}

// After much that is new: the text index in one piece.
Result<void> settle(store::Access& database, const SyncFlow& flow) {
  if (flow.added < worth_settling)
    return {};
  return database.write(
      [](store::Connection& connection) { return store::settle_text(connection); });
}

Result<void> check_other(const Engine& engine, const std::filesystem::path& other) {
  std::error_code error;
  if (other.empty())
    return Failure(refuse("remote_db", "must not be empty"));
  const auto folder = std::filesystem::absolute(other, error).parent_path();
  if (!std::filesystem::is_directory(folder, error))
    return Failure(missing("there is no folder " + folder.native()));
  if (std::filesystem::is_directory(other, error))
    return Failure(refuse("remote_db", "must be a file; " + other.native() + " is a folder"));
  if (std::filesystem::equivalent(other, engine.database.file(), error))
    return Failure(refuse("remote_db", "must be another database than the one in use"));
  return {};
}

}  // namespace

Result<Synced> sync(Engine& engine, const SyncRequest& request,
                    const std::function<void(std::int64_t done)>& tell) {
  TRY_VOID(check_other(engine, request.other));
  const bool pulls = request.direction != SyncDirection::push;
  const bool pushes = request.direction != SyncDirection::pull;
  SyncSide here{engine.database, {}};
  Synced synced;
  std::error_code error;
  if (request.dry_run && !std::filesystem::exists(request.other, error)) {
    here.contents = TRY(load(here.database));
    if (pushes) {
      synced.push.added = static_cast<std::int64_t>(here.contents.memories.size());
      synced.push.links = static_cast<std::int64_t>(here.contents.links.size());
    }
    return synced;
  }
  const auto options = TRY(
      engine.database.read([](store::Connection& connection) -> Result<store::ConnectionOptions> {
        return connection.options();
      }));
  store::Database other(request.other, options, engine.clock);
  SyncSide there{store::Access(other), {}};
  // The two walks are all that takes long when little differs; each has its own file.
  auto walk = std::async(std::launch::async, [&] { return load(there.database); });
  here.contents = TRY(load(here.database));
  there.contents = TRY(walk.get());
  if (pulls) {
    synced.pull = TRY(SyncRun(engine, there, here, request.dry_run, tell).run());
    TRY_VOID(settle(here.database, synced.pull));
  }
  const auto& came = synced.pull;
  if (pushes && !request.dry_run && came.added + came.changed + came.removed + came.links + came.cycles > 0)
    here.contents = TRY(load(here.database));
  if (pushes) {
    synced.push = TRY(SyncRun(engine, here, there, request.dry_run, tell).run());
    TRY_VOID(settle(there.database, synced.push));
  }
  return synced;
}

}  // namespace aim::engine
