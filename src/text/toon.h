// TOON: rows instead of JSON objects, so that answers cost an assistant fewer tokens (G1;
// docs/formats/toon.md).
// Writes exactly the published form (G1), plus the metadata line and the standards block of wire.md
// 2.7, and escapes backslashes and carriage returns too (S8).
// Pure: replies in, text out.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/std.h"

namespace aim::text {

// brief: what most readers need, more by `extra_columns` (V3); the others are the published ones.
enum class ToonMode { brief, compact, full };

// `reply` is what recall, search, list or session_start give as JSON: scalars become the metadata
// line in the order count, mode, tokens_used, budget_tokens, then others by name, `warnings` (an
// array of texts) among them, joined by "; "; `standard` or `standards` become the standards block,
// `turns` one of their own; `memories` or `results` become the rows, under the name memories.
// `extra_columns` are keys of memories that the caller asked for beyond the mode's own, appended in
// that order; they and the reply's keys are names (is_toon_name). Ends with a newline.
std::string to_toon(const boost::json::object& reply, ToonMode mode,
                    std::span<const std::string_view> extra_columns = {});

// The header lines of TOON, for its writer and its reader: name[column|column|…]:
struct ToonHeader {
  std::string_view name;     // of the rows
  std::string_view columns;  // as they stand between the brackets
};

std::optional<ToonHeader> as_toon_header(std::string_view line);

// Whether the rows below are the memories: always `memories` in ours, `results` in what others
// make.
bool announces_memories(const ToonHeader& header);

// A name of a column or of a metadata value: letters, digits, "_", "-" and ".", at most 64 bytes (a
// header would otherwise multiply a long name by the number of its rows).
bool is_toon_name(std::string_view text);

}  // namespace aim::text
