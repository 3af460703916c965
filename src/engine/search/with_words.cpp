#include "engine/search/with_words.h"

#include "engine/relate.h"
#include "engine/search/retrieve.h"
#include "engine/search/understand.h"
#include "engine/search/valid_time.h"
#include "store/memories.h"
#include "store/search.h"

namespace aim::engine {
namespace {

Result<std::vector<Key>> keys_of(store::Reader& reader, const Filter& filter,
                                 std::span<const std::string> texts, std::size_t most) {
  std::vector<Key> keys;
  const Scope scope = TRY(scope_of(reader, filter));
  if (scope.nothing)
    return keys;
  for (const std::string& text : texts) {
    const Question question = understand(text, Match::all);
    if (question.phrases.empty())
      continue;
    auto found = TRY(reader.search.bm25(question.words(), scope.name_spaces, most));
    std::ranges::sort(found, {}, &store::Scored::bm25);
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i) keys.push_back(found[i].key);
  }
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

}  // namespace

Result<std::vector<Memory>> memories_with_words(Engine& engine, const Filter& filter,
                                                std::span<const std::string> texts,
                                                std::size_t most) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Memory>> {
    auto memories = TRY(reader.memories.by_keys(TRY(keys_of(reader, filter, texts, most))));
    const Time now = engine.clock.now();
    std::erase_if(memories, [&](const Memory& each) { return !passes(each, filter, now); });
    std::vector<Memory*> each;
    for (Memory& memory : memories) each.push_back(&memory);
    TRY_VOID(note_standing(reader, each, ValidTime(now)));
    return memories;
  });
}

}  // namespace aim::engine
