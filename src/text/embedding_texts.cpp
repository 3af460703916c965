#include "text/embedding_texts.h"

#include <algorithm>

#include "base/hash.h"
#include "memory/conversation_line.h"
#include "memory/untitled.h"
#include "text/passages.h"

namespace aim::text {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

// Not so an identifier ("conv0:D1:1", "3f2a…"): all of whose words have digits or are short.
bool says_something(std::string_view title) {
  for (std::size_t begin = 0; begin < title.size();) {
    const std::size_t end = std::min(title.find(' ', begin), title.size());
    const std::string_view word = title.substr(begin, end - begin);
    const bool digits = word.find_first_of("0123456789") != word.npos;
    if (!digits && std::count_if(word.begin(), word.end(), is_letter) >= 3)
      return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

std::uint64_t text_hash(std::string_view text) {
  const std::uint64_t hash = stable_hash(text);
  return hash == 0 ? 1 : hash;
}

std::vector<std::string> texts_to_embed(const Memory& memory) {
  const std::string_view body = without_mark(memory.content);
  const std::string speaker = line_of(memory).speaker;
  const bool names_speaker = speaker.empty() || !speaker_of(body).empty();
  const bool names_title = !says_something(memory.title) || body.starts_with(memory.title) ||
                           is_untitled(memory.title, memory.content);
  std::vector<std::string> texts;
  for (const std::string_view passage : passages(body)) {
    std::string& text = texts.emplace_back();
    if (!names_title)
      text.append(memory.title).append("\n");
    if (!names_speaker)
      text.append(speaker).append(": ");
    text.append(passage);
  }
  return texts;
}

}  // namespace aim::text
