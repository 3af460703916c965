#include "engine/transfer/conflicts.h"

#include <algorithm>

#include "engine/history/merge_versions.h"
#include "memory/merge.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

bool same_texts(const Memory& a, const Memory& b) {
  return a.title == b.title && a.content == b.content;
}

Result<bool> was_once(store::Reader& reader, const std::string& id, const Memory& state) {
  const auto versions = TRY(reader.memories.all_versions_of(id));
  return std::ranges::any_of(versions, [&](const store::Version& each) {
    return !each.was_absent() && same_texts(each.memory, state);
  });
}

}  // namespace

Result<std::optional<Conflict>> conflict_of(store::Reader& from, store::Reader& to,
                                            const Memory& there) {
  auto here = TRY(to.memories.find_by_id(there.id));
  if (!here)
    here = TRY(to.memories.find_by_title(there.name_space, there.title));
  if (!here || same_texts(*here, there) || TRY(was_once(from, here->id, *here)) ||
      TRY(was_once(to, there.id, there)))
    return std::optional<Conflict>();
  return std::optional(Conflict{std::move(*here), there});
}

Result<void> keep_conflict(store::Writer& writer, const Conflict& conflict, const std::string& id) {
  const auto winner = TRY(writer.memories.find_by_id(id));
  if (!winner)
    return {};
  // The state that was here has become a version when it was replaced; on the other device the one
  // that came does.
  if (same_texts(*winner, conflict.here)) {
    store::Version lost{0, winner->updated_at.time, "update", conflict.there};
    lost.memory.id = id;
    TRY(take_versions(writer, id, {std::move(lost)}));
  }
  return writer.records.set_fact(std::string(store::conflict_of_devices) + id,
                                 winner->updated_at.nanoseconds());
}

}  // namespace aim::engine
