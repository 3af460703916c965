#include "op/views/transcript_items.h"

#include <boost/json.hpp>

#include "base/timestamp.h"

namespace aim::op {
namespace {

template <class Item>
Result<Item> item_of(const json::value& value) {
  if (!value.is_object())
    return Failure(refuse("the item", "must be a JSON object"));
  Warnings warnings;
  return read_fields<Item>(value.get_object(), warnings);
}

}  // namespace

json::object exported(const Transcript& transcript) {
  json::object out{{"namespace", transcript.name_space}, {"session_id", transcript.session_id}};
  if (transcript.expires_at)
    out["expires_at"] = format_rfc3339(*transcript.expires_at);
  return out;
}

json::object exported(const Transcript& transcript, const Turn& turn) {
  return {{"namespace", transcript.name_space},
          {"session_id", transcript.session_id},
          {"turn", turn.number},
          {"role", name_of(turn.role)},
          {"said_at", format_rfc3339(turn.said_at)},
          {"content", turn.text}};
}

json::object exported(const TranscriptLink& link) {
  json::object out{{"memory_id", link.memory_id}, {"transcript_id", link.transcript_id}};
  if (link.span) {
    out["span_start"] = link.span->start;
    out["span_end"] = link.span->end;
  }
  return out;
}

Result<TranscriptEnd> imported_transcript(const json::value& value) {
  const auto item = TRY(item_of<TranscriptItem>(value));
  TranscriptEnd end{transcript_id(item.name_space, item.session_id), {}};
  if (item.expires_at)
    end.expires_at = TRY(parse_rfc3339(*item.expires_at, "expires_at")).time;
  return end;
}

Result<engine::TurnDraft> imported_turn(const json::value& value) {
  auto item = TRY(item_of<TurnItem>(value));
  engine::TurnDraft draft;
  draft.name_space = std::move(item.name_space);
  draft.session_id = std::move(item.session_id);
  draft.number = item.turn;
  draft.role = item.role;
  draft.text = std::move(item.content);
  draft.said_at = TRY(parse_rfc3339(item.said_at, "said_at")).time;
  return draft;
}

Result<TranscriptLink> imported_transcript_link(const json::value& value) {
  auto item = TRY(item_of<TranscriptLinkItem>(value));
  TranscriptLink link{std::move(item.memory_id), std::move(item.transcript_id), {}};
  if (item.span_end)
    link.span = Span{item.span_start.value_or(0), *item.span_end};
  return link;
}

}  // namespace aim::op
