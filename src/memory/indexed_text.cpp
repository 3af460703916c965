#include "memory/indexed_text.h"

#include "memory/metadata.h"
#include "memory/titles.h"

namespace aim {
namespace {

std::string context_of(const Memory& memory) {
  constexpr std::array<std::string_view, 2> keys{"entry_type", "context"};
  // Nearly all have none, and are told by a look.
  if (memory.metadata.find("\"entry_type\"") == std::string::npos)
    return {};
  auto texts = text_members(memory.metadata, keys);
  return texts[0].empty() ? std::string() : std::move(texts[1]);
}

}  // namespace

std::string_view indexed_title(const Memory& memory) {
  // A content that is its own title has always counted as both.
  const bool made = memory.title != memory.content && is_untitled(memory.title, memory.content);
  return made ? std::string_view() : std::string_view(memory.title);
}

std::string indexed_labels(const Memory& memory) {
  std::string text;
  for (const std::string& tag : memory.tags) text.append(text.empty() ? 0 : 1, '\n').append(tag);
  if (const std::string context = context_of(memory); !context.empty())
    text.append(text.empty() ? 0 : 1, '\n').append(context);
  return text;
}

std::size_t indexed_bytes(const Memory& memory) {
  std::size_t bytes = indexed_title(memory).size() + memory.content.size();
  for (const std::string& tag : memory.tags) bytes += tag.size();
  return bytes + context_of(memory).size();
}

}  // namespace aim
