// Who holds a title in a namespace, as far as anybody can see: an expired memory that waits for
// collection holds none, and is collected when its title is wanted.
#pragma once
#include "engine/engine.h"

namespace aim::engine {

// Archives (unless the options say otherwise) and removes memories that have expired.
Result<void> collect(store::Writer& writer, const Engine& engine,
                     const std::vector<Memory>& memories, Time now);

// Inside a write.
Result<std::optional<Memory>> title_holder(store::Writer& writer, const Engine& engine,
                                           std::string_view name_space, std::string_view title,
                                           Time now);

// Of any of these namespaces, the first that has one; not what has expired.
Result<std::optional<Memory>> find_titled(Engine& engine,
                                          const std::vector<std::string>& name_spaces,
                                          std::string_view title);

// The id of the one memory with this title, where no memory has that text as its id or its
// beginning (S54). Looks first in `near`, then in every namespace. Nothing: no memory has it.
// Errors: validation_failed, naming `field`, where several memories have the title.
Result<std::optional<std::string>> id_of_title(Engine& engine, std::string_view title,
                                               const std::vector<std::string>& near,
                                               std::string_view field);
// The same among those in the archive and the deleted ones whose history is kept.
Result<std::optional<std::string>> gone_id_of_title(Engine& engine, std::string_view title,
                                                    std::string_view field);

// The same among the memories that were deleted since then and are not there now.
Result<std::optional<std::string>> deleted_id_of_title(const store::Reader& reader,
                                                       std::string_view title, Time since,
                                                       std::string_view field);

Error title_taken(const Memory& by);

}  // namespace aim::engine
