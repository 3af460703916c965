// Locks that Clang can follow (-Wthread-safety): a member that says which lock it is guarded by
// cannot be touched without it, and a function that wants the lock held says so. std::mutex has no
// such annotations in the library that we build with. Other compilers see plain locks.
// Use: Mutex for the lock, Lock in place of std::lock_guard and std::unique_lock,
// std::condition_variable_any to wait, on the Lock or on the Mutex itself.
#pragma once
#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define AIM_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define AIM_THREAD_ATTRIBUTE(x)
#endif
// For data: only with this lock held.
#define GUARDED_BY(x) AIM_THREAD_ATTRIBUTE(guarded_by(x))
// For a function: the caller holds the lock, or must not.
#define REQUIRES(...) AIM_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) AIM_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
// Marks a function that Clang cannot follow; a comment there gives the reason.
#define NO_THREAD_SAFETY_ANALYSIS AIM_THREAD_ATTRIBUTE(no_thread_safety_analysis)

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

// RAII lock; may be released and reacquired.
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

// Releases a held lock for its scope.
class AIM_THREAD_ATTRIBUTE(scoped_lockable) Unlocked {
 public:
  explicit Unlocked(Mutex& mutex) AIM_THREAD_ATTRIBUTE(release_capability(mutex)) : mutex_(mutex) {
    mutex_.unlock();
  }
  ~Unlocked() AIM_THREAD_ATTRIBUTE(release_capability()) { mutex_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  Mutex& mutex_;
};

// Several readers or one writer. SharedLock reads, ExclusiveLock changes. A function that returns a
// std::shared_lock of it is marked NO_THREAD_SAFETY_ANALYSIS, because Clang cannot follow the lock
// out of the function.
class AIM_THREAD_ATTRIBUTE(capability("mutex")) SharedMutex {
 public:
  SharedMutex() = default;
  SharedMutex(const SharedMutex&) = delete;
  SharedMutex& operator=(const SharedMutex&) = delete;

  void lock() AIM_THREAD_ATTRIBUTE(acquire_capability()) { mutex_.lock(); }
  void unlock() AIM_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }
  void lock_shared() AIM_THREAD_ATTRIBUTE(acquire_shared_capability()) { mutex_.lock_shared(); }
  void unlock_shared() AIM_THREAD_ATTRIBUTE(release_shared_capability()) { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

class AIM_THREAD_ATTRIBUTE(scoped_lockable) SharedLock {
 public:
  explicit SharedLock(SharedMutex& mutex) AIM_THREAD_ATTRIBUTE(acquire_shared_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~SharedLock() AIM_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock_shared(); }
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

 private:
  SharedMutex& mutex_;
};

class AIM_THREAD_ATTRIBUTE(scoped_lockable) ExclusiveLock {
 public:
  explicit ExclusiveLock(SharedMutex& mutex) AIM_THREAD_ATTRIBUTE(acquire_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock();
  }
  ~ExclusiveLock() AIM_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }
  ExclusiveLock(const ExclusiveLock&) = delete;
  ExclusiveLock& operator=(const ExclusiveLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace aim
