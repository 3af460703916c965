#include "http/errors.h"

#include <boost/json.hpp>

#include "http/routes.h"
#include "memory/rights.h"
#include "text/json_text.h"

namespace aim::http {
namespace {

struct StatusRow {
  int status;
  std::string_view code;  // for errors before an operation; others are in op/kit/remedies.cpp
  std::string_view reason;
};
constexpr auto statuses = std::to_array<StatusRow>({
    {200, "", "Done"},
    {201, "", "Stored"},
    {400, "VALIDATION_FAILED",
     "An argument or the body is invalid; the message names it and the reason"},
    {401, "UNAUTHORIZED", "The token is missing or wrong"},
    {403, "FORBIDDEN", "The Host or Origin is not allowed"},
    {404, "NOT_FOUND", "The requested item does not exist"},
    {405, "METHOD_NOT_ALLOWED", "Refused"},
    {408, "REQUEST_TIMEOUT", "The request took too long to arrive"},
    {409, "VALIDATION_FAILED", "The title or id is taken"},
    {413, "PAYLOAD_TOO_LARGE", "The body is too large"},
    {415, "UNSUPPORTED_MEDIA_TYPE", "The body is not application/json"},
    {431, "HEADERS_TOO_LARGE", "The head of the request is too large"},
    {500, "DATABASE_ERROR", "The database is unavailable"},
    {503, "UNAVAILABLE", "Busy, or not configured; the message names the remedy"},
});

const StatusRow* row_of(int status) {
  const auto found = std::ranges::find(statuses, status, &StatusRow::status);
  return found == statuses.end() ? nullptr : &*found;
}

std::string_view code_of(int status) {
  const StatusRow* row = row_of(status);
  return row ? row->code : status < 500 ? "VALIDATION_FAILED" : "DATABASE_ERROR";
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

net::Response method_not_allowed(std::string_view allowed) {
  auto response =
      error_response(405, "method not allowed; this path accepts " + std::string(allowed));
  response.headers.push_back({"Allow", std::string(allowed)});
  return response;
}

std::string_view reason_of(int status) {
  const StatusRow* row = row_of(status);
  return row ? row->reason : "Refused";
}

}  // namespace aim::http
