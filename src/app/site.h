// Which door a request goes to, and whether it goes to one at all.
// Threads: any, once serving has begun.
#pragma once
#include "http/api.h"
#include "http/entrance.h"
#include "http/live.h"
#include "mcp/http/endpoint.h"
#include "net/guard.h"

namespace aim::app {

class Site {
 public:
  // `mcp` null: REST only. All outlive the site.
  Site(http::Api& api, http::Live& live, http::Entrance& entrance, mcp::HttpEndpoint* mcp,
       net::GuardOptions guard)
      : api_(api), live_(live), entrance_(entrance), mcp_(mcp), guard_(std::move(guard)) {}

  net::Plan plan(const net::Head& head) const;

 private:
  net::Plan door(const net::Head& head) const;

  http::Api& api_;
  http::Live& live_;
  http::Entrance& entrance_;
  mcp::HttpEndpoint* mcp_;
  net::GuardOptions guard_;
};

}  // namespace aim::app
