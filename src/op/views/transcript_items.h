// Transcripts in export files: turns one by one, so that no item is large; docs/formats/export.md
// describes the file.
#pragma once
#include <boost/json/fwd.hpp>

#include "engine/history/transcripts.h"
#include "op/kit/operation.h"

namespace aim::op {

// Fields of a whole transcript; its turns have the rest.
struct TranscriptItem {
  std::string name_space, session_id;
  std::optional<std::string> expires_at;
  using R = TranscriptItem;
  static constexpr std::tuple fields{
      needs("namespace", &R::name_space, rule::name_space, "Project or topic"),
      needs("session_id", &R::session_id, rule::session_id, "Session"),
      takes("expires_at", &R::expires_at, rule::any, "Expiry time, if any")};
};
struct TurnItem {
  std::string name_space, session_id, said_at, content;
  std::int64_t turn = 0;
  Role role = Role::user;
  using R = TurnItem;
  static constexpr std::tuple fields{
      needs("namespace", &R::name_space, rule::name_space, "Project or topic"),
      needs("session_id", &R::session_id, rule::session_id, "The session"),
      needs("turn", &R::turn, rule::turn_number, "Number in the session"),
      needs("role", &R::role, rule::any, "Speaker"),
      needs("said_at", &R::said_at, rule::any, "Time, RFC 3339"),
      needs("content", &R::content, rule::turn_text, "Text of the turn")};
};
struct TranscriptLinkItem {
  std::string memory_id, transcript_id;
  std::optional<std::int64_t> span_start, span_end;
  using R = TranscriptLinkItem;
  static constexpr std::tuple fields{
      needs("memory_id", &R::memory_id, rule::id, "The memory"),
      needs("transcript_id", &R::transcript_id, rule::id, "The transcript"),
      takes("span_start", &R::span_start, rule::offset,
            "Start of the passage, if it is not the whole transcript"),
      takes("span_end", &R::span_end, rule::offset, "End of the passage")};
};

boost::json::object exported(const Transcript& transcript);
boost::json::object exported(const Transcript& transcript, const Turn& turn);
boost::json::object exported(const TranscriptLink& link);

struct TranscriptEnd {
  std::string transcript_id;
  std::optional<Time> expires_at;
};
Result<TranscriptEnd> imported_transcript(const boost::json::value& item);
Result<engine::TurnDraft> imported_turn(const boost::json::value& item);
Result<TranscriptLink> imported_transcript_link(const boost::json::value& item);

}  // namespace aim::op
