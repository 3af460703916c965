#include "op/views/transcript_views.h"

#include "base/timestamp.h"
#include "capture/tool_calls.h"

namespace aim::op {

TranscriptView view(const Transcript& transcript) {
  TranscriptView view{transcript.id,
                      transcript.name_space,
                      transcript.session_id,
                      format_rfc3339(transcript.created_at),
                      format_rfc3339(transcript.updated_at),
                      {},
                      transcript.turns,
                      transcript.original_bytes,
                      transcript.stored_bytes};
  if (transcript.expires_at)
    view.expires_at = format_rfc3339(*transcript.expires_at);
  return view;
}

TurnView view(const Turn& turn) {
  TurnView view{turn.number, turn.role, format_rfc3339(turn.said_at), turn.text, {}, {}};
  for (const ToolCall& call :
       turn.role == Role::tool ? tool_calls(turn.text) : std::vector<ToolCall>()) {
    for (const std::string& file : call.files) {
      if (!view.files)
        view.files.emplace();
      view.files->push_back(file);
    }
    if (!call.command.empty()) {
      if (!view.commands)
        view.commands.emplace();
      view.commands->push_back(call.command);
    }
  }
  return view;
}

TurnHitView turn_hit(const engine::TurnHit& hit) {
  TurnHitView view{hit.transcript.id, hit.transcript.session_id, hit.transcript.name_space,
                   format_rfc3339(hit.turn.said_at), hit.turn.text};
  view.turn = hit.turn.number;
  view.role = hit.turn.role;
  if (!hit.answer.empty())
    view.answer = hit.answer;
  return view;
}

Result<std::string> transcript_named(std::string_view field, const std::optional<std::string>& id,
                                     const std::optional<std::string>& session_id) {
  if (id && session_id)
    return Failure(refuse(field, "and session_id must not both be given"));
  if (!id && !session_id)
    return Failure(refuse(field, "is required, or session_id"));
  return id ? *id : *session_id;
}

}  // namespace aim::op
