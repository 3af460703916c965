#include "store/sqlite/log/file_mark.h"

#include <sqlite3.h>

#include "base/hash.h"
#include "base/sealed_stream.h"
#include "store/sqlite/core/file_bytes.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t part = 16, mark_bytes = 4 * part;
constexpr unsigned char table_leaf = 0x0d, table_inner = 0x05;
constexpr std::size_t leaf_header = 8, inner_header = 12;

std::string draw() {
  return random_token().substr(0, part);
}

std::string check_of(std::string_view parts) {
  return sha256_hex("file mark " + std::string(parts)).substr(0, part);
}

// Reads what anybody may have made: beyond the end there are zeros.
class PageBytes {
 public:
  explicit PageBytes(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  std::uint64_t number(std::size_t at, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = at; i < at + size; ++i)
      value = value << 8U | (i < bytes_.size() ? bytes_[i] : 0U);
    return value;
  }
  // Goes on behind it.
  std::uint64_t varint(std::size_t& at) const {
    constexpr int max_bytes = 9;
    std::uint64_t value = 0;
    for (int i = 0; i < max_bytes; ++i) {
      const auto byte = number(at++, 1);
      if (i == max_bytes - 1)
        return value << 8U | byte;
      value = value << 7U | (byte & 0x7fU);
      if (byte < 0x80)
        break;
    }
    return value;
  }
  std::string_view text(std::size_t at, std::size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at)
      return {};
    return {reinterpret_cast<const char*>(bytes_.data()) + at, size};
  }

 private:
  std::span<const unsigned char> bytes_;
};

// Of a row of sqlite_schema: type, name, tbl_name, rootpage, sql. 0: it is another.
std::uint32_t root_in_cell(const PageBytes& page, std::size_t cell) {
  constexpr std::string_view names = "tablefile_markfile_mark";
  page.varint(cell);
  page.varint(cell);
  std::size_t at = cell;
  const auto record_header = static_cast<std::size_t>(page.varint(at));
  for (int column = 0; column < 3; ++column) page.varint(at);
  const auto size = page.varint(at);  // an integer's type is its size, up to four bytes
  if (size < 1 || size > 4 || page.text(cell + record_header, names.size()) != names)
    return 0;
  return static_cast<std::uint32_t>(page.number(cell + record_header + names.size(), size));
}

}  // namespace

std::string text_of(const FileMark& mark) {
  const std::string parts = mark.database + mark.before + mark.now;
  return parts + check_of(parts);
}

std::optional<FileMark> mark_of_text(std::string_view text) {
  if (text.size() != mark_bytes || check_of(text.substr(0, 3 * part)) != text.substr(3 * part))
    return std::nullopt;
  return FileMark{std::string(text.substr(0, part)), std::string(text.substr(part, part)),
                  std::string(text.substr(2 * part, part))};
}

std::optional<FileMark> mark_in(std::span<const unsigned char> page) {
  // One cell: its length, the number of the row, and of the record the header: NULL for that
  // number, a text of 64 bytes.
  constexpr std::string_view row("\x44\x01\x04\x00\x81\x0d", 6);
  const PageBytes bytes(page);
  if (bytes.number(0, 1) != table_leaf || bytes.number(3, 2) != 1)
    return std::nullopt;
  const auto cell = static_cast<std::size_t>(bytes.number(leaf_header, 2));
  if (bytes.text(cell, row.size()) != row)
    return std::nullopt;
  return mark_of_text(bytes.text(cell + row.size(), mark_bytes));
}

std::uint32_t page_of_mark(sqlite3* database, std::uint32_t page_bytes) {
  constexpr std::size_t max_pages = 500;  // of a schema
  std::vector<std::uint32_t> open{1};
  for (std::size_t seen = 0; !open.empty() && seen < max_pages; ++seen) {
    const std::uint32_t number = open.back();
    open.pop_back();
    const auto content = page_of(database, page_bytes, number);
    const PageBytes page(content);
    const std::size_t begin = number == 1 ? header_bytes : 0;
    const auto type = page.number(begin, 1), cells = page.number(begin + 3, 2);
    if (content.empty() || (type != table_leaf && type != table_inner))
      continue;
    if (type == table_inner)
      open.push_back(static_cast<std::uint32_t>(page.number(begin + leaf_header, 4)));
    const std::size_t list = begin + (type == table_leaf ? leaf_header : inner_header);
    for (std::size_t i = 0; i < cells && list + 2 * i < content.size(); ++i) {
      const auto cell = static_cast<std::size_t>(page.number(list + 2 * i, 2));
      if (type == table_inner)
        open.push_back(static_cast<std::uint32_t>(page.number(cell, 4)));
      else if (const auto root = root_in_cell(page, cell); root != 0)
        return root;
    }
    if (open.size() > max_pages)
      return 0;
  }
  return 0;
}

FileMark next_mark(std::optional<FileMark> last) {
  if (!last)
    return {draw(), draw(), draw()};
  last->before = std::exchange(last->now, draw());
  return std::move(*last);
}

}  // namespace aim::store::sqlite
