// Transcripts as replies show them (I2).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "memory/transcript.h"
#include "op/kit/operation.h"

namespace aim::op {

struct TranscriptView {
  std::string id, name_space, session_id, created_at, updated_at;
  std::optional<std::string> expires_at;
  std::int64_t turns = 0, original_size = 0, compressed_size = 0;
  static constexpr auto fields() {
    using R = TranscriptView;
    return std::tuple{gives("id", &R::id, "Id"),
                      gives("namespace", &R::name_space, "Project or topic"),
                      gives("session_id", &R::session_id, "Session"),
                      gives("created_at", &R::created_at, "Time of the first turn"),
                      gives("updated_at", &R::updated_at, "Time of the last turn"),
                      gives("expires_at", &R::expires_at, "Expiry time, if any"),
                      gives("turns", &R::turns, "Number of turns"),
                      gives("original_size", &R::original_size, "Bytes of text"),
                      gives("compressed_size", &R::compressed_size, "Compressed bytes")};
  }
};
TranscriptView view(const Transcript& transcript);

// A transcript that is named by its id, or by its session. Errors: neither, or both.
Result<std::string> transcript_named(std::string_view field, const std::optional<std::string>& id,
                                     const std::optional<std::string>& session_id);

struct TurnView {
  std::int64_t turn = 0;
  Role role = Role::user;
  std::string said_at, content;
  static constexpr auto fields() {
    using R = TurnView;
    return std::tuple{gives("turn", &R::turn, "Number in the session"),
                      gives("role", &R::role, "Speaker"), gives("said_at", &R::said_at, "When"),
                      gives("content", &R::content, "Text of the turn")};
  }
};
TurnView view(const Turn& turn);

}  // namespace aim::op
