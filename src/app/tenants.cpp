#include "app/tenants.h"

#include "base/hash.h"

namespace aim::app {
namespace {

http::DescribedServer described(const TenantOptions& options, const Rights* rights) {
  http::DescribedServer server = options.described;
  server.restricted = rights && !rights->administers;
  return server;
}

}  // namespace

Tenant::Tenant(const Engine& owner, const std::shared_ptr<const Rights>& given,
               const http::Metrics& metrics, const net::ServerFigures* server,
               const TenantOptions& options)
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

void Tenant::tick() {
  live.poll();
  if (mcp)
    mcp->tick();
}

void Tenant::stop() {
  if (mcp)
    mcp->stop();
  live.finish();
}

Tenants::Tenants(Engine& engine, const http::Metrics& metrics, const TokenBook& book,
                 const TenantOptions& options)
    : engine_(engine),
      metrics_(metrics),
      book_(book),
      options_(options),
      owner_(std::make_shared<Tenant>(engine, nullptr, metrics, nullptr, options_)) {}

void Tenants::show(const net::ServerFigures& figures) {
  figures_ = &figures;
  owner_->api.show(figures);
}

std::shared_ptr<Tenant> Tenants::of(const std::string& holder) {
  if (holder.empty())
    return owner_;
  const auto rights = book_.rights_of(holder);
  if (!rights)
    return nullptr;
  const Lock lock(mutex_);
  auto& tenant = tenants_[holder];
  // Holders of the former tenant end it at their next tick.
  if (!tenant || *tenant->rights != *rights)
    tenant = std::make_shared<Tenant>(engine_, rights, metrics_, figures_, options_);
  return tenant;
}

void Tenants::tick() {
  owner_->tick();
  for (const auto& tenant : all()) {
    if (book_.holds(tenant->rights->id)) {
      tenant->tick();
      continue;
    }
    {
      const Lock lock(mutex_);
      tenants_.erase(tenant->rights->id);
    }
    tenant->stop();
  }
}

void Tenants::stop() {
  owner_->stop();
  for (const auto& tenant : all()) tenant->stop();
}

std::vector<std::shared_ptr<Tenant>> Tenants::all() const {
  const Lock lock(mutex_);
  std::vector<std::shared_ptr<Tenant>> all;
  for (const auto& [holder, tenant] : tenants_) all.push_back(tenant);
  return all;
}

Result<void> TokenBook::refresh() {
  std::optional<std::int64_t> known;
  {
    const Lock lock(mutex_);
    known = version_;
  }
  std::int64_t version = 0;
  std::vector<engine::TokenRow> rows;
  TRY_VOID(engine_.database.read([&](store::Reader& reader) -> Result<void> {
    version = TRY(reader.records.tokens_version());
    if (version != known)
      rows = TRY(reader.records.tokens());
    return {};
  }));
  if (version == known)
    return {};
  auto fresh = std::make_shared<Entries>();
  for (engine::TokenRow& row : rows) {
    auto rights = std::make_shared<const Rights>(row.rights);
    (*fresh)[rights->id] = Entry{std::move(row), rights};
  }
  const Lock lock(mutex_);
  entries_ = std::move(fresh);
  version_ = version;
  return {};
}

std::shared_ptr<const TokenBook::Entries> TokenBook::entries() const {
  const Lock lock(mutex_);
  return entries_;
}

const TokenBook::Entry* TokenBook::current(const Entries& entries, std::string_view holder) const {
  const auto found = entries.find(holder);
  return found != entries.end() && engine::holds(found->second.row, engine_.clock.now())
             ? &found->second
             : nullptr;
}

bool TokenBook::asked_for() const {
  return !entries()->empty();
}

std::optional<std::string> TokenBook::holder_of(std::string_view token) const {
  const auto shown = engine::shown_token(token);
  if (!shown)
    return std::nullopt;
  const auto all = entries();
  const Entry* entry = current(*all, shown->id);
  // An id that is not known takes as long as a secret that is wrong.
  const std::string none(shown->hash.size(), '-');
  const bool same = same_secret(shown->hash, entry ? entry->row.hash : none);
  return entry && same ? std::optional(std::string(shown->id)) : std::nullopt;
}

bool TokenBook::holds(std::string_view holder) const {
  return current(*entries(), holder) != nullptr;
}

std::shared_ptr<const Rights> TokenBook::rights_of(std::string_view holder) const {
  const auto all = entries();
  const Entry* entry = current(*all, holder);
  return entry ? entry->rights : nullptr;
}

}  // namespace aim::app
