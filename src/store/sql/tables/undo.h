// Rows of what can be undone. What each function does is said in store/memories.h.
#pragma once
#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::optional<UndoStep>> last_undo(Connection& connection, std::string_view id, Time since);
Result<bool> any_undo_before(Connection& connection, Time time);
Result<void> add_undo(Connection& connection, const UndoStep& step);
Result<void> remove_undo(Connection& connection, std::int64_t number);
Result<void> prune_undo(Connection& connection, Time before);

}  // namespace aim::store::sql
