#include "memory/claimed_title.h"

#include <chrono>

#include "base/hash.h"
#include "base/utf8.h"
#include "memory/rules.h"

namespace aim {
namespace {

constexpr std::array<std::size_t, 2> digits{8, 32};  // lengths of a mark, the shorter first

std::string mark_of(const Memory& memory, std::size_t length) {
  return " #" + sha256_hex(memory.id).substr(0, length);
}

}  // namespace

std::string claimed_title(const Memory& memory) {
  const std::string& title = memory.title;
  for (const std::size_t length : digits) {
    const std::size_t sign = length + 2;
    if (title.size() <= sign || title[title.size() - sign] != ' ' ||
        title[title.size() - sign + 1] != '#')
      continue;
    if (title.ends_with(mark_of(memory, length)))
      return title.substr(0, title.size() - sign);
  }
  return title;
}

bool has_first_claim(const Memory& a, const Memory& b) {
  return std::tie(a.created_at.time, a.id) < std::tie(b.created_at.time, b.id);
}

Memory put_beside(Memory memory, bool is_taken) {
  const std::string mark = mark_of(memory, digits[is_taken ? 1 : 0]);
  const std::size_t room = rule::title.max_bytes - (digits.back() + 2);
  if (memory.title.size() > room) {
    memory.title = utf8::cut(memory.title, room);
    memory.updated_at = at(memory.updated_at.time + std::chrono::nanoseconds(1));
  }
  memory.title += mark;
  return memory;
}

bool is_copy(const Memory& a, const Memory& b) {
  return a.content == b.content && a.tags == b.tags && a.kind == MemoryKind::observation &&
         b.kind == MemoryKind::observation;
}

}  // namespace aim
