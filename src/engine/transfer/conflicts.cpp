#include "engine/transfer/conflicts.h"

#include "engine/history/merge_versions.h"
#include "memory/titles.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

bool same_texts(const Memory& a, const Memory& b) {
  return a.content == b.content && claimed_title(a) == claimed_title(b);
}

Result<bool> was_once(store::Reader& reader, const Memory& state) {
  const auto versions = TRY(reader.memories.all_versions_of(state.id));
  return std::ranges::any_of(versions, [&](const store::Version& each) {
    return !each.was_absent() && same_texts(each.memory, state);
  });
}

}  // namespace

Result<bool> is_conflict(store::Reader& from, store::Reader& to, const Memory& here,
                         const Memory& there) {
  return !same_texts(here, there) && !TRY(was_once(from, here)) && !TRY(was_once(to, there));
}

Result<void> keep_conflict(store::Writer& writer, const Memory& here, const Memory& there) {
  const auto winner = TRY(writer.memories.find_by_id(here.id));
  if (!winner)
    return {};
  // The state that was here has become a version when it was replaced; on the other device the one
  // that came does.
  if (same_texts(*winner, here))
    TRY(take_versions(writer, here.id, {{0, winner->updated_at.time, "update", there}}));
  return writer.records.set_fact(std::string(store::conflict_of_devices) + here.id,
                                 winner->updated_at.nanoseconds());
}

}  // namespace aim::engine
