#include "engine/lookup/by_id.h"

#include <set>

#include "base/append.h"
#include "base/uuid.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/transcripts.h"
#include "store/types.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_listed = 6;

std::string quoted(std::string_view id) {
  return std::string("\"").append(id).append("\"");
}

Error ambiguous(std::string_view id, const std::vector<std::string>& ids, std::string_view field,
                std::string_view things) {
  const std::string listed =
      join_texts(std::span(ids).first(std::min(ids.size(), max_listed - 1)), ", ");
  const std::string count = ids.size() < max_listed ? std::to_string(ids.size())
                                                    : "more than " + std::to_string(max_listed - 1);
  return refuse(field, quoted(id) + " matches " + count + " " + std::string(things) + ": " +
                           listed + (ids.size() < max_listed ? "" : ", …") +
                           "; use a longer prefix");
}

// The one id that begins with `id`, or nothing.
Result<std::optional<std::string>> only(std::string_view id, std::vector<std::string> ids,
                                        std::string_view field = "id",
                                        std::string_view things = "memories") {
  if (ids.size() > 1)
    return Failure(ambiguous(id, ids, field, things));
  if (ids.empty())
    return std::optional<std::string>();
  return std::optional(std::move(ids.front()));
}

}  // namespace

Result<Memory> find_memory(store::Reader& reader, std::string_view id, std::string_view what) {
  if (auto exact = TRY(reader.memories.find_by_id(id)))
    return std::move(*exact);
  if (id.size() >= min_prefix_bytes) {
    const auto full = TRY(only(id, TRY(reader.memories.ids_with_prefix(id, max_listed))));
    if (full)
      if (auto found = TRY(reader.memories.find_by_id(*full)))
        return std::move(*found);
  }
  Error error =
      missing(std::string(what).append(" not found: no memory with id ").append(quoted(id)));
  if (id.size() < min_prefix_bytes)
    error.hint = "a shortened id has at least " + std::to_string(min_prefix_bytes) + " characters";
  return Failure(std::move(error));
}

Result<Memory> find_living_memory(store::Reader& reader, std::string_view id, Time now,
                                  std::string_view what) {
  Memory memory = TRY(find_memory(reader, id, what));
  if (has_expired(memory, now))
    return Failure(
        missing(std::string("the ").append(what).append(" has expired: ").append(memory.id)));
  return memory;
}

Result<std::vector<Memory>> find_living_memories(store::Reader& reader,
                                                 const std::vector<std::string>& ids, Time now) {
  std::vector<Memory> all;
  std::set<Key> known;
  for (const std::string& id : ids) {
    Memory memory = TRY(find_living_memory(reader, id, now));
    if (known.insert(memory.key).second)
      all.push_back(std::move(memory));
  }
  store::put_in_write_order(all, &Memory::name_space);
  return all;
}

Result<std::vector<Memory>> find_different(
    const std::vector<std::string>& ids, std::string_view field,
    const std::function<Result<Memory>(const std::string& id)>& find) {
  std::vector<Memory> found;
  for (const std::string& id : ids) {
    Memory memory = TRY(find(id));
    if (std::ranges::find(found, memory.key, &Memory::key) != found.end())
      return Failure(
          refuse(field, "must name different memories; " + memory.id + " is named twice"));
    found.push_back(std::move(memory));
  }
  return found;
}

Result<std::string> find_versioned_id(store::Reader& reader, std::string_view id) {
  auto present = find_memory(reader, id);
  if (present)
    return std::move(present->id);
  if (present.error().code != Code::not_found)
    return Failure(present.error());
  if (!TRY(reader.memories.versions_of(id, 1)).empty())
    return std::string(id);
  if (id.size() >= min_prefix_bytes) {
    auto full = TRY(only(id, TRY(reader.memories.versioned_ids_with_prefix(id, max_listed))));
    if (full)
      return std::move(*full);
  }
  return Failure(present.error());
}

Result<std::string> find_archived_id(store::Reader& reader, std::string_view id) {
  if (TRY(reader.memories.find_archived(id)))
    return std::string(id);
  if (id.size() >= min_prefix_bytes) {
    auto full = TRY(only(id, TRY(reader.memories.archived_ids_with_prefix(id, max_listed))));
    if (full)
      return std::move(*full);
  }
  return Failure(missing("not found in the archive: " + quoted(id)));
}

Result<Transcript> find_transcript(store::Reader& reader, std::string_view id,
                                   std::string_view field) {
  if (auto found = TRY(reader.transcripts.find(id)))
    return std::move(*found);
  if (auto found = TRY(reader.transcripts.of_session(id)); !found.empty()) {
    if (found.size() > 1)
      return Failure(refuse(field,
                            "matches several transcripts: the session has one in each of several "
                            "namespaces; use an id from `transcript list`"));
    return std::move(found.front());
  }
  if (id.size() >= min_prefix_bytes) {
    auto ids = TRY(reader.transcripts.ids_with_prefix(id, max_listed));
    const auto full = TRY(only(id, std::move(ids), field, "transcripts"));
    if (full)
      if (auto found = TRY(reader.transcripts.find(*full)))
        return std::move(*found);
  }
  return Failure(missing("transcript not found: " + quoted(id)));
}

Result<std::vector<std::string>> short_ids(Engine& engine, const std::vector<std::string>& ids) {
  constexpr std::size_t shortest = 8, step = 4;
  std::vector<std::string> brief(ids);
  if (ids.empty() || !engine.database.exists())
    return brief;
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<std::string>> {
    for (std::string& id : brief) {
      if (!is_uuid(id))
        continue;
      std::size_t length = shortest;
      while (
          length < id.size() &&
          TRY(reader.memories.ids_with_prefix(std::string_view(id).substr(0, length), 2)).size() >
              1)
        length += step;
      id.resize(std::min(length, id.size()));
    }
    return brief;
  });
}

}  // namespace aim::engine
