// Use case "transcript_list": which conversations are kept, the last first; their texts are not read.
#include "engine/transcripts.h"
#include "op/catalog_functions.h"
#include "op/filters.h"
#include "op/transcript_views.h"

namespace aim::op {
namespace {

struct TranscriptListRequest {
  std::optional<std::string> name_space;
  std::int64_t limit = 50, offset = 0;
  static constexpr auto fields() {
    using R = TranscriptListRequest;
    return std::tuple{takes("namespace", &R::name_space, rule::name_space_filter,
                            "Only this namespace; team/* with all below", 'n'),
                      takes("limit", &R::limit, rule::limit_archive, "At most so many"),
                      takes("offset", &R::offset, rule::offset, "Skip so many")};
  }
};
struct TranscriptListReply {
  std::int64_t count = 0;
  std::vector<TranscriptView> transcripts;
  static constexpr auto fields() {
    using R = TranscriptListReply;
    return std::tuple{
        gives("count", &R::count, "How many are shown"),
        gives("transcripts", &R::transcripts, "The one that was added to last comes first")};
  }
};

Result<TranscriptListReply> run(Engine& engine, const TranscriptListRequest& request,
                                const Caller&) {
  TranscriptListReply reply;
  for (const Transcript& each : TRY(engine::list_transcripts(
           engine, name_space_filter(request.name_space), request.limit, request.offset)))
    reply.transcripts.push_back(view(each));
  reply.count = static_cast<std::int64_t>(reply.transcripts.size());
  return reply;
}

}  // namespace

const Operation& transcript_list() {
  static const auto it =
      operation<run>({"transcript_list", "List transcripts",
                      "List the conversations that were captured, the last first.", Effect::reads});
  return it;
}

}  // namespace aim::op
