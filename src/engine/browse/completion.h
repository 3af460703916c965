// What begins so: namespaces, tags and ids, for completions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace aim::engine {

enum class Completes { name_space, tag, id, archived_id, transcript_id };
struct Completion {
  std::vector<std::string> values;  // sorted
  std::int64_t total = 0;           // a lower bound when there are more
  bool more = false;
};
// Namespaces and tags that begin so in any case, ids exactly so; at most `limit`.
Result<Completion> complete(Engine& engine, Completes what, std::string_view beginning,
                            std::size_t limit);

// The titles of memories, in the order of their ids; empty for those that are not there.
Result<std::vector<std::string>> titles_of(Engine& engine, const std::vector<std::string>& ids);

}  // namespace aim::engine
