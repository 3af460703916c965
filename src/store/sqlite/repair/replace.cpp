#include <fcntl.h>
#include <unistd.h>

#include <system_error>

#include "base/file.h"
#include "base/platform/file_system.h"
#include "store/sqlite/repair/backup.h"
#include "store/sqlite/repair/check.h"

namespace aim::store::sqlite {
namespace {

// Where SQLite keeps its locks: every user of the file holds one byte of the shared range, in WAL
// mode too; a writer holds the first lock byte of the -shm file.
// (https://www.sqlite.org/fileformat2.html, section 1.2; https://www.sqlite.org/walformat.html,
// section 2.2.)
constexpr off_t shared_begin = 0x40000002, shared_size = 510;
constexpr off_t writer_byte = 120;

struct flock whole(off_t begin, off_t size) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = begin;
  lock.l_len = size;
  return lock;
}

std::optional<std::string> holder_of(const fs::path& file, off_t begin, off_t size) {
  const Descriptor opened(::open(file.c_str(), O_RDWR | O_CLOEXEC));
  struct flock lock = whole(begin, size);
  if (!opened.valid() || ::fcntl(opened.number(), F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
    return std::nullopt;
  if (lock.l_pid <= 0)
    return "of another program";  // the system does not say which
  std::string process = std::to_string(lock.l_pid);
  if (auto name = read_file("/proc/" + process + "/comm", 256); name && !name->empty())
    process.append(" (").append(name->substr(0, name->find('\n'))).append(")");
  return process;
}

// What tells that a file has been written to.
struct State {
  std::array<std::uint64_t, 3> of_file{}, of_wal{};
  friend bool operator==(const State&, const State&) = default;
};

State state_of(const fs::path& database) {
  const auto one = [](const fs::path& file) -> std::array<std::uint64_t, 3> {
    const FileFacts now = file_facts(file).value_or(FileFacts());
    return {now.inode, now.bytes, static_cast<std::uint64_t>(now.changed)};
  };
  return {one(database), one(database.string() + "-wal")};
}

Error in_use(const std::string& process) {
  return unavailable("process " + process + " uses the database",
                     "end it (close the assistants that use ai-memory), then try again");
}

Error cannot(std::string_view what, const std::error_code& error) {
  return unavailable(
      std::string(what).append(": ").append(error.message()),
      "check the folder's permissions and the room on the disk; the database is as it was");
}

// A second name for the damaged file, its WAL beside that name, then the sound file in its place:
// at every moment there is a database under the old name. A WAL left behind would be taken for the
// sound file's.
Result<void> swap(const fs::path& database, const fs::path& fresh, const fs::path& kept) {
  std::error_code error;
  fs::create_hard_link(database, kept, error);
  if (error)
    fs::copy_file(database, kept, error);
  if (error)
    return Failure(cannot("the damaged database could not be kept", error));
  const fs::path wal = database.string() + "-wal";
  if (fs::exists(wal, error)) {
    fs::rename(wal, kept.string() + "-wal", error);
    if (error)
      return Failure(cannot("the damaged database could not be kept", error));
  }
  fs::remove(database.string() + "-shm", error);
  if (error = rename_over(fresh, database); error)
    return Failure(cannot("the sound copy could not take its place", error));
  sync_folder(database.parent_path());
  return {};
}

// Two repairs in one second have two names.
fs::path free_name(const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; path_exists(name); ++number) name = wanted + "-" + std::to_string(number);
  return name;
}

// Files beside the database whose names go on like this.
std::vector<fs::path> beside(const fs::path& database, const std::string& middle) {
  std::vector<fs::path> found;
  std::error_code error;
  const fs::path folder = database.has_parent_path() ? database.parent_path() : fs::path(".");
  const std::string begin = database.filename().string() + middle;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    if (each->path().filename().string().starts_with(begin))
      found.push_back(each->path());
  return found;
}

// What a repair has left that was ended in its middle: copies that nobody works on go, and a log
// that had been put beside the second name of the database goes back to it, or its last commits
// would be missing.
Result<void> finish_interrupted(const fs::path& database) {
  std::error_code error;
  const std::string log = database.string() + "-wal";
  for (const fs::path& kept : beside(database, ".damaged-")) {
    if (!fs::equivalent(kept, database, error))
      continue;
    const fs::path kept_log = kept.string() + "-wal";
    if (fs::exists(kept_log, error) && !fs::exists(log, error))
      fs::rename(kept_log, log, error);
    if (!fs::exists(kept_log, error))
      fs::remove(kept, error);
    if (error)
      return Failure(cannot("what a repair before has left could not be put back", error));
  }
  for (const fs::path& file : beside(database, ".rescued-")) {
    const std::string name = file.string();
    const bool is_part = name.ends_with("-wal") || name.ends_with("-shm");
    if (!user_of(is_part ? name.substr(0, name.size() - 4) : name))
      fs::remove(file, error);
  }
  return {};
}

// `before`: what the database was when `fresh` was made of it.
Result<fs::path> put_in_place(const fs::path& database, const fs::path& fresh,
                              const std::string& time, const std::optional<State>& before) {
  // From here on nobody else may open it.
  const Descriptor opened(::open(database.c_str(), O_RDWR | O_CLOEXEC));
  struct flock lock = whole(shared_begin, shared_size);
  if (!opened.valid() || ::fcntl(opened.number(), F_SETLK, &lock) != 0)
    return Failure(in_use(user_of(database).value_or("of another user")));
  if (before && state_of(database) != *before)
    return Failure(unavailable("the database was written to meanwhile", "try again"));
  const fs::path kept = free_name(database.string() + ".damaged-" + time);
  TRY_VOID(swap(database, fresh, kept));
  return kept;
}

}  // namespace

std::optional<std::string> user_of(const fs::path& database) {
  return holder_of(database, shared_begin, shared_size);
}

std::optional<std::string> writer_of(const fs::path& database) {
  return holder_of(database.string() + "-shm", writer_byte, 1);
}

// In its way of locking SQLite keeps a shared lock as long as a file is open.
bool is_open_elsewhere(int descriptor) {
  struct flock lock = whole(shared_begin, shared_size);
  return ::fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

Result<fs::path> replace_damaged(const fs::path& database, const fs::path& fresh,
                                 const std::string& time) {
  if (const auto process = user_of(database))
    return Failure(in_use(*process));
  return put_in_place(database, fresh, time, {});
}

Result<Repaired> repair(const fs::path& given, const Clock& clock, const FindKey& find_key) {
  // A link stays a link: what it points at is replaced.
  std::error_code error;
  fs::path database = fs::weakly_canonical(given, error);
  if (error)
    database = given;
  if (const auto process = user_of(database))
    return Failure(in_use(*process));
  TRY_VOID(finish_interrupted(database));
  const std::string time = stamp(clock.now());
  const fs::path fresh = free_name(database.string() + ".rescued-" + time);
  const State before = state_of(database);
  const auto rescued = TRY(rescue(database, fresh, clock, find_key));
  auto kept = put_in_place(database, fresh, time, before);
  if (!kept) {
    remove_all_of(fresh);
    return Failure(std::move(kept).error());
  }
  return Repaired{rescued, *kept};
}

}  // namespace aim::store::sqlite
