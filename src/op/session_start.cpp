// Use case "session_start": what a new session should know: standards and the memories used last (C3).
#include "op/catalog_functions.h"
#include "op/filters.h"

namespace aim::op {
namespace {

struct SessionStartRequest {
  std::optional<std::string> name_space;
  std::int64_t limit = 10;
  static constexpr auto fields() {
    using R = SessionStartRequest;
    return std::tuple{
        takes("namespace", &R::name_space, rule::name_space_filter, "Only this namespace; team/* with all below", 'n'),
        takes("limit", &R::limit, rule::limit_recall, "At most so many")};
  }
};

Result<RecallReply> run(Engine& engine, const SessionStartRequest& request, const Caller&) {
  const auto found =
      TRY(engine::session_start(engine, name_space_filter(request.name_space), request.limit));
  return recall_reply(found, "session_start", false);
}

}  // namespace

const Operation& session_start() {
  static const auto it = operation<run>(
      {"session_start", "Start a session",
       "Show the standards of a namespace and its most recently used memories.", Effect::reads});
  return it;
}

}  // namespace aim::op
