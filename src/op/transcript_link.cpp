// Use case "transcript_link": says that a memory came from a conversation, or from a stretch of it (I2).
#include "engine/transcripts.h"
#include "op/catalog_functions.h"

namespace aim::op {
namespace {

struct TranscriptLinkRequest {
  std::string memory_id, transcript_id;
  std::optional<std::int64_t> span_start, span_end;
  static constexpr auto fields() {
    using R = TranscriptLinkRequest;
    return std::tuple{
        needs("memory_id", &R::memory_id, rule::id, "The memory: its id, or a beginning of it"),
        needs("transcript_id", &R::transcript_id, rule::session_id,
              "The transcript: its id, a beginning of it, or its session"),
        takes("span_start", &R::span_start, rule::offset,
              "First byte of the stretch, in the transcript as one text"),
        takes("span_end", &R::span_end, rule::offset,
              "The byte after its last; without both: all of it")};
  }
};
struct TranscriptLinkReply {
  std::string memory_id, transcript_id;
  std::optional<std::int64_t> span_start, span_end;
  static constexpr auto fields() {
    using R = TranscriptLinkReply;
    return std::tuple{gives("memory_id", &R::memory_id, "The memory"),
                      gives("transcript_id", &R::transcript_id, "The transcript it came from"),
                      gives("span_start", &R::span_start, "The stretch, when it is not all"),
                      gives("span_end", &R::span_end, "Its end")};
  }
};

Result<TranscriptLinkReply> run(Engine& engine, const TranscriptLinkRequest& request,
                                const Caller&) {
  std::optional<Span> span;
  if (request.span_start || request.span_end) {
    if (!request.span_end)
      return Failure(refuse("span_end", "is required with span_start"));
    span = Span{request.span_start.value_or(0), *request.span_end};
  }
  const auto link =
      TRY(engine::link_transcript(engine, request.memory_id, request.transcript_id, span));
  TranscriptLinkReply reply{link.memory_id, link.transcript_id, {}, {}};
  if (link.span) {
    reply.span_start = link.span->start;
    reply.span_end = link.span->end;
  }
  return reply;
}

}  // namespace

const Operation& transcript_link() {
  static const auto it = operation<run>(
      {"transcript_link", "Link a transcript",
       "Say that a memory came from a conversation, or from a stretch of it.", Effect::adds});
  return it;
}

}  // namespace aim::op
