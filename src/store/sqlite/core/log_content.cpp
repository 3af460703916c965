#include "store/sqlite/core/log_content.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "store/sqlite/core/file_bytes.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t log_header_bytes = std::tuple_size_v<LogHeader>, frame_header_bytes = 24;
constexpr std::uint32_t log_magic = 0x377f0682;

// The checksum of the log, as far as it has come.
class Checksum {
 public:
  explicit Checksum(bool big_endian) : big_endian_(big_endian) {}

  void add(std::span<const unsigned char> bytes) {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
      first_ += word(bytes, at) + second_;
      second_ += word(bytes, at + 4) + first_;
    }
  }
  bool is(std::uint32_t first, std::uint32_t second) const {
    return first == first_ && second == second_;
  }

 private:
  std::uint32_t word(std::span<const unsigned char> bytes, std::size_t at) const {
    const std::uint32_t number = number_at(bytes.data(), at);
    return big_endian_ ? number : __builtin_bswap32(number);
  }

  bool big_endian_;
  std::uint32_t first_ = 0, second_ = 0;
};

void add_mark(LogChanges& found, std::uint32_t page, std::span<const unsigned char> content) {
  auto mark = mark_in(content);
  if (!mark)
    return;
  found.mark_page = page;
  found.marks.push_back(std::move(*mark));
}

}  // namespace

LogFile::LogFile(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

LogFile::~LogFile() {
  if (number_ >= 0)
    ::close(number_);
}

bool LogFile::read(std::span<unsigned char> into, std::uint64_t at) const {
  return number_ >= 0 && ::pread(number_, into.data(), into.size(), static_cast<off_t>(at)) ==
                             static_cast<ssize_t>(into.size());
}

LogChanges changes_in(const LogFile& log, std::uint32_t file_pages, bool closely) {
  LogChanges found;
  const LogHeader& header = found.header;
  if (!log.read(found.header, 0) || (number_at(header.data(), 0) & ~1U) != log_magic)
    return found;
  const std::size_t page = number_at(header.data(), 8);
  constexpr std::size_t min_page_bytes = 512;
  if (page < min_page_bytes || page > max_page_bytes || (page & (page - 1)) != 0)
    return found;  // SQLite reads no such log either
  Checksum sum((number_at(header.data(), 0) & 1U) != 0);
  sum.add(std::span(header).first(24));
  std::vector<unsigned char> content(page);
  std::array<unsigned char, frame_header_bytes> frame{};
  std::optional<std::uint32_t> changes;
  for (std::uint64_t at = log_header_bytes; log.read(frame, at); at += frame.size() + page) {
    // Frames of an earlier round have other salts.
    if (number_at(frame.data(), 8) != number_at(header.data(), 16) ||
        number_at(frame.data(), 12) != number_at(header.data(), 20))
      break;
    const std::uint32_t number = number_at(frame.data(), 0);
    const bool is_first_page = number == 1;
    const bool may_have_mark = found.marks.empty() || number == found.mark_page;
    if ((closely || is_first_page || may_have_mark) && !log.read(content, at + frame.size()))
      break;
    if (closely) {
      sum.add(std::span(frame).first(8));
      sum.add(content);
      if (!sum.is(number_at(frame.data(), 16), number_at(frame.data(), 20)))
        break;
    }
    if (is_first_page)
      changes = number_at(content.data(), changes_at);
    if (may_have_mark)
      add_mark(found, number, content);
    if (number > file_pages)
      found.new_pages.insert(number);
    const bool is_commit = number_at(frame.data(), 4) != 0;
    if (is_commit)
      found.pages = number_at(frame.data(), 4);
    if (!is_commit || !changes)
      continue;
    found.last = changes;
    if (!found.first)
      found.first = changes;
  }
  return found;
}

}  // namespace aim::store::sqlite
