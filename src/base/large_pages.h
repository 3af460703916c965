// An allocator for arrays of many megabytes, which puts them into large pages where the system has
// them: clearing the small pages of 32 MB when they are first used takes 19 ms of CPU, of large
// ones 4 ms.
// Knows: pages of memory. Must not know: what lies in them.
// Errors: std::bad_alloc where the system has no memory left.
// Threads: any.
#pragma once
#include <sys/mman.h>

#include <new>

#include "base/std.h"

namespace aim {

template <class T>
class LargePages {
 public:
  using value_type = T;
  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) noexcept {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < large_page)
      return static_cast<T*>(::operator new(bytes, alignment));
    void* memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    ::madvise(memory, bytes, MADV_HUGEPAGE);  // best effort: small pages work as well
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < large_page)
      ::operator delete(memory, alignment);
    else
      ::munmap(memory, count * sizeof(T));
  }
  friend bool operator==(const LargePages&, const LargePages&) { return true; }

 private:
  static constexpr std::size_t large_page = std::size_t{2} << 20;
  static constexpr std::align_val_t alignment{64};  // a line of the processor's cache
};

}  // namespace aim
