// The table golden_questions.
#pragma once
#include <string>
#include <vector>

#include "store/golden_questions.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

class SqlGoldenQuestions final : public GoldenQuestions {
 public:
  explicit SqlGoldenQuestions(Connection& connection) : connection_(connection) {}
  Result<std::vector<GoldenQuestion>> all() const override;
  Result<std::int64_t> put(const GoldenQuestion& question) override;
  Result<bool> remove(std::int64_t number) override;
  Result<void> record(std::int64_t number, const GoldenRun& run) override;

 private:
  Connection& connection_;
};

}  // namespace aim::store::sql
