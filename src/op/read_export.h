// Reading an export of conversations, as the use cases that do so have in common: the caller hears
// how far it is, and texts come without secrets.
#pragma once
#include "capture/cleaner.h"
#include "mine/format.h"
#include "op/kit/operation.h"

namespace aim::op {

// `what` is done, as a person reads it: "mining". `sink.read` is set here. Errors: those of
// mine::read_conversations().
Result<void> read_export(const mine::Source& source, mine::Format format, std::string_view what,
                         const Caller& caller, Cleaner& cleaner, mine::ConversationSink sink);

}  // namespace aim::op
