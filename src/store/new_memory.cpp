#include "store/new_memory.h"

#include <chrono>

#include "base/hash.h"
#include "memory/conversation_line.h"
#include "memory/indexed_text.h"
#include "text/passages.h"

namespace aim::store {
namespace {

// Kept for some time, and so not larger than they are.
text::CutWords words_of(std::string_view text) {
  thread_local text::CutWords words;
  text::cut_words(text, words);
  return words;
}

}  // namespace

CutMemory cut(const Memory& memory) {
  return cut(memory, text::texts_to_embed(memory));
}

CutMemory cut(const Memory& memory, const std::vector<std::string>& passages) {
  CutMemory made;
  made.title = words_of(indexed_title(memory));
  made.content = words_of(memory.content);
  made.labels = words_of(indexed_labels(memory));
  made.title_stems = text::significant_stems(memory.title);
  made.passages = passage_metas(0, memory, passages);
  return made;
}

std::uint32_t meta_hash(std::string_view text) {
  if (text.empty())
    return 0;
  const auto hash = static_cast<std::uint32_t>(stable_hash(text));
  return hash == 0 ? 1 : hash;
}

std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory) {
  return passage_metas(name_space, memory, text::texts_to_embed(memory));
}

std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory,
                                       const std::vector<std::string>& texts) {
  const Line line = line_of(memory);
  PassageMeta meta;
  meta.key = memory.key;
  meta.name_space = static_cast<std::uint32_t>(name_space);
  meta.session = meta_hash(line.session);
  meta.speaker = meta_hash(line.speaker);
  const auto minute =
      std::chrono::floor<std::chrono::minutes>(line.time.time_since_epoch()).count();
  meta.minute = static_cast<std::int32_t>(std::clamp<std::int64_t>(minute, INT32_MIN, INT32_MAX));
  meta.flags = line.dialogue ? PassageMeta::dialogue : std::uint8_t{0};
  meta.asks = static_cast<std::uint8_t>(line.asks * 255);
  std::vector<PassageMeta> metas;
  metas.reserve(texts.size());
  for (const std::string& text : texts) {
    meta.text = text::text_hash(text);
    metas.push_back(meta);
    ++meta.part;
  }
  return metas;
}

}  // namespace aim::store
