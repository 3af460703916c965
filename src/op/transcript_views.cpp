#include "op/transcript_views.h"

#include "base/timestamp.h"

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
  return {turn.number, turn.role, format_rfc3339(turn.said_at), turn.text};
}

}  // namespace aim::op
