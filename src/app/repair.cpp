#include "app/repair.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/file.h"
#include "base/timestamp.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;

// Where SQLite keeps its locks: every user of the file holds one byte of the shared range, in WAL mode too; a writer
// holds the first lock byte of the -shm file. (https://www.sqlite.org/fileformat2.html, section 1.2;
// https://www.sqlite.org/walformat.html, section 2.2.)
constexpr off_t shared_begin = 0x40000002, shared_size = 510;
constexpr off_t writer_byte = 120;

class Descriptor {
 public:
  Descriptor(const fs::path& file, int flags) : number_(::open(file.c_str(), flags | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

struct flock whole(off_t begin, off_t size) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = begin;
  lock.l_len = size;
  return lock;
}

std::optional<std::string> holder_of(const fs::path& file, off_t begin, off_t size) {
  const Descriptor opened(file, O_RDWR);
  struct flock lock = whole(begin, size);
  if (opened.number() < 0 || ::fcntl(opened.number(), F_GETLK, &lock) != 0 ||
      lock.l_type == F_UNLCK)
    return std::nullopt;
  std::string process = std::to_string(lock.l_pid);
  if (auto name = read_file("/proc/" + process + "/comm", 256); name && !name->empty())
    process.append(" (").append(name->substr(0, name->find('\n'))).append(")");
  return process;
}

// What tells that a file has been written to.
struct State {
  std::array<std::int64_t, 4> of_file{}, of_wal{};
  friend bool operator==(const State&, const State&) = default;
};

State state_of(const fs::path& database) {
  const auto one = [](const fs::path& file) -> std::array<std::int64_t, 4> {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0)
      return {};
    return {static_cast<std::int64_t>(status.st_ino), status.st_size, status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec};
  };
  return {one(database), one(database.native() + "-wal")};
}

// "20261121-024113".
std::string stamp(Time time) {
  std::string text = format_rfc3339(time).substr(0, 19);
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '-' || c == ':'; }),
             text.end());
  std::replace(text.begin(), text.end(), 'T', '-');
  return text;
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

// A second name for the damaged file, its WAL beside that name, then the sound file in its place: at every moment
// there is a database under the old name. A WAL left behind would be taken for the sound file's.
Result<void> swap(const fs::path& database, const fs::path& fresh, const fs::path& kept) {
  std::error_code error;
  fs::create_hard_link(database, kept, error);
  if (error)
    fs::copy_file(database, kept, error);
  if (error)
    return Failure(cannot("the damaged database could not be kept", error));
  const fs::path wal = database.native() + "-wal";
  if (fs::exists(wal, error)) {
    fs::rename(wal, kept.native() + "-wal", error);
    if (error)
      return Failure(cannot("the damaged database could not be kept", error));
  }
  fs::remove(database.native() + "-shm", error);
  fs::rename(fresh, database, error);
  if (error)
    return Failure(cannot("the sound copy could not take its place", error));
  const Descriptor folder(database.has_parent_path() ? database.parent_path() : ".",
                          O_RDONLY | O_DIRECTORY);
  if (folder.number() >= 0)
    ::fsync(folder.number());
  return {};
}

}  // namespace

std::optional<std::string> user_of(const fs::path& database) {
  return holder_of(database, shared_begin, shared_size);
}

std::optional<std::string> writer_of(const fs::path& database) {
  return holder_of(database.native() + "-shm", writer_byte, 1);
}

Result<Repaired> repair(const fs::path& given, const Clock& clock) {
  // A link stays a link: what it points at is replaced.
  std::error_code error;
  fs::path database = fs::weakly_canonical(given, error);
  if (error)
    database = given;
  if (const auto process = user_of(database))
    return Failure(in_use(*process));
  const std::string time = stamp(clock.now());
  const fs::path fresh = database.native() + ".rescued-" + time;
  const fs::path kept = database.native() + ".damaged-" + time;
  if (fs::exists(kept, error))
    return Failure(
        unavailable("the file " + kept.native() + " exists already", "try again in a moment"));
  const State before = state_of(database);
  const auto rescued = TRY(store::rescue(database, fresh, clock));
  const auto give_up = [&](Error why) {
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(fresh.native() + suffix, error);
    return Failure(std::move(why));
  };
  // From here on nobody else may open it.
  const Descriptor opened(database, O_RDWR);
  struct flock lock = whole(shared_begin, shared_size);
  if (opened.number() < 0 || ::fcntl(opened.number(), F_SETLK, &lock) != 0)
    return give_up(in_use(user_of(database).value_or("of another user")));
  if (state_of(database) != before)
    return give_up(unavailable("the database was written to meanwhile", "try again"));
  if (auto done = swap(database, fresh, kept); !done)
    return give_up(std::move(done).error());
  return Repaired{rescued, kept};
}

}  // namespace aim::app
