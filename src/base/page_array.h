// Arrays of plain values in pages of their own. One may begin as what a file holds: then processes
// share those pages until one writes to them, which gets a copy of the page (MAP_PRIVATE).
// Knows: pages of memory, files. Must not know: what the values mean.
// Threads: one at a time; several may read.
#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace aim {

// Bytes, zero until they are written. Where the system has no memory left, std::bad_alloc.
class PageMemory {
 public:
  PageMemory() = default;
  PageMemory(PageMemory&& other) noexcept { swap(other); }
  PageMemory& operator=(PageMemory&& other) noexcept {
    PageMemory old(std::move(other));
    swap(old);
    return *this;
  }
  ~PageMemory();

  std::byte* data() const { return data_; }
  std::size_t capacity() const { return capacity_; }
  // At least so many bytes from here on; what lies there stays, data() may be another.
  void grow(std::size_t capacity);
  // Begins with `size` bytes of an open file, from `offset` on (a multiple of page_size()), and has
  // room for `capacity` without being moved. The file must keep its length as long as this lives.
  // False, and empty, where it cannot be mapped.
  bool map(int file, std::uint64_t offset, std::size_t size, std::size_t capacity);
  // Whether it began as a file's and still lies there.
  bool is_shared() const { return shared_; }

  static std::size_t page_size();
  // The next multiple of it.
  static std::size_t whole_pages(std::size_t bytes);

 private:
  void swap(PageMemory& other) noexcept;
  void release();

  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
  bool shared_ = false;
};

// What a vector of them would be, but that new values are zero and growing may be free.
template <class T>
class PageArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PageArray() = default;
  PageArray(PageArray&& other) noexcept
      : memory_(std::move(other.memory_)),
        size_(std::exchange(other.size_, 0)),
        high_(std::exchange(other.high_, 0)) {}
  PageArray& operator=(PageArray&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    high_ = std::exchange(other.high_, 0);
    return *this;
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return memory_.capacity() / sizeof(T); }
  bool empty() const { return size_ == 0; }
  bool is_shared() const { return memory_.is_shared(); }
  T* data() const { return reinterpret_cast<T*>(memory_.data()); }
  T& operator[](std::size_t at) {
    check(at);
    return data()[at];
  }
  const T& operator[](std::size_t at) const {
    check(at);
    return data()[at];
  }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  const T& front() const { return (*this)[0]; }
  const T& back() const { return (*this)[size_ - 1]; }
  friend bool operator==(const PageArray& a, const PageArray& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

  void reserve(std::size_t size) {
    if (size > capacity())
      memory_.grow(size * sizeof(T));
  }
  void resize(std::size_t size) {
    if (size > capacity())
      reserve(std::max(size, capacity() + capacity() / 4));
    // Beyond what was ever used it is zero.
    if (const std::size_t used = std::min(size, high_); used > size_)
      std::fill(data() + size_, data() + used, T{});
    size_ = size;
    high_ = std::max(high_, size);
  }
  // As PageMemory::map: `size` values, room for `room`.
  bool map(int file, std::uint64_t offset, std::size_t size, std::size_t room) {
    const bool mapped =
        memory_.map(file, offset, size * sizeof(T), std::max(size, room) * sizeof(T));
    size_ = mapped ? size : 0;
    // Whatever the file has in the rest of its last page.
    const std::size_t page = PageMemory::page_size();
    high_ = std::min(capacity(), (size_ * sizeof(T) + page) / sizeof(T));
    return mapped;
  }

 private:
  // As the library checks a vector's.
  void check([[maybe_unused]] std::size_t at) const {
#ifdef _GLIBCXX_ASSERTIONS
    assert(at < size_);
#endif
  }

  PageMemory memory_;
  std::size_t size_ = 0;
  std::size_t high_ = 0;  // values from here on are zero
};

}  // namespace aim
