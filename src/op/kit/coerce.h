// Arguments that were written as texts and can be nothing else than numbers, truth values, lists or
// objects (S24): as a language model means them. Other values stay as they are, and are refused by
// the reader. Knows: kinds of fields. Must not know: operations, doors.
#pragma once
#include <boost/json/fwd.hpp>
#include <optional>
#include <span>

#include "op/kit/operation.h"

namespace aim::op {

// Arguments under another name that models give them, where the right one is not given: `query` for
// `context` (V5). Nothing: there are none.
std::optional<json::object> renamed(std::span<const Param> params, const json::object& arguments);

// Nothing: every argument is of its kind already, as nearly always.
std::optional<json::object> coerced(std::span<const Param> params, const json::object& arguments);

}  // namespace aim::op
