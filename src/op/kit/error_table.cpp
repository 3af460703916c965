#include "op/kit/error_table.h"

#include <array>

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
  if (error.hint.empty())
    return error.message;
  return error.message + "; " + error.hint;
}

}  // namespace aim::op
