// Sessions that assistants keep in SQLite databases: Cursor's state.vscdb, OpenCode's opencode.db
// (read 2026-03) and Goose's sessions.db (read 2026-08). Rows of tables are given to it.
// Knows: what their rows mean. Must not know: SQL, files.
// Memory: the texts of one database.
#pragma once
#include "mine/conversation.h"

namespace aim::mine {

// Values by column; those that are null are not there.
using SessionRow = std::map<std::string, std::string, std::less<>>;
// Hands on every row of a table; false: there is no such table.
using SessionRows = std::function<Result<bool>(
    std::string_view table, const std::function<Result<void>(const SessionRow& row)>& take)>;

// Errors: those of the sink and the rows; it has not the tables of the format.
Result<void> read_database(Format format, const SessionRows& rows, const ConversationSink& sink);

}  // namespace aim::mine
