// Tenants of a server (M6): the owner is one, and each token in use is one, made at its first
// request. A tenant has doors of its own over an engine that shows and takes what its token allows.
// A door has no other engine, so no door can forget to look at rights; sessions, subscriptions and
// streams belong to one tenant and end with its token.
// Knows: doors, rights. Must not know: what a right means, SQL.
// Threads: any; tick() one at a time.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/token_book.h"
#include "base/mutex.h"
#include "http/api.h"
#include "http/live.h"
#include "mcp/http/endpoint.h"

namespace aim::app {

struct TenantOptions {
  mcp::HttpOptions mcp;
  bool serves_mcp = true;
  http::DescribedServer described;
};

struct Tenant {
  // `rights` null: of the owner. All but the rights outlive it.
  Tenant(const Engine& owner, const std::shared_ptr<const Rights>& rights,
         const http::Metrics& metrics, const net::ServerFigures* server,
         const TenantOptions& options);

  const std::shared_ptr<const Rights> rights;
  Engine engine;
  http::Api api;
  http::Live live;
  std::optional<mcp::HttpEndpoint> mcp;

  void tick();
  void stop();
};

class Tenants {
 public:
  // All outlive it.
  Tenants(Engine& engine, const http::Metrics& metrics, const TokenBook& book,
          const TenantOptions& options);

  // Before serving begins.
  void show(const net::ServerFigures& figures);

  // Of whom a token was judged to be; empty: the owner's. Null: the token has just ended.
  std::shared_ptr<Tenant> of(const std::string& holder);

  // Tells of changes; ends tenants whose tokens have ended or changed.
  void tick();
  void stop();

 private:
  std::vector<std::shared_ptr<Tenant>> all() const;

  Engine& engine_;
  const http::Metrics& metrics_;
  const TokenBook& book_;
  const TenantOptions options_;
  const net::ServerFigures* figures_ = nullptr;
  const std::shared_ptr<Tenant> owner_;
  mutable Mutex mutex_;
  std::map<std::string, std::shared_ptr<Tenant>> tenants_ GUARDED_BY(mutex_);
};

}  // namespace aim::app
