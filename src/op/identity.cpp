// Use cases "identity_create", "identity_show", "identity_rotate", "identity_export_public": the
// key that events are signed with (H2).
#include <ostream>

#include "engine/audit/events.h"
#include "engine/audit/signer.h"
#include "op/kit/remedies.h"
#include "op/views/event_views.h"

namespace aim::op {
namespace {

struct RetiredView {
  std::string public_key, until;
  using R = RetiredView;
  static constexpr std::tuple fields{gives("public_key", &R::public_key, "Retired public key"),
                                     gives("until", &R::until, "Time of its retirement")};
};
struct IdentityReply {
  std::string public_key, since, file;
  std::vector<RetiredView> retired;
  std::optional<bool> created;
  using R = IdentityReply;
  static constexpr std::tuple fields{
      gives("public_key", &R::public_key, "Public key that verifies the signatures"),
      gives("since", &R::since, "Time of its creation"),
      gives("file", &R::file, "Path of the private key"),
      gives("retired", &R::retired, "Earlier keys, whose events stay valid"),
      gives("created", &R::created, "True if it was created by this call")};
};

Result<std::filesystem::path> file_of(const Engine& engine) {
  if (!engine.signer || engine.signer->file().empty())
    return Failure(unavailable("no folder is known for the identity", "set HOME or XDG_DATA_HOME"));
  return engine.signer->file();
}

IdentityReply reply_of(const Identity& identity, const std::filesystem::path& file) {
  IdentityReply reply{
      identity.key.public_key(), format_rfc3339(identity.since), file.string(), {}, {}};
  for (const RetiredKey& each : identity.retired)
    reply.retired.push_back({each.public_key, format_rfc3339(each.until)});
  return reply;
}

Result<Identity> existing(const std::filesystem::path& file, const Caller& caller) {
  auto identity = TRY(load_identity(file));
  if (!identity) {
    Error error = missing("there is no identity yet");
    error.hint = "it is created when it is first needed, or by: " + said(caller, {identity_create});
    return Failure(std::move(error));
  }
  return *std::move(identity);
}

Result<IdentityReply> create(Engine& engine, const NoRequest&, const Caller&) {
  const auto file = TRY(file_of(engine));
  bool created = false;
  IdentityReply reply = reply_of(TRY(create_identity(file, engine.clock.now(), &created)), file);
  reply.created = created;
  return reply;
}

Result<IdentityReply> show(Engine& engine, const NoRequest&, const Caller& caller) {
  const auto file = TRY(file_of(engine));
  return reply_of(TRY(existing(file, caller)), file);
}

Result<IdentityReply> rotate(Engine& engine, const NoRequest&, const Caller&) {
  const auto file = TRY(file_of(engine));
  return reply_of(TRY(engine::rotate_identity(engine)), file);
}

struct ExportReply {
  std::int64_t count = 0;
  static constexpr std::tuple fields{gives("count", &ExportReply::count, "Number of keys written")};
};

Result<ExportReply> export_public(Engine& engine, const NoRequest&, const Caller& caller) {
  const Identity identity = TRY(existing(TRY(file_of(engine)), caller));
  if (!caller.output)
    return Failure(unavailable("the keys need an output stream", {}));
  *caller.output << identity.key.public_key() << '\n';
  for (auto each = identity.retired.rbegin(); each != identity.retired.rend(); ++each)
    *caller.output << each->public_key << '\n';
  return ExportReply{static_cast<std::int64_t>(identity.retired.size() + 1)};
}

}  // namespace

const Operation& identity_create() {
  return operation<create>("identity_create", "Create the identity",
                           "Create the key for signing events, if there is no key yet.",
                           Effect::adds, {.right = Right::administer});
}

const Operation& identity_show() {
  return operation<show>("identity_show", "Show the identity",
                         "Show the public key for verifying events.", Effect::reads);
}

const Operation& identity_rotate() {
  return operation<rotate>(
      "identity_rotate", "Rotate the identity",
      "Create a new key and retire the old one; earlier signatures stay valid.", Effect::adds,
      {.right = Right::administer});
}

const Operation& identity_export_public() {
  return operation<export_public>(
      "identity_export_public", "Export the public keys",
      "Print the public keys, current one first, for verification elsewhere.", Effect::reads);
}

}  // namespace aim::op
