// OpenCode's sessions, messages and parts as pieces, wherever they are kept: in files or in a
// database.
// Knows: their JSON. Must not know: where it lies.
#pragma once
#include <boost/json/fwd.hpp>

#include "mine/conversation.h"

namespace aim::mine {

Conversation opencode_head(const boost::json::value& info, std::string otherwise);
// The kind, id and time that the parts of a message share.
TalkPiece opencode_message(const boost::json::value& info);
Result<void> take_opencode_part(const boost::json::value& part, TalkPiece piece,
                                ConversationBuilder& gathering);

}  // namespace aim::mine
