#include "store/new_memory.h"

#include "memory/indexed_text.h"
#include "store/passages.h"
#include "store/types.h"
#include "text/embedding_texts.h"
#include "text/words.h"

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

}  // namespace aim::store
