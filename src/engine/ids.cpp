#include "engine/ids.h"

#include "memory/rules.h"
#include "store/sqlite/archive.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

constexpr std::size_t most_listed = 6;

std::string quoted(std::string_view id) {
  return std::string("\"").append(id).append("\"");
}

Error ambiguous(std::string_view id, const std::vector<std::string>& ids, std::string_view field,
                std::string_view things) {
  std::string listed;
  for (std::size_t i = 0; i < ids.size() && i + 1 < most_listed; ++i)
    listed.append(listed.empty() ? "" : ", ").append(ids[i]);
  const std::string count = ids.size() < most_listed
                                ? std::to_string(ids.size())
                                : "more than " + std::to_string(most_listed - 1);
  return refuse(field, quoted(id) + " fits " + count + " " + std::string(things) + ": " + listed +
                           (ids.size() < most_listed ? "" : ", …") + "; give more of it");
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

Result<Memory> find_memory(store::Connection& connection, std::string_view id,
                           std::string_view what) {
  if (auto exact = TRY(store::find_by_id(connection, id)))
    return std::move(*exact);
  if (id.size() >= min_prefix_bytes) {
    const auto full = TRY(only(id, TRY(store::ids_with_prefix(connection, id, most_listed))));
    if (full)
      if (auto found = TRY(store::find_by_id(connection, *full)))
        return std::move(*found);
  }
  Error error =
      missing(std::string(what).append(" not found: no memory has the id ").append(quoted(id)));
  if (id.size() < min_prefix_bytes)
    error.hint = "an id in short has at least " + std::to_string(min_prefix_bytes) + " characters";
  return Failure(std::move(error));
}

Result<std::string> find_archived_id(store::Connection& connection, std::string_view id) {
  if (TRY(store::find_archived(connection, id)))
    return std::string(id);
  if (id.size() >= min_prefix_bytes) {
    auto full = TRY(only(id, TRY(store::archived_ids_with_prefix(connection, id, most_listed))));
    if (full)
      return std::move(*full);
  }
  return Failure(missing("not found in the archive: " + quoted(id)));
}

Result<Transcript> find_transcript(store::Connection& connection, std::string_view id,
                                   std::string_view field) {
  if (auto found = TRY(store::find_transcript(connection, id)))
    return std::move(*found);
  if (auto found = TRY(store::transcripts_of_session(connection, id)); !found.empty()) {
    if (found.size() > 1)
      return Failure(refuse(field,
                            "must fit one transcript: the session has one in several "
                            "namespaces; give an id of `transcript list`"));
    return std::move(found.front());
  }
  if (id.size() >= min_prefix_bytes) {
    auto ids = TRY(store::transcript_ids_with_prefix(connection, id, most_listed));
    const auto full = TRY(only(id, std::move(ids), field, "transcripts"));
    if (full)
      if (auto found = TRY(store::find_transcript(connection, *full)))
        return std::move(*found);
  }
  return Failure(missing("transcript not found: " + quoted(id)));
}

}  // namespace aim::engine
