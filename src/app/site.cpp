#include "app/site.h"

#include "http/errors.h"
#include "http/web_page.h"

namespace aim::app {
namespace {

// What a page needs to be told before its browser lets it speak to another origin (CORS). Said to pages that were allowed
// by name only: those of this machine are tolerated, not invited.
std::vector<net::Header> invitation(const net::Head& head, const net::GuardOptions& guard) {
  const std::string origin(head.header("origin"));
  if (!net::is_invited(origin, guard))
    return {};
  return {{"Access-Control-Allow-Origin", origin},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id, Retry-After"},
          {"Vary", "Origin"}};
}

bool is_preflight(const net::Head& head) {
  return head.method == "OPTIONS" && head.has("origin") &&
         head.has("access-control-request-method");
}

net::Plan preflight(const std::vector<net::Header>& invited) {
  net::Plan plan;
  plan.route = "preflight";
  plan.headers = invited;
  net::Response response;
  response.status = 204;
  if (!invited.empty())
    response.headers = {
        {"Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"},
        {"Access-Control-Allow-Headers",
         "Authorization, X-API-Key, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, "
         "MCP-Protocol-Version, Mcp-Method, Mcp-Name"},
        {"Access-Control-Max-Age", "600"}};
  plan.refusal = std::move(response);
  return plan;
}

}  // namespace

net::Plan Site::door(const net::Head& head) const {
  if (mcp_ && mcp_->serves(head.path))
    return mcp_->plan(head);
  if (http::WebPage::serves(head.path))
    return http::WebPage::plan(head);
  if (http::Entrance::serves(head.path))
    return entrance_.plan(head);
  return head.path == http::Live::path ? live_.plan(head) : api_.plan(head);
}

net::Plan Site::plan(const net::Head& head) const {
  const auto invited = invitation(head, guard_);
  // A browser sends no token with a preflight.
  const net::Target target{
      is_preflight(head) || http::Api::open_to_all(head) || http::Entrance::open_to_all(head),
      head.has("sec-fetch-site") && (http::Api::is_page(head) || http::WebPage::is_page(head))};
  if (const auto verdict = net::refused(head, guard_, target)) {
    net::Plan plan;
    plan.trusted = false;
    plan.refusal = http::error_response(verdict->status, verdict->sentence);
    plan.headers = invited;
    return plan;
  }
  if (is_preflight(head))
    return preflight(invited);
  net::Plan plan = door(head);
  plan.headers = invited;
  plan.trusted = guard_.token.empty() || !target.open_to_all;
  return plan;
}

}  // namespace aim::app
