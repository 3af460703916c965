#include "engine/tokens.h"

#include "base/hash.h"
#include "base/sealed_stream.h"
#include "base/utf8.h"
#include "engine/audit/events.h"
#include "engine/remember.h"

namespace aim::engine {
namespace {

constexpr std::string_view prefix = "aim_";
constexpr std::size_t id_digits = 16, secret_digits = 64;

bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

Result<void> check_rights(const TokenRequest& request) {
  const bool some = !request.read.empty() || !request.write.empty();
  if (request.administers && some)
    return Failure(refuse("administer", "gives every right; leave read and write out"));
  if (!request.administers && !some)
    return Failure(
        refuse("read",
               "or write must name a namespace, or \"*\" for all; a token without rights opens "
               "nothing"));
  return {};
}

// A star elsewhere would look as if it stood for any name, and would name one that has a star.
Result<void> check_patterns(std::string_view field, const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    const std::string_view root =
        std::string_view(pattern).substr(0, pattern.size() - (pattern == "*"            ? 1
                                                              : pattern.ends_with("/*") ? 2
                                                                                        : 0));
    if (root.find('*') != root.npos)
      return Failure(refuse(field,
                            "must be a namespace, \"name/*\" for it and all below, or "
                            "\"*\" for all; got \"" +
                                utf8::excerpt(pattern, 64) + "\""));
  }
  return {};
}

Result<void> check_new(const std::vector<TokenRow>& rows, const std::string& name) {
  if (rows.size() >= max_tokens)
    return Failure(helped_by(conflict("there are " + std::to_string(max_tokens) + " tokens"),
                             {"remove some", Means::forget_tokens}));
  if (std::any_of(rows.begin(), rows.end(),
                  [&](const TokenRow& row) { return row.rights.name == name; }))
    return Failure(conflict("a token of the name \"" + name + "\" was made before"));
  return {};
}

Payload named(const TokenRow& row) {
  return Payload().add("name", row.rights.name).add("token_id", row.rights.id);
}

}  // namespace

Result<IssuedToken> create_token(Engine& engine, const TokenRequest& request) {
  TRY_VOID(check_rights(request));
  TRY_VOID(check_patterns("read", request.read));
  TRY_VOID(check_patterns("write", request.write));
  const Time now = engine.clock.now();
  const std::string id = random_token().substr(0, id_digits);
  const std::string secret = random_token() + random_token();
  IssuedToken issued;
  issued.token = std::string(prefix).append(id).append("_").append(secret);
  TokenRow& row = issued.row;
  row.rights = {id, request.name, request.administers, request.read, request.write};
  row.hash = sha256_hex(secret);
  row.created_at = now;
  if (request.expires_at)
    row.expires_at = TRY(future_time(*request.expires_at, now)).time;
  TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
    TRY_VOID(check_new(TRY(writer.records.tokens()), request.name));
    TRY_VOID(writer.records.add_token(row));
    return record(writer, engine, event::token_created, named(row));
  }));
  return issued;
}

Result<std::vector<TokenRow>> list_tokens(Engine& engine) {
  return engine.database.read([](store::Reader& reader) { return reader.records.tokens(); });
}

Result<TokenRow> revoke_token(Engine& engine, std::string_view which, bool forget) {
  return engine.database.write([&](store::Writer& writer) -> Result<TokenRow> {
    auto rows = TRY(writer.records.tokens());
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const TokenRow& row) {
      return row.rights.name == which || row.rights.id == which;
    });
    if (found == rows.end())
      return Failure(missing("there is no token \"" + std::string(which) + "\""));
    const Time now = engine.clock.now();
    if (forget)
      TRY_VOID(writer.records.remove_token(found->rights.id));
    else
      TRY_VOID(writer.records.revoke_token(found->rights.id, now));
    TRY_VOID(record(writer, engine, event::token_revoked, named(*found)));
    if (!found->revoked_at)
      found->revoked_at = now;
    return std::move(*found);
  });
}

std::optional<ShownToken> shown_token(std::string_view token) {
  if (token.size() != prefix.size() + id_digits + 1 + secret_digits || !token.starts_with(prefix))
    return std::nullopt;
  token.remove_prefix(prefix.size());
  const std::string_view id = token.substr(0, id_digits), secret = token.substr(id_digits + 1);
  if (token[id_digits] != '_' || !is_hexadecimal(id) || !is_hexadecimal(secret))
    return std::nullopt;
  return ShownToken{id, sha256_hex(secret)};
}

bool holds(const TokenRow& row, Time now) {
  return !row.revoked_at && (!row.expires_at || now < *row.expires_at);
}

}  // namespace aim::engine
