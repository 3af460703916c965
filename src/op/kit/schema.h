// JSON schemas of operations: what MCP lists as inputSchema and outputSchema, and HTTP as OpenAPI
// (2020-12 dialect). Texts are limited in bytes and schemas count characters, so maxLength is an
// upper bound; a refusal names the bytes.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/operation.h"

namespace aim::op {

// {"type":"object","properties":{…},"required":[…]} of requests; defaults and limits included.
boost::json::object input_schema(std::span<const Param> params);

// The schema, or null: not a list of types, which some clients cannot read.
boost::json::object or_null(boost::json::object schema);

// The same in few words, for those who read it again in each session: without lengths, counts and
// far limits, which refusals name (S48).
boost::json::object brief_schema(std::span<const Param> params);

// The same of replies. Not closed: replies may carry `warnings`, and later versions add keys.
boost::json::object output_schema(std::span<const Param> results);

}  // namespace aim::op
