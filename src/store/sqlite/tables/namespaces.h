// Numbers and counts of namespaces, as those who write memories change them.
#pragma once
#include <string_view>

#include "store/sql/namespaces.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

using sql::name_spaces_matching;
using sql::name_spaces_of;

// The number of a name; made when there is none yet.
Result<std::int64_t> name_space_number(Connection& connection, std::string_view name);

Result<void> count_text(Connection& connection, std::int64_t name_space, int memories,
                        std::int64_t bytes);

}  // namespace aim::store::sqlite
