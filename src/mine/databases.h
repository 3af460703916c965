// Sessions that assistants keep in SQLite databases: Cursor's state.vscdb, OpenCode's opencode.db
// (read 2026-03) and Goose's sessions.db (read 2026-08). Rows of tables are given to it.
// Knows: what their rows mean. Must not know: SQL, files.
// Memory: the texts of one database.
#pragma once
#include "mine/conversation.h"
#include "mine/database_rows.h"

namespace aim::mine {

// Errors: those of the sink and the rows; it has not the tables of the format.
Result<void> read_database(Format format, const TableRows& rows, const ConversationSink& sink);

}  // namespace aim::mine
