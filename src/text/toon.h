// TOON: rows instead of JSON objects, so that answers cost an assistant fewer tokens (G1;
// docs/formats/toon.md).
// Writes exactly the published form (G1), plus the metadata line and the standards block of wire.md
// 2.7, and escapes backslashes and carriage returns too (S8). Reads that, that form without these
// and the later forms of wire.md 2.7.
// Pure: replies in, text out.
#pragma once
#include <boost/json/fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace aim::text {

// brief: what most readers need, more by `extra_columns` (V3); the others are the published ones.
enum class ToonMode { brief, compact, full };

// `reply` is what recall, search, list or session_start give as JSON: scalars become the metadata
// line in the order count, mode, tokens_used, budget_tokens, then others by name, `warnings` (an
// array of texts) among them, joined by "; "; `standard` or `standards` become the standards block;
// `memories` or `results` become the rows, under the name memories. `extra_columns` are keys of
// memories that the caller asked for beyond the mode's own, appended in that order; they and the
// reply's keys are names (toon_header.h). Ends with a newline.
std::string to_toon(const boost::json::object& reply, ToonMode mode,
                    std::span<const std::string_view> extra_columns = {});

// Back to {<metadata keys>, "standards"?: [...], "memories": [...]}. Values of rows and metadata
// come back as strings (TOON has no types), empty ones as null, `tags` as an array of strings.
// Errors: validation_failed with the line's number: no header, a row with another number of values
// than the header.
Result<boost::json::object> parse_toon(std::string_view text);

}  // namespace aim::text
