// Use case "transcript_link": says that a memory came from a conversation, or from a stretch of it
// (I2).
#include "engine/history/transcripts.h"
#include "op/kit/catalog_functions.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct TranscriptLinkRequest {
  std::string memory_id;
  std::optional<std::string> transcript_id, session_id;
  std::optional<std::int64_t> span_start, span_end;
  static constexpr auto fields() {
    using R = TranscriptLinkRequest;
    return std::tuple{
        needs("memory_id", &R::memory_id, rule::id, "Id or unique prefix"),
        takes("transcript_id", &R::transcript_id, rule::transcript_id,
              "Id, unique prefix or session"),
        takes("session_id", &R::session_id, rule::session_id,
              "Session, instead of a transcript_id"),
        takes("span_start", &R::span_start, rule::offset, "First byte of the passage"),
        takes("span_end", &R::span_end, rule::offset, "Byte after the passage; default: end")};
  }
};
struct TranscriptLinkReply {
  std::string memory_id, transcript_id;
  std::optional<std::int64_t> span_start, span_end;
  static constexpr auto fields() {
    using R = TranscriptLinkReply;
    return std::tuple{gives("memory_id", &R::memory_id, "The memory"),
                      gives("transcript_id", &R::transcript_id, "The transcript"),
                      gives("span_start", &R::span_start,
                            "Start of the passage, if it is not the whole transcript"),
                      gives("span_end", &R::span_end, "End of the passage")};
  }
};

Result<TranscriptLinkReply> run_transcript_link(Engine& engine,
                                                const TranscriptLinkRequest& request,
                                                const Caller&) {
  std::optional<Span> span;
  if (request.span_start || request.span_end) {
    if (!request.span_end)
      return Failure(refuse("span_end", "is required with span_start"));
    span = Span{request.span_start.value_or(0), *request.span_end};
  }
  const auto link = TRY(engine::link_transcript(
      engine, request.memory_id,
      TRY(transcript_named("transcript_id", request.transcript_id, request.session_id)), span));
  TranscriptLinkReply reply{link.memory_id, link.transcript_id, {}, {}};
  if (link.span) {
    reply.span_start = link.span->start;
    reply.span_end = link.span->end;
  }
  return reply;
}

}  // namespace

const Operation& transcript_link() {
  static const auto it =
      operation<run_transcript_link>({"transcript_link",
                                      "Link a transcript",
                                      "Link a memory to its transcript.",
                                      Effect::adds,
                                      {.right = Right::write, .makes_database = false}});
  return it;
}

}  // namespace aim::op
