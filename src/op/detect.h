// Applies the rules of hooks to given events, without a session and without writing, to test the
// rules. Judges with the same code as the hooks: memories are put into a database of the caller's,
// which is to be thrown away, and recalled from it. Knows: engine, triggers. Must not know: where
// the events come from.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "engine/engine.h"

namespace aim::op {

// `item`:
// {"events":[{"kind":"user|assistant|tool","text","tool"?,"command"?,"exit"?}],"memories":[{"id","text"}]}.
// With "features": true also what the models saw, which tests/triggers/train.py learns from.
// Adds recall, relevant, decision, resolved, points and ms, as they are after the last event.
// `number` keeps the memories of one item apart from those of another. Errors: validation_failed
// for another shape.
Result<boost::json::object> detect(Engine& engine, const boost::json::object& item,
                                   std::int64_t number);

}  // namespace aim::op
