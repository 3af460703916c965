// The table tokens.
#pragma once
#include "store/sql/connection.h"
#include "store/tokens.h"

namespace aim::store::sql {

class SqlTokens final : public Tokens {
 public:
  explicit SqlTokens(Connection& connection) : connection_(connection) {}
  Result<std::int64_t> version() const override;
  Result<std::vector<TokenRow>> all() const override;
  Result<void> add(const TokenRow& row) override;
  Result<void> revoke(std::string_view id, Time now) override;
  Result<void> remove(std::string_view id) override;

 private:
  Result<void> count_up();

  Connection& connection_;
};

}  // namespace aim::store::sql
