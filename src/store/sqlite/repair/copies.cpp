#include "store/sqlite/repair/copies.h"

#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "base/platform/file_system.h"
#include "store/sqlite/repair/backup.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/schema/migrate.h"

namespace aim::store::sqlite {
namespace {

constexpr std::string_view stamp_form = "20261122-131500";

Error cannot(std::string_view what, const fs::path& file, const std::error_code& error) {
  return unavailable(std::string(what) + " " + file.string() + ": " + error.message(),
                     "check the folder's permissions and that the disk has room");
}

// Reads every page of it; the number of memories.
Result<std::int64_t> check_copy(const fs::path& copy, const FindKey& find_key,
                                const Clock* migrating, const Stop& stop) {
  ConnectionOptions options;
  options.find_key = find_key;
  options.foreign = true;
  const auto connection = TRY(Connection::open(copy, options));
  if (stop)
    connection->end_when(stop);
  if (migrating)
    TRY_VOID(migrate(*connection, copy, *migrating));
  TRY_VOID(check_pages(*connection, "PRAGMA quick_check(1)"));
  return connection->number_or_zero("SELECT count(*) FROM memories");
}

Result<std::int64_t> copy_and_check(const fs::path& from, const fs::path& to,
                                    const ConnectionOptions& options, const Clock* migrating,
                                    const Stop& stop) {
  TRY_VOID(copy_database(from, to, options, stop));
  return check_copy(to, options.find_key, migrating, stop);
}

bool is_copy_of(const fs::path& database, std::string_view name) {
  const std::string begin = database.stem().string() + "-";
  if (!name.starts_with(begin) || !name.ends_with(".db"))
    return false;
  const auto middle = name.substr(begin.size(), name.size() - begin.size() - 3);
  if (middle.size() < stamp_form.size() ||
      !std::ranges::equal(
          middle.substr(0, stamp_form.size()), stamp_form,
          [&](char each, char form) { return form == '-' ? each == '-' : ascii::is_digit(each); }))
    return false;
  const auto number = middle.substr(stamp_form.size());  // "-2", of a further one in that second
  return number.empty() || (number.size() > 1 && number[0] == '-' &&
                            std::ranges::all_of(number.substr(1), ascii::is_digit));
}

// Only files that have a name of ours; the newest stay.
std::vector<fs::path> remove_oldest(const fs::path& database, const fs::path& folder,
                                    std::size_t keep) {
  std::vector<fs::path> copies, removed;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    if (each->is_regular_file(error) && is_copy_of(database, each->path().filename().string()))
      copies.push_back(each->path());
  // By their stems: a further one of a second ("…-2") is newer than the first.
  std::ranges::sort(copies, std::ranges::greater(),
                    [](const fs::path& copy) { return copy.stem(); });
  for (std::size_t i = keep; i < copies.size(); ++i)
    if (fs::remove(copies[i], error))
      removed.push_back(copies[i]);
  return removed;
}

// A new name without an ending, or one for several copies, is a folder's (P4).
bool is_file(const store::BackupRequest& request) {
  std::error_code error;
  if (fs::exists(request.to, error))
    return !fs::is_directory(request.to, error);
  return request.to.has_filename() && request.to.has_extension() && request.keep == 0;
}

Result<fs::path> target_of(const fs::path& database, const store::BackupRequest& request,
                           Time now) {
  std::error_code error;
  const std::string name = database.stem().string() + "-" + stamp(now);
  if (!request.to.empty() && is_file(request))
    return request.to;
  const fs::path folder =
      request.to.empty() ? fs::absolute(database, error).parent_path() / "backups" : request.to;
  TRY_VOID(make_private_folder(folder));
  fs::path target = folder / (name + ".db");
  for (int number = 2; fs::exists(target, error); ++number)
    target = folder / (name + "-" + std::to_string(number) + ".db");
  return target;
}

}  // namespace

Result<store::Backup> back_up_database(const fs::path& database,
                                       const store::BackupRequest& request,
                                       const ConnectionOptions& options, Time now,
                                       const Stop& stop) {
  std::error_code error;
  const fs::path target = TRY(target_of(database, request, now));
  if (fs::exists(target, error))
    return Failure(conflict("there is a file " + target.string() + " already"));
  TRY_VOID(check_room(target, fs::file_size(database, error)));
  const fs::path unfinished = target.string() + ".part";
  const auto memories = copy_and_check(database, unfinished, options, nullptr, stop);
  if (!memories) {
    remove_all_of(unfinished);
    return Failure(memories.error());
  }
  // A second name fails where the first exists: nobody's file is overwritten.
  fs::create_hard_link(unfinished, target, error);
  if (error && !fs::exists(target))
    fs::rename(unfinished, target, error);
  remove_all_of(unfinished);
  if (error)
    return Failure(cannot("cannot write the copy", target, error));
  sync_folder(target.parent_path());
  store::Backup made{
      target, *memories, static_cast<std::int64_t>(fs::file_size(target, error)), {}};
  if (request.keep > 0)
    made.removed = remove_oldest(database, target.parent_path(), request.keep);
  return made;
}

namespace {

// A copy of the database, and a connection by which nobody commits into it from here on; those who
// try later find that it is gone.
struct Former {
  fs::path copy;
  std::unique_ptr<Connection> lock;
};
Result<Former> keep_former(const fs::path& database, const ConnectionOptions& options,
                           const std::string& time) {
  auto lock = TRY(Connection::open(database, options));
  (void)lock->script("PRAGMA wal_checkpoint(TRUNCATE)");
  TRY_VOID(lock->run("BEGIN IMMEDIATE"));
  return Former{TRY(back_up(database, "before-restore-" + time, options)), std::move(lock)};
}

// Puts a file in the place of the database, which is kept beside it; where that is now.
Result<fs::path> take_place(const fs::path& fresh, const fs::path& database,
                            const ConnectionOptions& options, const std::string& time) {
  std::error_code error;
  Former former;
  if (fs::exists(database, error)) {
    auto kept = keep_former(database, options, time);
    if (!kept && is_damage(kept.error()))
      return replace_damaged(database, fresh, time);
    former = TRY(std::move(kept));
  }
  if (error = rename_over(fresh, database); error)
    return Failure(cannot("cannot replace", database, error));
  // What is left of the old log belongs to the copy that was kept, which has it all.
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(database.string() + suffix, error);
  sync_folder(database.parent_path());
  return former.copy;
}

}  // namespace

Result<store::Restored> restore_database(const fs::path& given, const fs::path& from,
                                         const ConnectionOptions& options, const Clock& clock,
                                         const Stop& stop) {
  std::error_code error;
  if (!fs::is_regular_file(from, error))
    return Failure(missing("there is no file " + from.string()));
  if (fs::equivalent(from, given, error))
    return Failure(refuse("from", "must not be the database itself"));
  fs::path database = fs::weakly_canonical(given, error);  // a link stays a link
  if (error)
    database = given;
  if (salt_of_file(database) && !salt_of_file(from))
    return Failure(
        refuse("from",
               "is not encrypted, and the database is: decrypt the database, then restore, then "
               "encrypt it again"));
  const std::string time = stamp(clock.now());
  const fs::path fresh = database.string() + ".restoring-" + time;
  ConnectionOptions foreign = options;
  foreign.foreign = true;
  const auto memories = copy_and_check(from, fresh, foreign, &clock, stop);
  const auto give_up = [&](Error why) {
    remove_all_of(fresh);
    return Failure(std::move(why));
  };
  if (!memories)
    return give_up(memories.error());
  auto kept = take_place(fresh, database, options, time);
  if (!kept)
    return give_up(std::move(kept).error());
  return store::Restored{*memories, *kept};
}

}  // namespace aim::store::sqlite
