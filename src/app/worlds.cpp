#include "app/worlds.h"

namespace aim::app {
namespace {

http::DescribedServer described(const WorldOptions& options, const Rights* rights) {
  http::DescribedServer server = options.described;
  server.restricted = rights && !rights->administers;
  return server;
}

}  // namespace

World::World(const Engine& owner, const std::shared_ptr<const Rights>& given,
             const http::Metrics& metrics, const net::ServerFigures* server,
             const WorldOptions& options)
    : rights(given),
      engine(given ? for_caller(owner, given) : owner),
      api(engine, metrics, described(options, given.get())),
      live(engine, options.described.commands) {
  if (server)
    api.show(*server);
  const bool whole = !rights || rights->administers;
  if (options.serves_mcp && (whole || !options.mcp.offer.two_stores))
    mcp.emplace(engine, options.mcp);
}

void World::tick() {
  live.poll();
  if (mcp)
    mcp->tick();
}

void World::stop() {
  if (mcp)
    mcp->stop();
  live.finish();
}

Worlds::Worlds(Engine& engine, const http::Metrics& metrics, const TokenBook& book,
               const WorldOptions& options)
    : engine_(engine),
      metrics_(metrics),
      book_(book),
      options_(options),
      owner_(std::make_shared<World>(engine, nullptr, metrics, nullptr, options_)) {}

void Worlds::show(const net::ServerFigures& figures) {
  figures_ = &figures;
  owner_->api.show(figures);
}

std::shared_ptr<World> Worlds::of(const std::string& holder) {
  if (holder.empty())
    return owner_;
  const auto rights = book_.rights_of(holder);
  if (!rights)
    return nullptr;
  const Lock lock(mutex_);
  auto& world = worlds_[holder];
  // What it was made with before is ended by the next tick of whoever keeps it.
  if (!world || *world->rights != *rights)
    world = std::make_shared<World>(engine_, rights, metrics_, figures_, options_);
  return world;
}

void Worlds::tick() {
  owner_->tick();
  for (const auto& world : all()) {
    if (book_.holds(world->rights->id)) {
      world->tick();
      continue;
    }
    {
      const Lock lock(mutex_);
      worlds_.erase(world->rights->id);
    }
    world->stop();
  }
}

void Worlds::stop() {
  owner_->stop();
  for (const auto& world : all()) world->stop();
}

std::vector<std::shared_ptr<World>> Worlds::all() const {
  const Lock lock(mutex_);
  std::vector<std::shared_ptr<World>> all;
  for (const auto& [holder, world] : worlds_) all.push_back(world);
  return all;
}

}  // namespace aim::app
