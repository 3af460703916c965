// Namespaces by number, with the counts that ranking and stats need.
#pragma once
#include <string>
#include <vector>

#include "store/sqlite/connection.h"

namespace aim::store {

struct NamespaceRow {
  std::int64_t number = 0;
  std::string name;
  std::int64_t memories = 0;
  std::int64_t bytes = 0;  // of text, as the length codes say
};

// The number of a name; made when there is none yet.
Result<std::int64_t> name_space_number(Connection& connection, std::string_view name);

// Those a filter names: empty for all, "x" for one, "x/*" for x and all below. Only ones that ever held a memory.
Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection, std::string_view filter);

Result<void> count_text(Connection& connection, std::int64_t name_space, int memories, std::int64_t bytes);

}  // namespace aim::store
