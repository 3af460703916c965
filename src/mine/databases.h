// Rows of others' SQLite databases, as they are handed to their readers; and sessions that
// assistants keep so: Cursor's state.vscdb, OpenCode's opencode.db (read 2026-03), Goose's
// sessions.db (read 2026-08). Knows: what their rows mean. Must not know: SQL, files. Memory: the
// texts of one database.
#pragma once
#include <boost/json/fwd.hpp>

#include "mine/conversation.h"

namespace aim::mine {

// Values by column; those that are null are not there.
using Row = std::map<std::string, std::string, std::less<>>;
// Hands on every row of a table; false: there is no such table.
using TableRows = std::function<Result<bool>(
    std::string_view table, const std::function<Result<void>(const Row& row)>& take)>;

inline std::string_view cell(const Row& row, std::string_view column) {
  const auto found = row.find(column);
  return found == row.end() ? std::string_view() : std::string_view(found->second);
}

// Errors: those of the sink and the rows; it has not the tables of the format.
Result<void> read_database(Format format, const TableRows& rows, const ConversationSink& sink);

// OpenCode's sessions, messages and parts as pieces, wherever they are kept: in files or in a
// database (opencode.cpp).

Conversation opencode_head(const boost::json::value& info, std::string otherwise);
// The kind, id and time that the parts of a message share.
TalkPiece opencode_message(const boost::json::value& info);
Result<void> take_opencode_part(const boost::json::value& part, TalkPiece piece,
                                ConversationBuilder& gathering);

}  // namespace aim::mine
