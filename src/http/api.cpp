#include "http/api.h"

#include <boost/json/value.hpp>

#include "base/ascii.h"
#include "http/call.h"
#include "http/describe.h"
#include "http/errors.h"
#include "net/query.h"
#include "op/kit/coerce.h"

namespace aim::http {
namespace {

constexpr std::size_t max_stream_bytes = 64 * 1024 * 1024, max_file_bytes = 512 * 1024 * 1024;
constexpr std::string_view file_type = "application/octet-stream";  // no form of a page sends it
constexpr std::string_view health_path = "/api/v1/health";

bool is_of_type(std::string_view content_type, std::string_view wanted) {
  std::string_view type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ') || type.ends_with('\t')) type.remove_suffix(1);
  return ascii::lower(type) == wanted;
}

bool reads(const net::Head& head) {
  return head.method == "GET" || head.method == "HEAD";
}

// A request may have none for two reasons: nothing says that there is one, or its length is 0.
bool has_body(const net::Head& head) {
  return head.has("transfer-encoding") ||
         (head.has("content-length") && head.header("content-length") != "0");
}

std::optional<net::Response> refused_body(const Row& row, const net::Head& head) {
  const auto type = head.header("content-type");
  if (row.from == From::file && !is_of_type(type, file_type))
    return error_response(
        415, "the body must be a file: send the header Content-Type: " + std::string(file_type));
  const bool read = row.from == From::body || row.from == From::stream ||
                    (row.from == From::maybe_body && has_body(head));
  if (!read || is_of_type(type, "application/json"))
    return std::nullopt;
  return error_response(415,
                        "the body must be JSON: send the header Content-Type: application/json");
}

Result<bool> read_flag(std::string_view query, const op::Param& param) {
  bool flag = false;
  for (const auto& [name, text] : TRY(net::parse_query(query)))
    if (name == param.name)
      flag = TRY(op::value_from_text(param, text)).as_bool();
  return flag;
}

net::Plan refusal(net::Response response, std::string_view route = "other") {
  net::Plan plan;
  plan.refusal = std::move(response);
  plan.route = route;
  return plan;
}

net::Plan without_row(const net::Head& head, const Match& match) {
  if (match.allow.empty())
    return refusal(error_response(404, "no such path; see /docs for all endpoints"));
  net::Response response;
  if (head.method == "OPTIONS")
    response.status = 204;
  else
    response = error_response(405, "method not allowed; this path accepts " + match.allow);
  response.headers.push_back({"Allow", match.allow});
  return refusal(std::move(response));
}

}  // namespace

net::Plan Api::plan(const net::Head& head) {
  auto matched = match(head.method, head.path);
  if (!matched)
    return refusal(error_response(matched.error(), described_.commands));
  if (!matched->row)
    return without_row(head, *matched);
  const Row& row = *matched->row;
  if (auto refused = refused_body(row, head))
    return refusal(std::move(*refused), row.path);
  // A page of another origin cannot send that header without being asked for its origin first.
  if (row.own_page && (!head.party.empty() || head.header("x-ai-memory") != "page"))
    return refusal(error_response(403, "only the page on this machine does this"), row.path);
  net::Plan plan;
  plan.route = row.path;
  plan.lane = lane_of(row);
  plan.content_security = row.content_security;
  plan.caching = row.caching;
  plan.watch_client = is_long(row);
  if (row.from == From::stream)
    plan.max_body_bytes = max_stream_bytes;
  if (row.from == From::file)
    plan.max_body_bytes = max_file_bytes;
  plan.answer = [this, match = std::move(*matched)](net::Request& request,
                                                    net::Exchange& exchange) {
    return match.row->operation ? call(engine_, match, request, exchange, described_)
                                : page(match.row->page, request.head);
  };
  return plan;
}

net::Response Api::page(Page page, const net::Head& head) {
  // Server figures cover all callers, and so does a check of the whole database.
  const bool whole = page == Page::metrics || (page == Page::health && !open_to_all(head));
  if (whole && described_.restricted)
    return error_response(403, "the token does not administer the database");
  if (page == Page::health)
    return health(head);
  if (page == Page::metrics)
    return metrics();
  net::Response response;
  if (page == Page::openapi) {
    std::call_once(openapi_once_, [&] { openapi_ = openapi(described_); });
    response.body = openapi_;
    return response;
  }
  std::call_once(docs_once_, [&] { docs_ = docs_page(described_); });
  response.content_type = "text/html; charset=utf-8";
  response.body = docs_;
  return response;
}

net::Response Api::health(const net::Head& head) {
  const auto deep = read_flag(head.query, page_params(Page::health).front());
  return deep ? health_.answer(*deep) : error_response(deep.error(), described_.commands);
}

net::Response Api::metrics() {
  const auto figures = op::figures(engine_);
  net::Response response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = metrics_.text(server_, figures ? &*figures : nullptr);
  return response;
}

bool Api::open_to_all(const net::Head& head) {
  if (head.path != health_path || !reads(head))
    return false;
  const auto query = net::parse_query(head.query);
  return query && std::none_of(query->begin(), query->end(), [](const auto& each) {
           return each.first == page_params(Page::health).front().name;
         });
}

bool Api::is_page(const net::Head& head) {
  const auto matched = match(head.method, head.path);
  return matched && matched->row && matched->row->page == Page::docs;
}

}  // namespace aim::http
