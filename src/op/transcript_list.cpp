// Use case "transcript_list": which conversations are kept, the last first; their texts are not
// read.
#include "engine/history/transcripts.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/views/transcript_views.h"

namespace aim::op {
namespace {

struct TranscriptListRequest {
  std::optional<std::string> name_space, session_id;
  std::int64_t limit = 50, offset = 0;
  static constexpr auto fields() {
    using R = TranscriptListRequest;
    return std::tuple{takes("namespace", &R::name_space, rule::name_space_filter,
                            "Namespace, or subtree team/*", 'n'),
                      takes("session_id", &R::session_id, rule::session_id, "Only this session"),
                      takes("limit", &R::limit, rule::limit_archive, "Maximum results"),
                      takes("offset", &R::offset, rule::offset, "Skip this many")};
  }
};
struct TranscriptListReply {
  std::int64_t count = 0;
  std::vector<TranscriptView> transcripts;
  static constexpr auto fields() {
    using R = TranscriptListReply;
    return std::tuple{gives("count", &R::count, "Number of results"),
                      gives("transcripts", &R::transcripts, "Last changed first")};
  }
};

Result<TranscriptListReply> run_transcript_list(Engine& engine,
                                                const TranscriptListRequest& request,
                                                const Caller&) {
  TranscriptListReply reply;
  const auto found =
      TRY(engine::list_transcripts(engine, name_space_filter(request.name_space), request.limit,
                                   request.offset, request.session_id.value_or("")));
  for (const Transcript& each : found) reply.transcripts.push_back(view(each));
  reply.count = static_cast<std::int64_t>(reply.transcripts.size());
  return reply;
}

}  // namespace

const Operation& transcript_list() {
  static const auto it = operation<run_transcript_list>({"transcript_list",
                                                         "List transcripts",
                                                         "List transcripts, newest first.",
                                                         Effect::reads,
                                                         {.right = Right::read}});
  return it;
}

}  // namespace aim::op
