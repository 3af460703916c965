#include "store/memories.h"

namespace aim::store {

Result<std::vector<Memory>> Memories::holders(std::span<const Memory> of) const {
  std::vector<Memory> found;
  for (const Memory& each : of) {
    auto by_title = TRY(find_by_title(each.name_space, each.title));
    auto by_id = TRY(find_by_id(each.id));
    const bool two = by_title && by_id && by_title->key != by_id->key;
    if (by_title && two)
      found.push_back(std::move(*by_title));
    if (by_id || by_title)
      found.push_back(std::move(by_id ? *by_id : *by_title));
  }
  return found;
}

Result<std::vector<std::optional<Error>>> Memories::insert_all(
    std::span<const NewMemory> memories) {
  std::vector<std::optional<Error>> refused(memories.size());
  for (std::size_t i = 0; i < memories.size(); ++i)
    if (auto done = insert(*memories[i].memory); !done) {
      if (done.error().code != Code::validation_failed)
        return Failure(std::move(done.error()));
      refused[i] = std::move(done.error());
    }
  return refused;
}

}  // namespace aim::store
