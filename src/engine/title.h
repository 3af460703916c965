// Who holds a title in a namespace, as far as anybody can see: an expired memory that waits for collection holds none, and
// is collected when its title is wanted.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace aim::engine {

// Archives (unless the options say otherwise) and removes memories that have expired.
Result<void> collect(store::Connection& connection, const Engine& engine,
                     const std::vector<Memory>& memories, Time now);

// Inside a write.
Result<std::optional<Memory>> title_holder(store::Connection& connection, const Engine& engine,
                                           std::string_view name_space, std::string_view title,
                                           Time now);

Error title_taken(const Memory& by);

}  // namespace aim::engine
