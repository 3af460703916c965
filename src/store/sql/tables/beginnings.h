// Names by their beginning, for completions: namespaces and tags in any case of their letters.
// Cost: by what is found and by the ways its letters can be written, not by the size of the
// database.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::vector<std::string>> name_spaces_beginning(Connection& connection,
                                                       std::string_view beginning,
                                                       std::size_t limit);
Result<std::vector<std::string>> tags_beginning(Connection& connection, std::string_view beginning,
                                                std::size_t limit);

}  // namespace aim::store::sql
