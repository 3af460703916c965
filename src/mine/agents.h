// Messages of Goose, as its session files and its database keep them.
// Knows: one message. Must not know: files, tables.
#pragma once
#include <boost/json/fwd.hpp>

#include "mine/conversation.h"

namespace aim::mine {

// {role, created, content: [{type: "text" | "toolRequest" | …}], metadata: {userVisible}}
Result<void> take_goose_message(const boost::json::value& message, ConversationBuilder& gathering);

}  // namespace aim::mine
