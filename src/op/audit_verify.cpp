// Use case "audit_verify": whether the chain of signed events is whole, and whose it is (H2).
#include <charconv>

#include "engine/audit/events.h"
#include "op/views/event_views.h"

namespace aim::op {
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
  ChainHead head;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), head.sequence);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || head.sequence < 0 || digits >= text.size() || text[digits] != ':' ||
      !is_public_key(text.substr(digits + 1)))
    return Failure(
        refuse("head", "must be output of `audit head`: a number, a colon and 64 digits"));
  head.hash = text.substr(digits + 1);
  return head;
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
