#include "memory/untitled.h"

#include "base/hash.h"
#include "base/utf8.h"

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

}  // namespace aim
