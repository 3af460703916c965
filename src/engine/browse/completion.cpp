#include "engine/browse/completion.h"

#include "store/memories.h"
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

}  // namespace aim::engine
