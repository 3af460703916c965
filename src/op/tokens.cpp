// Use cases "token_create", "token_list", "token_revoke": who may use a server besides its owner,
// and what for (M6).
#include "engine/tokens.h"

#include "base/timestamp.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

constexpr Rule patterns{
    .min_bytes = 1, .max_bytes = 130, .max_items = 100, .flaw = name_space_filter_flaw};

struct TokenView {
  std::string id, name, state;
  bool administers = false;
  std::vector<std::string> read, write;
  std::string created_at;
  std::optional<std::string> expires_at, revoked_at;
  using R = TokenView;
  static constexpr std::tuple fields{
      gives("id", &R::id, "Public part of the token"),
      gives("name", &R::name, "Agent name for its writes"),
      gives("state", &R::state, "valid, expired or revoked"),
      gives("administer", &R::administers, "True if it has all rights"),
      gives("read", &R::read, "Readable namespaces"),
      gives("write", &R::write, "Writable namespaces"),
      gives("created_at", &R::created_at, "Time of creation"),
      gives("expires_at", &R::expires_at, "Expiry time; absent: never"),
      gives("revoked_at", &R::revoked_at, "Time of revocation")};
};

TokenView view_of(const engine::TokenRow& row, Time now) {
  TokenView view;
  view.id = row.rights.id;
  view.name = row.rights.name;
  view.state = row.revoked_at ? "revoked" : engine::holds(row, now) ? "valid" : "expired";
  view.administers = row.rights.administers;
  view.read = row.rights.read;
  view.write = row.rights.write;
  view.created_at = format_rfc3339(row.created_at);
  if (row.expires_at)
    view.expires_at = format_rfc3339(*row.expires_at);
  if (row.revoked_at)
    view.revoked_at = format_rfc3339(*row.revoked_at);
  return view;
}

// ---- create ----

struct CreateRequest {
  std::string name;
  std::vector<std::string> read, write;
  bool administer = false;
  std::optional<std::string> expires_at;
  using R = CreateRequest;
  static constexpr std::tuple fields{
      needs("name", &R::name, rule::agent_id, "Name of the token, and agent name for its writes"),
      takes("read", &R::read, patterns,
            "Readable namespaces: a name, \"name/*\" for a subtree, or \"*\" for all"),
      takes("write", &R::write, patterns, "Writable namespaces, likewise; includes reading"),
      takes("administer", &R::administer, rule::any, "All rights, like the owner"),
      takes("expires_at", &R::expires_at, rule::any, "Date, time or 7d; default: never")};
};
struct CreateReply {
  std::string token;
  TokenView rights;
  using R = CreateReply;
  static constexpr std::tuple fields{gives("token", &R::token, "The token; shown only once"),
                                     gives("rights", &R::rights, "Its rights")};
};

Result<CreateReply> create(Engine& engine, const CreateRequest& request, const Caller&) {
  const auto [token, row] = TRY(engine::create_token(
      engine, {request.name, request.administer, request.read, request.write, request.expires_at}));
  return CreateReply{token, view_of(row, engine.clock.now())};
}

// ---- list ----

struct ListReply {
  std::int64_t count = 0;
  std::vector<TokenView> tokens;
  using R = ListReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of results"),
      gives("tokens", &R::tokens, "Oldest first, without the secrets")};
};

Result<ListReply> list_all(Engine& engine, const NoRequest&, const Caller&) {
  ListReply reply;
  for (const auto& row : TRY(engine::list_tokens(engine)))
    reply.tokens.push_back(view_of(row, engine.clock.now()));
  reply.count = static_cast<std::int64_t>(reply.tokens.size());
  return reply;
}

// ---- revoke ----

struct RevokeRequest {
  std::string token;
  bool forget = false;
  using R = RevokeRequest;
  static constexpr std::tuple fields{
      needs("token", &R::token, rule::agent_id, "Name or id of the token"),
      takes("forget", &R::forget, rule::any, "Delete its record, so that the name is free again")};
};

Result<TokenView> revoke(Engine& engine, const RevokeRequest& request, const Caller&) {
  const auto row = TRY(engine::revoke_token(engine, request.token, request.forget));
  return view_of(row, engine.clock.now());
}

}  // namespace

const Operation& token_create() {
  return operation<create>("token_create", "Create a token",
                           "Create a token with rights for clients of the server.", Effect::adds,
                           {.right = Right::administer});
}

const Operation& token_list() {
  return operation<list_all>("token_list", "List tokens", "List tokens with their rights.",
                             Effect::reads, {.right = Right::administer});
}

const Operation& token_revoke() {
  return operation<revoke>("token_revoke", "Revoke a token",
                           "Revoke a token; servers refuse it within a second.", Effect::overwrites,
                           {.right = Right::administer});
}

}  // namespace aim::op
