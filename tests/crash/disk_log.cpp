// A library for tests, preloaded into the program under test: it writes down what happens to the
// files of one folder, in the order in which it happens, so that tests/lib/disk.py can tell what a
// disk may hold after a power cut. It can also make the disk look full.
//
// AIM_DISK_FOLDER: files below it are watched. AIM_DISK_LOG: where the records go, one after the
// other, from any number of
// processes. AIM_DISK_ROOM: so many bytes may still be added to files of the folder by this
// process; beyond that, writes fail with ENOSPC, and statvfs() tells what is left.
//
// A record: Head, then `name` bytes of a path, then `size` bytes of data. The data of a sync is one
// number: how long the log was when it began. What was written later is not known to be on the disk
// when it ends. Memory mapped files (SQLite's -shm) are not watched: nothing in them outlives the
// processes.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

enum class Kind : std::uint32_t {
  create = 1,
  write,
  truncate,
  sync,
  unlink,
  rename,
  link,
  sync_folder
};

struct Head {
  Kind kind;
  std::uint32_t name;
  std::uint64_t inode, offset, size;
};

template <class F>
F* next(const char* name) {
  return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

const std::string& folder() {
  static const std::string it = [] {
    const char* given = std::getenv("AIM_DISK_FOLDER");
    return std::string(given ? given : "");
  }();
  return it;
}

int log_descriptor() {
  static const int it = [] {
    const char* file = std::getenv("AIM_DISK_LOG");
    static const auto real = next<int(const char*, int, ...)>("open");
    return file ? real(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  }();
  return it;
}

std::uint64_t log_length() {
  struct stat status {};
  return ::fstat(log_descriptor(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

bool is_watched(const std::string& path) {
  return !folder().empty() && path.size() > folder().size() && path.starts_with(folder()) &&
         path[folder().size()] == '/' && !path.ends_with("-shm");
}

std::string absolute(const char* path) {
  if (path[0] == '/')
    return path;
  char here[PATH_MAX];
  return ::getcwd(here, sizeof here) ? std::string(here) + "/" + path : std::string(path);
}

// Empty for what is no file of the folder.
std::string path_of(int descriptor) {
  char link[64], path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = ::readlink(link, path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

std::uint64_t inode_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

void record(Kind kind, std::uint64_t inode, std::uint64_t offset, const std::string& name,
            const void* data, std::size_t size) {
  if (log_descriptor() < 0)
    return;
  const int kept = errno;
  Head head{kind, static_cast<std::uint32_t>(name.size()), inode, offset, size};
  const iovec parts[] = {{&head, sizeof head},
                         {const_cast<char*>(name.data()), name.size()},
                         {const_cast<void*>(data), size}};
  static const auto real = next<ssize_t(int, const iovec*, int)>("writev");
  // One call, so that records of several processes do not mix.
  if (real(log_descriptor(), parts, 3) != static_cast<ssize_t>(sizeof head + name.size() + size))
    std::abort();
  errno = kept;
}

void record_path(Kind kind, const char* path) {
  const std::string name = absolute(path);
  if (is_watched(name))
    record(kind, 0, 0, name, nullptr, 0);
}

void record_paths(Kind kind, const char* from, const char* to) {
  const std::string old_name = absolute(from), new_name = absolute(to);
  struct stat status {};
  if ((is_watched(old_name) || is_watched(new_name)) && ::stat(to, &status) == 0)
    record(kind, status.st_ino, 0, old_name, new_name.data(), new_name.size());
}

// ---- room ----

std::atomic<std::int64_t>& room() {
  static std::atomic<std::int64_t> it = [] {
    const char* given = std::getenv("AIM_DISK_ROOM");
    return given ? std::strtoll(given, nullptr, 10) : std::int64_t{INT64_MAX};
  }();
  return it;
}

// How much a write at this place would add, taken from the room. False: there is not so much.
bool take_room(int descriptor, std::uint64_t end) {
  if (room() == INT64_MAX)
    return true;
  struct stat status {};
  if (::fstat(descriptor, &status) != 0)
    return true;
  const auto added = static_cast<std::int64_t>(end) - std::max<std::int64_t>(status.st_size, 0);
  if (added <= 0)
    return true;
  if (room().fetch_sub(added) >= added)
    return true;
  room().fetch_add(added);
  return false;
}

ssize_t written(int descriptor, const void* data, std::size_t size, std::uint64_t offset,
                const auto& write) {
  const std::string path = path_of(descriptor);
  if (!is_watched(path))
    return write();
  if (!take_room(descriptor, offset + size)) {
    errno = ENOSPC;
    return -1;
  }
  const ssize_t done = write();
  if (done > 0)
    record(Kind::write, inode_of(descriptor), offset, path, data, static_cast<std::size_t>(done));
  return done;
}

int opened(const char* path, int flags, const auto& open) {
  const std::string name = absolute(path);
  if (!is_watched(name) || (flags & (O_CREAT | O_TRUNC)) == 0)
    return open();
  const bool was_there = ::access(path, F_OK) == 0;
  const int descriptor = open();
  if (descriptor < 0)
    return descriptor;
  if (!was_there)
    record(Kind::create, inode_of(descriptor), 0, name, nullptr, 0);
  else if ((flags & O_TRUNC) != 0)
    record(Kind::truncate, inode_of(descriptor), 0, name, nullptr, 0);
  return descriptor;
}

int synced(int descriptor, const auto& sync) {
  const std::string path = path_of(descriptor);
  const bool is_folder = !folder().empty() && (path == folder() || path + "/" == folder());
  if (!is_folder && !is_watched(path))
    return sync();
  const std::uint64_t begun = log_length();
  const int done = sync();
  if (done == 0)
    record(is_folder ? Kind::sync_folder : Kind::sync, inode_of(descriptor), 0, path, &begun,
           sizeof begun);
  return done;
}

int cut(int descriptor, std::uint64_t size, const auto& truncate) {
  const std::string path = path_of(descriptor);
  const int done = truncate();
  if (done == 0 && is_watched(path))
    record(Kind::truncate, inode_of(descriptor), size, path, nullptr, 0);
  return done;
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* data, std::size_t size) {
  static const auto real = next<ssize_t(int, const void*, std::size_t)>("write");
  if (folder().empty() || !is_watched(path_of(descriptor)))
    return real(descriptor, data, size);
  const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  return written(descriptor, data, size, static_cast<std::uint64_t>(at),
                 [&] { return real(descriptor, data, size); });
}

ssize_t pwrite(int descriptor, const void* data, std::size_t size, off_t offset) {
  static const auto real = next<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
  return written(descriptor, data, size, static_cast<std::uint64_t>(offset),
                 [&] { return real(descriptor, data, size, offset); });
}

ssize_t pwrite64(int descriptor, const void* data, std::size_t size, off64_t offset) {
  static const auto real = next<ssize_t(int, const void*, std::size_t, off64_t)>("pwrite64");
  return written(descriptor, data, size, static_cast<std::uint64_t>(offset),
                 [&] { return real(descriptor, data, size, offset); });
}

int ftruncate(int descriptor, off_t size) noexcept {
  static const auto real = next<int(int, off_t)>("ftruncate");
  return cut(descriptor, static_cast<std::uint64_t>(size), [&] { return real(descriptor, size); });
}

int ftruncate64(int descriptor, off64_t size) noexcept {
  static const auto real = next<int(int, off64_t)>("ftruncate64");
  return cut(descriptor, static_cast<std::uint64_t>(size), [&] { return real(descriptor, size); });
}

int fsync(int descriptor) {
  static const auto real = next<int(int)>("fsync");
  return synced(descriptor, [&] { return real(descriptor); });
}

int fdatasync(int descriptor) {
  static const auto real = next<int(int)>("fdatasync");
  return synced(descriptor, [&] { return real(descriptor); });
}

int open(const char* path, int flags, ...) {
  static const auto real = next<int(const char*, int, ...)>("open");
  va_list rest;
  va_start(rest, flags);
  const auto mode = va_arg(rest, mode_t);
  va_end(rest);
  return opened(path, flags, [&] { return real(path, flags, mode); });
}

int open64(const char* path, int flags, ...) {
  static const auto real = next<int(const char*, int, ...)>("open64");
  va_list rest;
  va_start(rest, flags);
  const auto mode = va_arg(rest, mode_t);
  va_end(rest);
  return opened(path, flags, [&] { return real(path, flags, mode); });
}

int unlink(const char* path) noexcept {
  static const auto real = next<int(const char*)>("unlink");
  const int done = real(path);
  if (done == 0)
    record_path(Kind::unlink, path);
  return done;
}

int remove(const char* path) noexcept {
  static const auto real = next<int(const char*)>("remove");
  const int done = real(path);
  if (done == 0)
    record_path(Kind::unlink, path);
  return done;
}

int rename(const char* from, const char* to) noexcept {
  static const auto real = next<int(const char*, const char*)>("rename");
  const int done = real(from, to);
  if (done == 0)
    record_paths(Kind::rename, from, to);
  return done;
}

int link(const char* from, const char* to) noexcept {
  static const auto real = next<int(const char*, const char*)>("link");
  const int done = real(from, to);
  if (done == 0)
    record_paths(Kind::link, from, to);
  return done;
}

int statvfs(const char* path, struct statvfs* into) noexcept {
  static const auto real = next<int(const char*, struct statvfs*)>("statvfs");
  const int done = real(path, into);
  if (done == 0 && room() != INT64_MAX && into->f_frsize > 0)
    into->f_bavail = into->f_bfree = static_cast<fsblkcnt_t>(room().load()) / into->f_frsize;
  return done;
}

}  // extern "C"
