// Blocks of messages in the form that the interfaces of models give them, as pieces; and calls of
// tools as one text: the name, then the file or the command, then the other arguments, so that a
// search for a file or a command finds the call.
// Knows: the blocks of Anthropic, OpenAI and Gemini. Must not know: one format's files.
// Pure.
#pragma once
#include <boost/json/fwd.hpp>

#include "mine/conversation.h"

namespace aim::mine {

// `input`: an object, or a text that holds one.
std::string call_text(std::string_view name, const boost::json::value& input);

// Texts in a result: itself, its blocks, or the object as JSON.
std::string result_text(const boost::json::value& content);

// A block of a message by the interface of Anthropic: a piece like `like`.
TalkPiece piece_of_block(const boost::json::value& block, const TalkPiece& like);
// A part of a content by the interface of Gemini.
TalkPiece piece_of_part(const boost::json::value& part, const TalkPiece& like);

// Texts in a person's name that hold what a program put in (program_text.cpp): reminders, contexts
// of editors, notices, commands with their output. They are taken apart block by block, so that the
// words of the person stay. Linear in the text.

// The pieces of a prompt: what the person said is one, after the blocks of programs in it. Each is
// like `prompt` but for kind and text. "/name words" is what a person said by a command.
std::vector<TalkPiece> pieces_of_prompt(const TalkPiece& prompt);
Result<void> add_prompt(const TalkPiece& prompt, ConversationBuilder& gathering);

}  // namespace aim::mine
