#include "base/page_array.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>

namespace aim {
namespace {

// Arrays of so many bytes lie in large pages where the system has them: to touch the small pages of
// 20 MB for the first time costs as long as to read them from a database.
constexpr std::size_t large_page = std::size_t{2} << 20;

// Room that takes no memory until it is used; null: there is none.
std::byte* room(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

}  // namespace

std::size_t PageMemory::page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t PageMemory::whole_pages(std::size_t bytes) {
  return (bytes + page_size() - 1) / page_size() * page_size();
}

PageMemory::~PageMemory() {
  release();
}

void PageMemory::swap(PageMemory& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  std::swap(shared_, other.shared_);
}

void PageMemory::release() {
  if (data_)
    ::munmap(data_, capacity_);
  data_ = nullptr;
  capacity_ = 0;
  shared_ = false;
}

void PageMemory::grow(std::size_t capacity) {
  if (capacity <= capacity_)
    return;
  const std::size_t bytes = whole_pages(capacity);
  std::byte* larger = nullptr;
  if (data_ && !shared_) {
    // The pages themselves go to where there is room.
    void* moved = ::mremap(data_, capacity_, bytes, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED)
      throw std::bad_alloc();
    larger = static_cast<std::byte*>(moved);
    data_ = nullptr;
  } else {
    larger = room(bytes);
    if (!larger)
      throw std::bad_alloc();
    if (data_)
      std::memcpy(larger, data_, capacity_);
    release();
  }
  data_ = larger;
  capacity_ = bytes;
  if (bytes >= large_page)
    ::madvise(data_, bytes, MADV_HUGEPAGE);  // a wish: without it all is the same, slower
}

bool PageMemory::map(int file, std::uint64_t offset, std::size_t size, std::size_t capacity) {
  release();
  const std::size_t bytes = whole_pages(std::max(size, capacity));
  std::byte* memory = bytes == 0 ? nullptr : room(bytes);
  if (!memory)
    return false;
  data_ = memory;
  capacity_ = bytes;
  if (size > 0 && ::mmap(memory, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file,
                         static_cast<off_t>(offset)) == MAP_FAILED) {
    release();
    return false;
  }
  shared_ = true;
  return true;
}

}  // namespace aim
