#include "memory/titles.h"

#include <chrono>

#include "base/hash.h"
#include "base/utf8.h"
#include "memory/rules.h"

namespace aim {
namespace {

constexpr std::size_t max_whole_bytes = 120;      // of a content that is its own title
constexpr std::size_t max_beginning_bytes = 100;  // of another's first words
constexpr std::size_t least_cut_byte = 60;        // a blank before it is too early to cut at
constexpr std::size_t short_hash = 8, long_hash = 16;

// Each run of white space as one blank, none at the ends. Stops when it has more than enough for a
// title.
std::string flat(std::string_view content) {
  std::string out;
  bool blank = false;
  for (std::size_t at = 0; at < content.size() && out.size() <= max_whole_bytes;) {
    const std::size_t from = at;
    if (utf8::is_white_space(utf8::next(content, at))) {
      blank = true;
      continue;
    }
    if (blank && !out.empty())
      out += ' ';
    blank = false;
    out.append(content.substr(from, at - from));
  }
  return out;
}

std::string beginning(const std::string& flat) {
  std::string_view text = utf8::cut(flat, max_beginning_bytes);
  if (text.size() < flat.size() && flat[text.size()] != ' ')
    if (const std::size_t blank = text.rfind(' '); blank != text.npos && blank >= least_cut_byte)
      text = text.substr(0, blank);
  return std::string(text.substr(0, text.find_last_not_of(' ') + 1));
}

}  // namespace

std::vector<std::string> derived_titles(std::string_view content) {
  const std::string text = flat(content);
  const std::string hash = sha256_hex(content);
  std::vector<std::string> titles;
  if (text == content && text.size() <= max_whole_bytes)
    titles.push_back(text);
  const std::string begun = beginning(text) + "… #";
  titles.push_back(begun + hash.substr(0, short_hash));
  titles.push_back(begun + hash.substr(0, long_hash));
  return titles;
}

std::string derived_title(std::string_view content) {
  return derived_titles(content).front();
}

bool is_untitled(std::string_view title, std::string_view content) {
  // Almost every title is told by a look: a hash costs far more.
  if (title == content)
    return title.size() <= max_whole_bytes && flat(content) == content;
  if (title.find("… #") == title.npos)
    return false;
  const auto titles = derived_titles(content);
  return std::find(titles.begin(), titles.end(), title) != titles.end();
}

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
