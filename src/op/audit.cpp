// Use cases "audit_show", "audit_head", "audit_export": the signed events themselves (H2).
#include <boost/json.hpp>
#include <ostream>

#include "engine/audit/events.h"
#include "op/kit/remedies.h"
#include "op/views/event_views.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

// ---- show ----

constexpr Rule event_type{.min_bytes = 1, .max_bytes = 64};

struct AuditShowRequest {
  std::optional<std::int64_t> event, before;
  std::optional<std::string> type;
  std::int64_t limit = 20;
  using R = AuditShowRequest;
  static constexpr std::tuple fields{
      takes("event", &R::event, rule::count, "Only this event"),
      takes("type", &R::type, event_type, "Only events of this type", 't'),
      takes("before", &R::before, rule::count, "Only events before this number"),
      takes("limit", &R::limit, rule::limit_archive, "Maximum results")};
};
struct AuditShowReply {
  std::int64_t count = 0;
  std::vector<EventView> events;
  using R = AuditShowReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Number of results"),
                                     gives("events", &R::events, "Newest first")};
};

Result<AuditShowReply> show(Engine& engine, const AuditShowRequest& request, const Caller&) {
  const auto below = request.event ? std::optional(*request.event + 1) : request.before;
  AuditShowReply reply;
  for (const Event& each : TRY(engine::list_events(engine, request.type.value_or(""), below,
                                                   request.event ? 1 : request.limit)))
    if (!request.event || each.sequence == *request.event)
      reply.events.push_back(view(each));
  if (request.event && reply.events.empty())
    return Failure(missing("there is no event " + std::to_string(*request.event)));
  reply.count = static_cast<std::int64_t>(reply.events.size());
  return reply;
}

// ---- head ----

struct AuditHeadReply {
  std::string head;
  std::int64_t sequence = 0;
  std::string hash;
  using R = AuditHeadReply;
  static constexpr std::tuple fields{
      gives("head", &R::head, "Input for audit verify --head"),
      gives("sequence", &R::sequence, "Number of the last event; 0: no events"),
      gives("hash", &R::hash, "Hash of the event")};
};

Result<AuditHeadReply> tell_head(Engine& engine, const NoRequest&, const Caller&) {
  const ChainHead head = TRY(engine::event_head(engine));
  return AuditHeadReply{text_of(head), head.sequence, head.hash};
}

// ---- export ----

struct AuditExportReply {
  std::int64_t count = 0;
  using R = AuditExportReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Number of events written")};
};

Result<AuditExportReply> write_all(Engine& engine, const NoRequest&, const Caller& caller) {
  if (!caller.output)
    return Failure(unavailable("an export needs an output stream",
                               "use the command line: " + said_to_person(caller, {audit_export})));
  std::ostream& out = *caller.output;
  AuditExportReply reply;
  TRY_VOID(engine::each_event(engine, [&](const Event& event) -> Result<bool> {
    json::object object;
    write_fields(object, view(event));
    out << (reply.count++ == 0 ? "[\n" : ",\n") << text::compact(object);
    if (!out)
      return Failure(unavailable("the export could not be written",
                                 "check the disk or pipe that receives it"));
    return !caller.stop || !caller.stop();
  }));
  out << (reply.count == 0 ? "[]\n" : "\n]\n");
  return reply;
}

}  // namespace

const Operation& audit_show() {
  return operation<show>("audit_show", "Show signed events", "Show signed events, newest first.",
                         Effect::reads, {.right = Right::administer});
}

const Operation& audit_head() {
  return operation<tell_head>(
      "audit_head", "The head of the audit chain",
      "Print the audit log's head hash; keep a copy elsewhere to detect truncation.", Effect::reads,
      {.right = Right::administer});
}

const Operation& audit_export() {
  static const auto it = [] {
    auto made =
        make_operation<write_all>("audit_export", "Export signed events",
                                  "Write all signed events as a JSON list, one event a line.",
                                  Effect::reads, {.right = Right::administer});
    made.output = {describe<EventView>(), true};
    return made;
  }();
  return it;
}

}  // namespace aim::op
