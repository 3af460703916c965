#include "engine/browse/listings.h"

#include "engine/search/retrieve.h"
#include "store/search.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

Result<std::vector<std::string>> names_beginning(store::Reader& reader, Completes what,
                                                 std::string_view beginning, std::size_t limit) {
  switch (what) {
    case Completes::name_space:
      return reader.memories.name_spaces_beginning(beginning, limit);
    case Completes::tag:
      return reader.memories.tags_beginning(beginning, limit);
    case Completes::archived_id:
      return reader.memories.archived_ids_with_prefix(beginning, limit);
    case Completes::transcript_id:
      return reader.transcripts.ids_with_prefix(beginning, limit);
    case Completes::id:
      break;
  }
  return reader.memories.ids_with_prefix(beginning, limit);
}

}  // namespace

Result<std::int64_t> last_change(Engine& engine) {
  return engine.database.read([](store::Reader& reader) { return reader.records.last_change(); });
}

Result<ChangeList> changes_since(Engine& engine, std::int64_t after, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<ChangeList> {
    auto rows = TRY(reader.records.changes_after(after, limit));
    const std::int64_t last = rows.empty() ? after : rows.back().seq;
    const bool more = static_cast<std::int64_t>(rows.size()) == limit;
    return ChangeList{last, std::move(rows), more};
  });
}

Result<bool> shows_all(Engine& engine) {
  return engine.database.read(
      [](store::Reader& reader) -> Result<bool> { return reader.search.shows_all(); });
}

Result<std::vector<std::string>> titles_of(Engine& engine, const std::vector<std::string>& ids) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> titles;
    for (const std::string& id : ids) {
      const auto memory = TRY(reader.memories.find_by_id(id));
      titles.push_back(memory ? memory->title : std::string());
    }
    return titles;
  });
}

Result<Completion> complete(Engine& engine, Completes what, std::string_view beginning,
                            std::size_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<Completion> {
    Completion found;
    found.values = TRY(names_beginning(reader, what, beginning, limit + 1));
    found.total = static_cast<std::int64_t>(found.values.size());
    found.more = found.values.size() > limit;
    if (found.more)
      found.values.resize(limit);
    return found;
  });
}

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

Result<MemoryPage> page(Engine& engine, std::int64_t after, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<MemoryPage> {
    // One more tells whether this page is the last.
    auto rows = TRY(reader.memories.page_after(after, engine.clock.now(), limit + 1));
    MemoryPage page;
    if (static_cast<std::int64_t>(rows.size()) > limit) {
      rows.pop_back();
      page.next = rows.empty() ? 0 : rows.back().key;
    }
    page.memories = std::move(rows);
    return page;
  });
}

}  // namespace aim::engine
