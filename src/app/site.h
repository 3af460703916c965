// Which door a request goes to, and whether it goes to one at all.
// Threads: any, once serving has begun.
#pragma once
#include "http/api.h"
#include "mcp/http_endpoint.h"
#include "net/guard.h"

namespace aim::app {

class Site {
 public:
  // `mcp` null: REST only. Both outlive the site.
  Site(http::Api& api, mcp::HttpEndpoint* mcp, net::GuardOptions guard)
      : api_(api), mcp_(mcp), guard_(std::move(guard)) {}

  net::Plan plan(const net::Head& head) const;

 private:
  http::Api& api_;
  mcp::HttpEndpoint* mcp_;
  net::GuardOptions guard_;
};

}  // namespace aim::app
