// Tokens that let callers in, with their rights (M6). What is kept of a token's secret is its hash.
// Knows: rows. Must not know: how a token is written, who asks.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "memory/rights.h"

namespace aim::store {

struct TokenRow {
  Rights rights;
  std::string hash;  // SHA-256 of the secret, 64 lower-case hexadecimal digits
  Time created_at{};
  std::optional<Time> expires_at, revoked_at;
};

class Tokens {
 public:
  virtual ~Tokens() = default;
  // A number that changes with every change of the table. Cost: one look-up.
  virtual Result<std::int64_t> version() const = 0;
  // Oldest first, those that are revoked included.
  virtual Result<std::vector<TokenRow>> all() const = 0;
  // Id and name are new.
  virtual Result<void> add(const TokenRow& row) = 0;
  virtual Result<void> revoke(std::string_view id, Time now) = 0;
  virtual Result<void> remove(std::string_view id) = 0;
};

}  // namespace aim::store
