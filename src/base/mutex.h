// Locks that Clang can follow (-Wthread-safety): a member that says which lock it is guarded by cannot be touched without
// it, and a function that wants the lock held says so. std::mutex has no such annotations in the library that we build
// with. Other compilers see plain locks.
// Use: Mutex for the lock, Lock in place of std::lock_guard and std::unique_lock, std::condition_variable_any to wait.
#pragma once
#include <mutex>

#if defined(__clang__)
#define AIM_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define AIM_THREAD_ATTRIBUTE(x)
#endif
// Of data: only with this lock held.
#define GUARDED_BY(x) AIM_THREAD_ATTRIBUTE(guarded_by(x))
// Of a function: the caller holds the lock, or must not.
#define REQUIRES(...) AIM_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) AIM_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))

namespace aim {

class AIM_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() AIM_THREAD_ATTRIBUTE(acquire_capability()) { mutex_.lock(); }
  void unlock() AIM_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Holds the lock from its beginning to its end, but for where it was let go.
class AIM_THREAD_ATTRIBUTE(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) AIM_THREAD_ATTRIBUTE(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~Lock() AIM_THREAD_ATTRIBUTE(release_capability()) {
    if (held_)
      mutex_.unlock();
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void unlock() AIM_THREAD_ATTRIBUTE(release_capability()) {
    mutex_.unlock();
    held_ = false;
  }
  void lock() AIM_THREAD_ATTRIBUTE(acquire_capability()) {
    mutex_.lock();
    held_ = true;
  }

 private:
  Mutex& mutex_;
  bool held_ = true;
};

}  // namespace aim
