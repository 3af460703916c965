#include "op/kit/error_table.h"

#include <array>

#include "op/kit/remedies.h"

namespace aim::op {
namespace {
constexpr std::array rows{
    ErrorRow{Code::validation_failed, "VALIDATION_FAILED", 400, 1},
    ErrorRow{Code::not_found, "NOT_FOUND", 404, 1},
    ErrorRow{Code::conflict, "CONFLICT", 409, 1},
    ErrorRow{Code::database_error, "DATABASE_ERROR", 500, 1},
    ErrorRow{Code::unavailable, "UNAVAILABLE", 503, 1},
};
}  // namespace

const ErrorRow& error_row(Code code) {
  for (const ErrorRow& row : rows)
    if (row.code == code)
      return row;
  return rows[3];
}

std::string sentence(const Error& error) {
  const std::string hint = in_words(error, nullptr, nullptr).hint;
  return hint.empty() ? error.message : error.message + "; " + hint;
}

}  // namespace aim::op
