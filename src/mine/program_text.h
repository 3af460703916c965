// Texts in a person's name that hold what a program put in: reminders, contexts of editors,
// notices, commands with their output. They are taken apart block by block, so that the words of
// the person stay.
// Knows: the markup of assistants on the command line. Must not know: their files.
// Pure; linear in the text.
#pragma once
#include "mine/conversation.h"

namespace aim::mine {

// The pieces of a prompt: what the person said is one, after the blocks of programs in it. Each is
// like `prompt` but for kind and text. "/name words" is what a person said by a command.
std::vector<TalkPiece> pieces_of_prompt(const TalkPiece& prompt);
Result<void> add_prompt(const TalkPiece& prompt, ConversationBuilder& gathering);

}  // namespace aim::mine
