#include "store/sqlite/core/log_file.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <list>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace aim::store::sqlite {
namespace {
constexpr int header_bytes = 32, frame_header_bytes = 24;
constexpr std::size_t max_waiting_bytes = 64 * 1'024;
using Header = std::array<unsigned char, header_bytes>;

// What this layer keeps of a file. Stands behind the system's own object, in what SQLite allocates.
struct OwnFile {
  // The system's but for those of this file; first, as the object points here.
  sqlite3_io_methods methods{};
  const sqlite3_io_methods* system = nullptr;
};

// What a connection knows of the log that it has open.
struct LogFile : OwnFile {
  bool written = false;  // since the last sync
  // Nothing but a header was written, to a file that was empty: no older frame becomes valid by it.
  bool only_header = false;
  // As the last sync found it: it ended with a commit of this connection, at `end`, and began with
  // `header`.
  bool known = false;
  sqlite3_int64 end = 0;
  bool ends_commit = false;  // the frame that was written last
  Header header{};           // before the first write since the last sync, or as written since
  // Frames that wait to be written together, and where.
  std::vector<unsigned char> frames;
  sqlite3_int64 frames_at = 0;
  // Behind all that was written since the writer's lock was taken: only what comes from there on is
  // new, and may wait. What SQLite changes in its place is not synced before readers are told.
  sqlite3_int64 append_end = 0;
  // Frames that waited could not be written: the transaction has a hole, and must not go on.
  bool has_hole = false;
  // Null: nobody tells of the end of a transaction, so nothing waits.
  struct DatabaseFile* database = nullptr;
};

// The database that a log is of. SQLite gives up the lock of the writer there, and nothing that
// waited may be written after that: it is of a transaction that was taken back, and its place in
// the log may be another process's. (With `locking_mode=EXCLUSIVE`, which nothing of ours sets,
// there is no such lock, and nobody else either.)
struct DatabaseFile : OwnFile {
  LogFile* log = nullptr;
};

struct Layer {
  sqlite3_vfs vfs{};  // first, as SQLite gives back its address
  sqlite3_vfs* system = nullptr;
  std::string name;
  std::size_t own_at = 0;  // what this layer keeps of a file, in its object
};

OwnFile& own_of(sqlite3_file* file) {
  return *reinterpret_cast<OwnFile*>(const_cast<sqlite3_io_methods*>(file->pMethods));
}
LogFile& log_of(sqlite3_file* file) {
  return static_cast<LogFile&>(own_of(file));
}
DatabaseFile& database_of(sqlite3_file* file) {
  return static_cast<DatabaseFile&>(own_of(file));
}

void keep(sqlite3_file* file, OwnFile& own) {
  own.methods = *file->pMethods;
  own.system = file->pMethods;
  file->pMethods = &own.methods;
}

template <class Own>
int close(sqlite3_file* file, Own& own) {
  file->pMethods = own.system;
  std::destroy_at(&own);
  return file->pMethods->xClose(file);
}

sqlite3_int64 size_of(sqlite3_file* file) {
  sqlite3_int64 size = -1;
  return log_of(file).system->xFileSize(file, &size) == SQLITE_OK ? size : -1;
}

bool read_header(sqlite3_file* file, Header& header) {
  return log_of(file).system->xRead(file, header.data(), header_bytes, 0) == SQLITE_OK;
}

bool is_frame_header(int bytes, sqlite3_int64 at) {
  return at >= header_bytes && bytes == frame_header_bytes;
}

// What waits; nothing where nothing does.
int write_waiting(sqlite3_file* file) {
  auto& log = log_of(file);
  if (log.frames.empty())
    return SQLITE_OK;
  const int done = log.system->xWrite(file, log.frames.data(), static_cast<int>(log.frames.size()),
                                      log.frames_at);
  log.frames.clear();
  log.has_hole = done != SQLITE_OK;
  return done;
}

// A frame comes as its header and then its page, and a commit as frame after frame: the system gets
// them together. A reader looks for frames after their commit alone, so that they may wait until
// its last page; what SQLite changes in its place, or reads again before, does not. What a
// transaction wrote that is then taken back is dropped with its lock.
int write_frames(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 at) {
  auto& log = log_of(file);
  const auto* from = static_cast<const unsigned char*>(data);
  const bool is_head = is_frame_header(bytes, at);
  const bool is_new = at >= log.append_end;
  const bool follows = !log.frames.empty() && at == log.append_end;
  if (!follows)
    if (const int done = write_waiting(file); done != SQLITE_OK)
      return done;
  log.append_end = std::max(log.append_end, at + bytes);
  if (!follows) {
    if (!is_head || !is_new || !log.database)
      return log.system->xWrite(file, data, bytes, at);
    log.frames_at = at;
  }
  log.frames.insert(log.frames.end(), from, from + bytes);
  return is_head || (!log.ends_commit && log.frames.size() < max_waiting_bytes)
             ? SQLITE_OK
             : write_waiting(file);
}

int write_log(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 at) try {
  auto& log = log_of(file);
  if (log.has_hole)
    return SQLITE_IOERR_WRITE;
  log.only_header = at == 0 && bytes == header_bytes && size_of(file) == 0;
  if (at == 0 && bytes == header_bytes)
    std::memcpy(log.header.data(), data, header_bytes);
  else if (!log.written && !read_header(file, log.header))
    log.header = {};
  // A frame's header says in its second number whether it ends a commit.
  if (is_frame_header(bytes, at)) {
    const auto* head = static_cast<const unsigned char*>(data);
    log.ends_commit = std::any_of(head + 4, head + 8, [](unsigned char each) { return each != 0; });
  }
  log.written = true;
  const int done = write_frames(file, data, bytes, at);
  if (done == SQLITE_OK)
    log.end = at + bytes;
  return done;
} catch (const std::bad_alloc&) {
  log_of(file).frames.clear();
  log_of(file).has_hole = log_of(file).database != nullptr;
  return SQLITE_IOERR_NOMEM;
}

int read_log(sqlite3_file* file, void* into, int bytes, sqlite3_int64 at) {
  auto& log = log_of(file);
  if (!log.frames.empty() && at + bytes > log.frames_at)
    if (const int done = write_waiting(file); done != SQLITE_OK)
      return done;
  if (log.has_hole && at + bytes > log.frames_at)
    return SQLITE_IOERR_READ;
  return log.system->xRead(file, into, bytes, at);
}

int close_log(sqlite3_file* file) {
  auto& log = log_of(file);
  if (log.database)
    log.database->log = nullptr;
  return close(file, log);
}

int truncate_log(sqlite3_file* file, sqlite3_int64 size) {
  if (const int done = write_waiting(file); done != SQLITE_OK)
    return done;
  auto& log = log_of(file);
  log.written = true;
  log.only_header = log.ends_commit = false;
  const int done = log.system->xTruncate(file, size);
  // An empty log may get a header that is not synced by itself: nothing of before may come back
  // behind that.
  return done == SQLITE_OK ? log.system->xSync(file, SQLITE_SYNC_NORMAL) : done;
}

// This connection has synced all that is in the log: it has written nothing since, nobody has added
// a frame behind its last commit (a frame that another process was killed at may be on no disk
// yet), and nobody has begun the log anew.
bool is_synced(sqlite3_file* file) {
  const auto& log = log_of(file);
  Header header{};
  return !log.written && log.known && size_of(file) == log.end && read_header(file, header) &&
         header == log.header;
}

int sync_log(sqlite3_file* file, int flags) {
  if (const int done = write_waiting(file); done != SQLITE_OK)
    return done;
  auto& log = log_of(file);
  if (log.has_hole)
    return SQLITE_IOERR_FSYNC;
  // The commit that follows on a header syncs both, and the file's entry in its folder.
  if (log.only_header || is_synced(file))
    return SQLITE_OK;
  // Looked at before the sync: what another process adds meanwhile is not known to be on the disk.
  Header header{};
  const bool known = log.written && log.ends_commit && size_of(file) == log.end &&
                     read_header(file, header) && header == log.header;
  const int done = log.system->xSync(file, flags);
  log.known = known && done == SQLITE_OK;
  log.written = log.written && done != SQLITE_OK;
  return done;
}

int lock_database(sqlite3_file* file, int first, int count, int flags) {
  auto& database = database_of(file);
  // The writer's lock is the first. Taken or given up: nothing of another transaction is left.
  if (first == 0 && database.log) {
    database.log->frames.clear();
    database.log->append_end = 0;
    database.log->has_hole = false;
  }
  return database.system->xShmLock(file, first, count, flags);
}

int close_database(sqlite3_file* file) {
  auto& database = database_of(file);
  if (database.log)
    database.log->database = nullptr;
  return close(file, database);
}

// That of a log which was opened by this name; null where it is not one of this layer.
DatabaseFile* database_of_log(const char* name) {
  sqlite3_file* file = sqlite3_database_file_object(name);
  return file && file->pMethods && file->pMethods->xShmLock == lock_database ? &database_of(file)
                                                                             : nullptr;
}

void keep_log(sqlite3_file* file, void* place, const char* name) {
  auto* log = new (place) LogFile;
  keep(file, *log);
  log->methods.xClose = close_log;
  log->methods.xRead = read_log;
  log->methods.xWrite = write_log;
  log->methods.xTruncate = truncate_log;
  log->methods.xSync = sync_log;
  log->database = database_of_log(name);
  if (log->database)
    log->database->log = log;
}

void keep_database(sqlite3_file* file, void* place) {
  auto* database = new (place) DatabaseFile;
  keep(file, *database);
  database->methods.xClose = close_database;
  database->methods.xShmLock = lock_database;
}

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* given) {
  const auto& layer = *reinterpret_cast<const Layer*>(vfs);
  const int done = layer.system->xOpen(layer.system, name, file, flags, given);
  if (done != SQLITE_OK)
    return done;
  void* own = reinterpret_cast<std::byte*>(file) + layer.own_at;
  constexpr int first_with_locks = 2;  // version of the methods
  if ((flags & SQLITE_OPEN_WAL) != 0)
    keep_log(file, own, name);
  else if ((flags & SQLITE_OPEN_MAIN_DB) != 0 && file->pMethods->iVersion >= first_with_locks)
    keep_database(file, own);
  return done;
}
}  // namespace

bool add_file_layer(std::string name, sqlite3_vfs* system) {
  if (!system)
    return false;
  // Known to SQLite until the process ends.
  static std::list<Layer> layers;
  auto& added = layers.emplace_back();
  constexpr std::size_t alignment = std::max(alignof(LogFile), alignof(DatabaseFile));
  added.own_at =
      (static_cast<std::size_t>(system->szOsFile) + alignment - 1) / alignment * alignment;
  added.system = system;
  added.name = std::move(name);
  added.vfs = *system;
  added.vfs.szOsFile =
      static_cast<int>(added.own_at + std::max(sizeof(LogFile), sizeof(DatabaseFile)));
  added.vfs.zName = added.name.c_str();
  added.vfs.pNext = nullptr;
  added.vfs.xOpen = open_file;
  return sqlite3_vfs_register(&added.vfs, 0) == SQLITE_OK;
}

const char* name_of_file_layer() {
  constexpr const char* name = "ai-memory";
  static const bool added = add_file_layer(name, sqlite3_vfs_find(nullptr));
  return added ? name : nullptr;
}

}  // namespace aim::store::sqlite
