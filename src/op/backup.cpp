// Use cases "backup" and "restore": a copy of the whole database, made and put back while others
// use it (P4).
#include "engine/database.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

constexpr Rule path_rule{.min_bytes = 1, .max_bytes = 4'096, .meaning = Meaning::path};
constexpr Rule keep_rule{.minimum = 0, .maximum = 10'000};

// ---- backup ----

struct BackupRequest {
  std::optional<std::string> to;
  std::int64_t keep = 0;
  using R = BackupRequest;
  static constexpr std::tuple fields{
      takes("to", &R::to, path_rule,
            "New file or folder; default: the folder backups next to the database"),
      takes("keep", &R::keep, keep_rule,
            "Copies to keep in that folder; older ones are deleted; 0: keep all")};
};
struct BackupReply {
  std::string file;
  std::int64_t memories = 0, bytes = 0;
  std::vector<std::string> removed;
  using R = BackupReply;
  static constexpr std::tuple fields{
      gives("file", &R::file, "Path of the copy"),
      gives("memories", &R::memories, "Number of memories in it"),
      gives("bytes", &R::bytes, "Its size"),
      gives("removed", &R::removed, "Older copies that were deleted")};
};

Result<BackupReply> run_backup(Engine& engine, const BackupRequest& request, const Caller&) {
  if (!engine.database.exists())
    return Failure(missing("there is no database at " + engine.database.name()));
  const auto made = TRY(
      engine::back_up(engine, {request.to.value_or(""), static_cast<std::size_t>(request.keep)}));
  BackupReply reply{made.file.string(), made.memories, made.bytes, {}};
  for (const auto& file : made.removed) reply.removed.push_back(file.string());
  return reply;
}

// ---- restore ----

struct RestoreRequest {
  std::string from;
  static constexpr std::tuple fields{
      needs("from", &RestoreRequest::from, path_rule, "Copy made by backup")};
};
struct RestoreReply {
  std::int64_t memories = 0;
  std::optional<std::string> kept;
  using R = RestoreReply;
  static constexpr std::tuple fields{
      gives("memories", &R::memories, "Number of memories after the restore"),
      gives("kept", &R::kept, "Copy of the previous database")};
};

Result<RestoreReply> run_restore(Engine& engine, const RestoreRequest& request, const Caller&) {
  const auto restored = TRY(engine::restore_backup(engine, request.from));
  RestoreReply reply{restored.memories, {}};
  if (!restored.kept.empty())
    reply.kept = restored.kept.string();
  return reply;
}

}  // namespace

const Operation& backup() {
  return operation<run_backup>(
      "backup", "Back up", "Copy the database to a file while it is in use, and verify the copy.",
      Effect::adds, {.right = Right::administer});
}

const Operation& restore() {
  return operation<run_restore>(
      "restore", "Restore", "Replace the database with a backup, also while servers use it.",
      Effect::destroys, {.right = Right::administer, .makes_database = true});
}

}  // namespace aim::op
