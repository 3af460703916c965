// The table tokens.
#pragma once
#include "store/sqlite/core/connection.h"
#include "store/tokens.h"

namespace aim::store::sqlite {

class SqliteTokens final : public Tokens {
 public:
  explicit SqliteTokens(Connection& connection) : connection_(connection) {}
  Result<std::int64_t> version() const override;
  Result<std::vector<TokenRow>> all() const override;
  Result<void> add(const TokenRow& row) override;
  Result<void> revoke(std::string_view id, Time now) override;
  Result<void> remove(std::string_view id) override;

 private:
  Result<void> count_up();

  Connection& connection_;
};

}  // namespace aim::store::sqlite
