// Arguments that were written as texts and can be nothing else than numbers, truth values, lists or
// objects (S24): as a language model means them. Other values stay as they are, and are refused by
// the reader. And what a person wants out of them. Knows: kinds of fields. Must not know:
// operations, doors.
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

// Without the passages that a person keeps out of every memory (capture/cleaner.h), in texts at any
// depth, and a warning that says so. Nothing: it has no such passage.
std::optional<json::object> without_private_passages(const json::object& arguments,
                                                     Warnings& warnings);

}  // namespace aim::op
