#include "engine/browse/facets.h"

#include "engine/search/retrieve.h"

namespace aim::engine {

Result<Facets> facets(Engine& engine, const Filter& filter, const std::string& words) {
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<Facets> {
    const Question question = understand(words, Match::all);
    if (question.phrases.empty())
      return reader.memories.facets(filter, std::nullopt, now);
    const Scope scope = TRY(scope_of(reader, filter));
    if (scope.nothing)
      return Facets();
    std::vector<Key> keys;
    for (const WordMatch& each : TRY(find_words(reader, scope, question)).memories)
      keys.push_back(each.key);
    return reader.memories.facets(filter, keys, now);
  });
}

}  // namespace aim::engine
