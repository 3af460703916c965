// What a caller of a server finds: the doors, on an engine that shows and takes what its token
// allows (M6). One world for the owner, and one for each token that is in use, made when it is
// first needed. A door is made with an engine and has no other, so there is none that could forget
// to look at rights; sessions, subscriptions and streams are of one world and end with its token.
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

struct WorldOptions {
  mcp::HttpOptions mcp;
  bool serves_mcp = true;
  http::DescribedServer described;
};

struct World {
  // `rights` null: of the owner. All but the rights outlive it.
  World(const Engine& owner, const std::shared_ptr<const Rights>& rights,
        const http::Metrics& metrics, const net::ServerFigures* server,
        const WorldOptions& options);

  const std::shared_ptr<const Rights> rights;
  Engine engine;
  http::Api api;
  http::Live live;
  std::optional<mcp::HttpEndpoint> mcp;

  void tick();
  void stop();
};

class Worlds {
 public:
  // All outlive it.
  Worlds(Engine& engine, const http::Metrics& metrics, const TokenBook& book,
         const WorldOptions& options);

  // Before serving begins.
  void show(const net::ServerFigures& figures);

  // Of whom a token was judged to be; empty: the owner's. Null: the token has just ended.
  std::shared_ptr<World> of(const std::string& holder);

  // Tells of changes; ends worlds whose tokens have ended or changed.
  void tick();
  void stop();

 private:
  std::vector<std::shared_ptr<World>> all() const;

  Engine& engine_;
  const http::Metrics& metrics_;
  const TokenBook& book_;
  const WorldOptions options_;
  const net::ServerFigures* figures_ = nullptr;
  const std::shared_ptr<World> owner_;
  mutable Mutex mutex_;
  std::map<std::string, std::shared_ptr<World>> worlds_ GUARDED_BY(mutex_);
};

}  // namespace aim::app
