// Texts of which the backends keep a column each: times as they were given, tags, keys.
// Knows: texts. Must not know: how a backend keeps them.
// Times are integers; the texts that callers gave for them, where not canonical, share one column
// ("c=…\nu=…"). A text that only has fewer decimals, or Z for the zone, is kept as two characters:
// how many decimals, and "+" or "Z". "t=" is when title or content last changed, in nanoseconds;
// "f=" and "v=" are from and until when the fact holds, as texts.
#pragma once
#include "memory/memory.h"

namespace aim::store {

// A time as its column has it.
inline std::int64_t nanoseconds(Time time) {
  return time.time_since_epoch().count();
}
inline std::optional<std::int64_t> nanoseconds(const std::optional<Time>& time) {
  return time ? std::optional(nanoseconds(*time)) : std::nullopt;
}
inline std::optional<std::int64_t> nanoseconds(const std::optional<Timestamp>& time) {
  return time ? std::optional(time->nanoseconds()) : std::nullopt;
}

// Texts of times that do not print canonically; nothing when all do.
std::optional<std::string> given_times(const Memory& memory);
// The time of the content by the columns created_at and given_times.
std::int64_t content_nanoseconds(std::int64_t created_at, std::string_view given_times);
// Puts back when the content is from and when it is valid.
void restore_times_of_content(Memory& memory, std::string_view given);
// Puts back these, and the given texts of the other times.
void restore_given_times(Memory& memory, std::string_view given);

// Tags as a JSON array of strings, and back. Reads any valid array; non-strings in it are skipped.
std::string tags_to_json(const std::vector<std::string>& tags);
std::vector<std::string> tags_from_json(std::string_view json);

// A text as a string of JSON, quoted.
void append_json_string(std::string& out, std::string_view text);

// Keys for json_each(), which gives them back in order.
std::string keys_to_json(std::span<const Key> keys);

}  // namespace aim::store
