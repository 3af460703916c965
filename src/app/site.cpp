#include "app/site.h"

#include <algorithm>

#include "http/errors.h"

namespace aim::app {
namespace {

// What a page needs to be told before its browser lets it speak to another origin (CORS). Said to pages that were allowed
// by name only: those of this machine are tolerated, not invited.
std::vector<net::Header> invitation(const net::Head& head, const net::GuardOptions& guard) {
  const std::string origin(head.header("origin"));
  if (std::find(guard.origins.begin(), guard.origins.end(), origin) == guard.origins.end())
    return {};
  return {{"Access-Control-Allow-Origin", origin},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id, Retry-After"},
          {"Vary", "Origin"}};
}

bool is_preflight(const net::Head& head) {
  return head.method == "OPTIONS" && head.has("origin") && head.has("access-control-request-method");
}

net::Plan preflight(const std::vector<net::Header>& invited) {
  net::Plan plan;
  plan.route = "preflight";
  plan.headers = invited;
  net::Response response;
  response.status = 204;
  if (!invited.empty())
    response.headers = {{"Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"},
                        {"Access-Control-Allow-Headers",
                         "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, "
                         "MCP-Protocol-Version, Mcp-Method, Mcp-Name"},
                        {"Access-Control-Max-Age", "600"}};
  plan.refusal = std::move(response);
  return plan;
}

}  // namespace

net::Plan Site::plan(const net::Head& head) const {
  const auto invited = invitation(head, guard_);
  // A browser sends no token with a preflight.
  const bool open_to_all = is_preflight(head) || http::Api::open_to_all(head);
  if (const auto verdict = net::refused(head, guard_, open_to_all)) {
    net::Plan plan;
    plan.refusal = http::error_response(verdict->status, verdict->sentence);
    plan.headers = invited;
    return plan;
  }
  if (is_preflight(head))
    return preflight(invited);
  net::Plan plan = mcp_ && mcp_->serves(head.path) ? mcp_->plan(head) : api_.plan(head);
  plan.headers = invited;
  return plan;
}

}  // namespace aim::app
