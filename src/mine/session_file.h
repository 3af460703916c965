// The shared part of session files, which assistants keep as JSON Lines: one conversation a file,
// named by it, in the folder that it says first.
// Knows: files. Must not know: one format's records.
#pragma once
#include <boost/json/fwd.hpp>
#include <functional>
#include <string>

#include "mine/conversation.h"
#include "mine/source.h"

namespace aim::mine {

// "…/1a2b3c.jsonl" is the session 1a2b3c, unless the file says otherwise.
std::string stem(const SourceFile& file);

// The project's folder, and its last part as a tag; the first that is named counts.
void add_place(Conversation& head, std::string_view folder);

// Every value of a file goes to `take`, in one conversation.
Result<void> read_session(
    const Source& source, const SourceFile& file, const ConversationSink& sink,
    ConversationBuilder& gathering,
    const std::function<Result<void>(const boost::json::value& record)>& take);

}  // namespace aim::mine
