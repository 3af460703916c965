// Transcripts as replies show them (I2).
#pragma once
#include "engine/history/search_turns.h"
#include "memory/transcript.h"
#include "op/kit/operation.h"

namespace aim::op {

// A transcript by its id or its session.
struct TranscriptChoice {
  std::optional<std::string> id, session_id;
  using R = TranscriptChoice;
  static constexpr std::tuple fields{
      takes("id", &R::id, rule::transcript_id, "Id, prefix or session"),
      takes("session_id", &R::session_id, rule::session_id, "In place of id")};
};

struct TranscriptView {
  std::string id, name_space, session_id, created_at, updated_at;
  std::optional<std::string> expires_at;
  std::int64_t turns = 0, original_size = 0, compressed_size = 0;
  using R = TranscriptView;
  static constexpr std::tuple fields{
      gives("id", &R::id, "Id"),
      gives("namespace", &R::name_space, "Project or topic"),
      gives("session_id", &R::session_id, "Session"),
      gives("created_at", &R::created_at, "Time of the first turn"),
      gives("updated_at", &R::updated_at, "Time of the last turn"),
      gives("expires_at", &R::expires_at, "Expiry time, if any"),
      gives("turns", &R::turns, "Number of turns"),
      gives("original_size", &R::original_size, "Bytes of text"),
      gives("compressed_size", &R::compressed_size, "Compressed bytes")};
};
TranscriptView view(const Transcript& transcript);

// A transcript that is named by its id, or by its session. Errors: neither, or both.
Result<std::string> transcript_named(std::string_view field, const std::optional<std::string>& id,
                                     const std::optional<std::string>& session_id);

// More turns than a transcript has.
inline constexpr std::int64_t every_turn = 10'000'000;

struct TurnView {
  std::int64_t turn = 0;
  Role role = Role::user;
  std::string said_at, content;
  std::optional<std::vector<std::string>> files, commands;  // named by calls of tools
  using R = TurnView;
  static constexpr std::tuple fields{gives("turn", &R::turn, "Number in the session"),
                                     gives("role", &R::role, "Speaker"),
                                     gives("said_at", &R::said_at, "When"),
                                     gives("content", &R::content, "Text of the turn"),
                                     gives("files", &R::files, "Files that a tool read or changed"),
                                     gives("commands", &R::commands, "Commands that a tool ran")};
};
TurnView view(const Turn& turn);

struct TurnHitView {
  std::string transcript_id, session_id, name_space, said_at, content;
  std::int64_t turn = 0;
  Role role = Role::user;
  std::optional<std::string> answer = {};
  using R = TurnHitView;
  static constexpr std::tuple fields{
      gives("transcript_id", &R::transcript_id, "Id of the transcript"),
      gives("session_id", &R::session_id, "Session"),
      gives("namespace", &R::name_space, "Project or topic"),
      gives("turn", &R::turn, "Number of the turn"),
      gives("role", &R::role, "Speaker"),
      gives("said_at", &R::said_at, "Time"),
      gives("content", &R::content, "Text around the first word"),
      gives("answer", &R::answer, "Beginning of the next turn, if this one asks")};
};
TurnHitView turn_hit(const engine::TurnHit& hit);

}  // namespace aim::op
