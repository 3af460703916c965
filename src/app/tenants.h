// Tenants of a server (M6): the owner is one, and each token in use is one, made at its first
// request. A tenant has doors of its own over an engine that shows and takes what its token allows.
// A door has no other engine, so no door can forget to look at rights; sessions, subscriptions and
// streams belong to one tenant and end with its token.
// Knows: doors, rights. Must not know: what a right means, SQL.
// Threads: any; tick() one at a time.
#pragma once
#include "base/mutex.h"
#include "engine/tokens.h"
#include "http/api.h"
#include "http/live.h"
#include "mcp/http/endpoint.h"
#include "net/guard.h"

namespace aim::app {

// The tokens of a database as a server knows them: all of them in memory, so that a request is
// judged without waiting. A timer reads them again every second (one row where nothing has
// changed). The book keeps the tokens that it knows while the database is away.
class TokenBook final : public net::Keys {
 public:
  // The engine outlives it, and is the owner's.
  explicit TokenBook(Engine& engine) : engine_(engine) {}

  // Errors: those of the database.
  Result<void> refresh();

  // As soon as there is one, whatever has become of it: a token that ends does not open the door to
  // everybody.
  bool asked_for() const override;
  std::optional<std::string> holder_of(std::string_view token) const override;
  bool holds(std::string_view holder) const override;
  // Null: the token has expired or was revoked, or no token has that id.
  std::shared_ptr<const Rights> rights_of(std::string_view holder) const;

 private:
  struct Entry {
    engine::TokenRow row;
    std::shared_ptr<const Rights> rights;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;
  std::shared_ptr<const Entries> entries() const;
  // Null: it does not hold now.
  const Entry* current(const Entries& entries, std::string_view holder) const;

  Engine& engine_;
  mutable Mutex mutex_;
  std::shared_ptr<const Entries> entries_ GUARDED_BY(mutex_) = std::make_shared<Entries>();
  std::optional<std::int64_t> version_ GUARDED_BY(mutex_);
};

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
