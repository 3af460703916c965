// Use cases "audit_show", "audit_head", "audit_export": the signed events themselves (H2).
#include <boost/json.hpp>
#include <ostream>

#include "base/ascii.h"
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

// Use case "audit_verify": whether the chain of signed events is whole, and whose it is (H2).

namespace {

constexpr Rule head_text{.min_bytes = 66, .max_bytes = 84};
constexpr Rule key_texts{.min_bytes = 64, .max_bytes = 65'536, .max_items = 100};

struct AuditVerifyRequest {
  std::optional<std::string> head;
  std::vector<std::string> public_key;
  std::optional<std::int64_t> event;
  using R = AuditVerifyRequest;
  static constexpr std::tuple fields{
      takes("head", &R::head, head_text, "Earlier output of `audit head`"),
      takes("public_key", &R::public_key, key_texts, "Additional trusted keys"),
      takes("event", &R::event, rule::count, "Only this event")};
};
struct FaultView {
  std::int64_t sequence = 0;
  FaultKind fault{};
  std::string detail;
  using R = FaultView;
  static constexpr std::tuple fields{gives("sequence", &R::sequence, "Number of the event"),
                                     gives("fault", &R::fault, "Kind of fault"),
                                     gives("detail", &R::detail, "Description of the fault")};
};
struct KeyView {
  std::string key;
  std::int64_t events = 0;
  bool own = false;
  using R = KeyView;
  static constexpr std::tuple fields{
      gives("key", &R::key, "Public key"),
      gives("events", &R::events, "Number of events signed with it"),
      gives("own", &R::own, "True if it is this user's key or was given")};
};
struct AuditVerifyReply {
  bool valid = false;
  std::int64_t events = 0, unsigned_events = 0, fault_count = 0;
  std::vector<FaultView> faults;
  std::vector<KeyView> keys;
  std::string head;
  using R = AuditVerifyReply;
  static constexpr std::tuple fields{
      gives("valid", &R::valid, "True if no fault was found"),
      gives("events", &R::events, "Number of events verified"),
      gives("unsigned_events", &R::unsigned_events, "Number of events without a signature"),
      gives("fault_count", &R::fault_count, "Number of faults"),
      gives("faults", &R::faults, "The first hundred faults"),
      gives("keys", &R::keys, "Signing keys"),
      gives("head", &R::head, "Last event verified; keep a copy elsewhere to detect truncation")};
};

Result<ChainHead> head_of(std::string_view text) {
  const auto sequence = ascii::number<std::int64_t>(ascii::take_part(text, ':'));
  if (!sequence || *sequence < 0 || !is_public_key(text))
    return Failure(
        refuse("head", "must be output of `audit head`: a number, a colon and 64 digits"));
  return ChainHead{*sequence, std::string(text)};
}

// One key an item, or several with blanks or line ends between them.
Result<std::vector<std::string>> keys_of(const std::vector<std::string>& texts) {
  std::vector<std::string> keys;
  for (std::string_view rest : texts) {
    constexpr std::string_view blanks = " \t\r\n";
    for (std::size_t begin = 0; (begin = rest.find_first_not_of(blanks)) != rest.npos;) {
      rest.remove_prefix(begin);
      const std::size_t end = std::min(rest.find_first_of(blanks), rest.size());
      if (!is_public_key(rest.substr(0, end)))
        return Failure(refuse("public_key", "must be 64 lower-case hexadecimal digits"));
      keys.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
  }
  return keys;
}

AuditVerifyReply reply_of(const engine::Verified& verified) {
  const EventChain& chain = verified.chain;
  AuditVerifyReply reply{
      chain.fault_count() == 0, chain.events(), chain.not_signed(), chain.fault_count(), {}, {},
      text_of(chain.head())};
  for (const ChainFault& each : chain.faults())
    reply.faults.push_back({each.sequence, each.fault, each.detail});
  for (const auto& [key, count] : chain.keys()) {
    const auto& own = verified.trusted;
    reply.keys.push_back({key, count, std::find(own.begin(), own.end(), key) != own.end()});
  }
  return reply;
}

Result<AuditVerifyReply> run_audit_verify(Engine& engine, const AuditVerifyRequest& request,
                                          const Caller& caller) {
  engine::VerifyRequest asked;
  asked.public_keys = TRY(keys_of(request.public_key));
  if (request.head)
    asked.head = TRY(head_of(*request.head));
  if (request.event)
    return reply_of(TRY(engine::verify_event(engine, asked, *request.event)));
  const auto go_on = [&](std::int64_t done) {
    notify(caller, {done, {}, "events"});
    return !caller.stop || !caller.stop();
  };
  return reply_of(TRY(engine::verify_events(engine, asked, go_on)));
}

}  // namespace

const Operation& audit_verify() {
  return operation<run_audit_verify>("audit_verify", "Verify the audit chain",
                                     "Verify the audit log.", Effect::reads,
                                     {.right = Right::administer});
}

}  // namespace aim::op
