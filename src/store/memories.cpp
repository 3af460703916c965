#include "store/memories.h"

namespace aim::store {

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
