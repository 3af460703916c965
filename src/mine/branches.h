// Marks the pieces of a conversation that were rewritten: where a question was edited or an answer
// asked for again, the version counts that leads to the last message.
// Pure.
#pragma once

#include "mine/conversation.h"

namespace aim::mine {

// Pieces of left branches become PieceKind::branch. Messages whose parents are not known stay.
void follow_branches(Conversation& conversation);

}  // namespace aim::mine
