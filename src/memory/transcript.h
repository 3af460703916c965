// What was said, as it was said: a transcript is the conversation of one session in one namespace,
// turn by turn (I2, S14). Memories point at the transcripts they came from, whole or by a span of
// bytes.
// Knows: turns and how a transcript reads as one text. Must not know: how texts are stored.
// Source: I2.
#pragma once
#include "base/clock.h"
#include "memory/names.h"

namespace aim {

enum class Role { user, assistant, system, tool };
template <>
struct EnumNames<Role> {
  static constexpr auto names = named<Role>("user", "assistant", "system", "tool");
};

// All but its texts.
struct Transcript {
  std::int64_t number = 0;  // in its database
  std::string id;           // made from namespace and session, so the same in every database
  std::string name_space = "global", session_id;
  Time created_at{}, updated_at{};  // when its first and its last turn were said
  std::optional<Time> expires_at;
  std::int64_t turns = 0;
  std::int64_t original_bytes = 0;
  std::int64_t stored_bytes = 0;  // after compression; 0 until it is measured
};

struct Turn {
  std::int64_t number = 0;  // within the session
  Role role = Role::user;
  Time said_at{};
  std::string text;
};

// Bytes [start, end) of a transcript's text.
struct Span {
  std::int64_t start = 0, end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};
struct TranscriptLink {
  std::string memory_id, transcript_id;
  std::optional<Span> span;  // none: all of it
};

struct TranscriptTotals {
  std::int64_t transcripts = 0, turns = 0, original_bytes = 0, stored_bytes = 0;
};

std::string transcript_id(std::string_view name_space, std::string_view session_id);

// The text of a transcript is that of its turns in order, each "role: text" and an empty line.
// Spans count in it.
std::string turn_text(Role role, std::string_view text);
std::int64_t turn_text_bytes(Role role, std::int64_t text_bytes);

// What is left of `text` within `span` and at most `max_bytes`; no character is cut in two, so it
// may be a few bytes less.
std::string_view part_of(std::string_view text, const std::optional<Span>& span,
                         std::size_t max_bytes);

}  // namespace aim
