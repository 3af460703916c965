// What a person may want to look at. Said in store/review.h.
#pragma once
#include "store/review.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

class SqlReview final : public Review {
 public:
  explicit SqlReview(Connection& connection) : connection_(connection) {}
  Result<std::vector<KeyPair>> contradictions(Time now, Page page) const override;
  Result<std::vector<KeyPair>> same_content(Time now, Page page) const override;
  Result<std::vector<Key>> unconfirmed(Time now, Page page) const override;
  Result<std::vector<Key>> expiring(Time now, Time until, Page page) const override;
  Result<std::vector<Key>> newest(Time now, Key before, std::int64_t limit) const override;
  Result<bool> are_linked(KeyPair pair) const override;

 private:
  Connection& connection_;
};

}  // namespace aim::store::sql
