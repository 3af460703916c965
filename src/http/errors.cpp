#include "http/errors.h"

#include <boost/json.hpp>

#include "http/routes.h"
#include "memory/rights.h"
#include "text/json_text.h"

namespace aim::http {
namespace {

struct TransportRow {
  int status;
  std::string_view code;
};
// Errors that never reached an operation; the others are in op/kit/remedies.cpp.
constexpr std::array transport{
    TransportRow{400, "VALIDATION_FAILED"},  TransportRow{401, "UNAUTHORIZED"},
    TransportRow{403, "FORBIDDEN"},          TransportRow{404, "NOT_FOUND"},
    TransportRow{405, "METHOD_NOT_ALLOWED"}, TransportRow{408, "REQUEST_TIMEOUT"},
    TransportRow{413, "PAYLOAD_TOO_LARGE"},  TransportRow{415, "UNSUPPORTED_MEDIA_TYPE"},
    TransportRow{431, "HEADERS_TOO_LARGE"},  TransportRow{500, "DATABASE_ERROR"},
    TransportRow{503, "UNAVAILABLE"},
};

std::string_view code_of(int status) {
  for (const TransportRow& row : transport)
    if (row.status == status)
      return row.code;
  return status < 500 ? "VALIDATION_FAILED" : "DATABASE_ERROR";
}

net::Response answer(int status, std::string_view code, std::string_view sentence) {
  net::Response response;
  response.status = status;
  response.body = text::compact(
      boost::json::object{{"code", code}, {"error", sentence}, {"message", sentence}});
  if (status == 401)
    response.headers.push_back({"WWW-Authenticate", "Bearer"});
  if (status == 503)
    response.headers.push_back({"Retry-After", "1"});
  return response;
}

}  // namespace

net::Response error_response(const Error& error, const op::Words* commands) {
  const std::string said = op::sentence(op::in_words(error, &route_words(), commands));
  if (is_forbidden(error))
    return error_response(403, said);
  const op::ErrorRow& row = op::error_row(error.code);
  return answer(row.http_status, row.wire, said);
}

net::Response error_response(int status, std::string_view sentence) {
  return answer(status, code_of(status), sentence);
}

}  // namespace aim::http
