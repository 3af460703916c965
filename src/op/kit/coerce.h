// Arguments that were written as texts and can be nothing else than numbers, truth values, lists or
// objects (S24): as a language model means them. Other values stay as they are, and are refused by
// the reader. And what a person wants out of them. Knows: kinds of fields. Must not know:
// operations, doors.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/operation.h"

namespace aim::op {

// Arguments under another name that models give them, where the right one is not given: `query` for
// `context` (V5). Nothing: there are none.
std::optional<json::object> renamed(std::span<const Param> params, const json::object& arguments);

// Nothing: every argument is of its kind already, as nearly always.
std::optional<json::object> coerced(std::span<const Param> params, const json::object& arguments);

// The value of that kind that a text stands for. Nothing: it is of its kind, or cannot be.
std::optional<json::value> meant_by(Kind kind, const json::value& given);

// Without the passages that a person keeps out of every memory (capture/cleaner.h), in texts at any
// depth, and a warning that says so. Nothing: it has no such passage.
std::optional<json::object> without_private_passages(const json::object& arguments,
                                                     Warnings& warnings);

// Texts as arguments: flags of the command line and parameters of a query string become JSON by the
// kind of the field.

// "a, b": the parts, without blanks around them and without empty ones.
std::vector<std::string> split_list(std::string_view text);

// Numbers, true/false, comma lists, JSON objects; everything else is text. An empty text for a
// nullable field is null.
// Errors: validation_failed, naming the field and what was expected.
Result<boost::json::value> value_from_text(const Param& param, std::string_view text);

}  // namespace aim::op
