// A memory as a line of a conversation: who said it when in which session (S14). What recall leans
// on where it is known. From the metadata that capture and mine write (session_id, speaker,
// said_at), and from "Name: …" at the beginning of a content that belongs to a session.
#pragma once
#include "memory/memory.h"

namespace aim {

struct Line {
  std::string session;  // empty: belongs to none
  std::string speaker;  // folded to lower case (ASCII); empty: not known
  Time time;            // when it was said, else when it was written down
  // One of several lines that lean on each other, not a note that stands for itself; and which
  // share of it asks something, 0 to 1.
  bool dialogue = false;
  double asks = 0;
};

Line line_of(const Memory& memory);

// "[…] Name: " at the beginning: the name, "" when there is none. Roles ("[user]: ") are no names.
std::string_view speaker_of(std::string_view content);

// "— 2026-03-04 —": a line of its own in a conversation of several days, before what was said then.
inline constexpr std::size_t day_line_bytes = 18;
std::string day_line(Time time);
bool is_day_line(std::string_view line);

// The content without a mark in brackets before it: the date that captures put there is known
// anyway.
std::string_view without_mark(std::string_view content);

// Which share of the bytes stands in short sentences that end in a question mark: 0 to 1. A long
// one tells something.
inline constexpr std::size_t longest_question = 80;  // bytes
double share_of_questions(std::string_view text);

}  // namespace aim
