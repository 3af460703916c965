// Tokens that let callers of a server in, with rights (M6): made, listed, taken back.
// A token is "aim_", its id and its secret, all in lower-case hexadecimal digits. It is shown once;
// what is kept of the secret is its SHA-256, which is enough for 256 random bits.
#pragma once
#include "engine/engine.h"
#include "store/records.h"

namespace aim::engine {

using store::TokenRow;

struct TokenRequest {
  std::string name;
  bool administers = false;
  std::vector<std::string> read, write;  // patterns
  std::optional<std::string> expires_at;
};
struct IssuedToken {
  std::string token;
  TokenRow row;
};
inline constexpr std::size_t max_tokens = 1'000;
// Errors: validation_failed for rights that say nothing, or both all and some, or an expiry in the
// past; conflict when the name was given before, or there are as many as there may be.
Result<IssuedToken> create_token(Engine& engine, const TokenRequest& request);

// Oldest first, with those that were revoked.
Result<std::vector<TokenRow>> list_tokens(Engine& engine);

// By name or id. With `forget` nothing is kept of it, and its name is free again. Errors:
// not_found.
Result<TokenRow> revoke_token(Engine& engine, std::string_view which, bool forget);

// Who a token says to be, and the hash of its secret; nothing for what is no token of ours.
struct ShownToken {
  std::string_view id;
  std::string hash;
};
std::optional<ShownToken> shown_token(std::string_view token);

// Whether it lets anybody in at that time.
bool holds(const TokenRow& row, Time now);

}  // namespace aim::engine
