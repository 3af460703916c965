#include "engine/browse/listings.h"
#include "engine/engine.h"
#include "engine/two_stores/asking.h"
#include "engine/two_stores/find.h"
#include "memory/filter.h"
#include "memory/metadata.h"
#include "store/memories.h"

namespace aim::engine::two_stores {
namespace {

constexpr std::string_view by_merging = "merge";  // reason of the archive

using Key = std::tuple<std::int64_t, std::string>;

Key sort_key(const Memory& memory, SortBy by) {
  const auto moment = [](const std::optional<Timestamp>& time) {
    return Key(time ? time->nanoseconds() : INT64_MIN, "");
  };
  switch (by) {
    case SortBy::created_at:
      return moment(memory.created_at);
    case SortBy::updated_at:
      return moment(memory.updated_at);
    case SortBy::last_accessed_at:
      return moment(memory.last_accessed_at);
    case SortBy::priority:
      return Key(memory.priority, "");
    case SortBy::access_count:
      return Key(memory.access_count, "");
    case SortBy::title:
      return Key(0, memory.title);
  }
  return Key(0, "");
}

Result<std::vector<Listed>> live_in(Engine& engine, StoreKind place, const Filters& filters,
                                    const std::string& project) {
  const Time now = engine.clock.now();
  const Filter filter = filter_at(place, filters);
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Listed>> {
    std::vector<Listed> all;
    TRY_VOID(store::each_matching(reader.memories, filter, [&](Memory& memory) {
      if (passes(memory, filter, now) && holds(memory, place, filters, project))
        all.push_back({{std::move(memory), place}});
    }));
    return all;
  });
}

Result<std::vector<Listed>> superseded_in(Engine& engine, StoreKind place, const Filters& filters,
                                          const std::string& project) {
  const Filter filter = filter_at(place, filters);
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Listed>> {
    std::vector<Listed> all;
    TRY_VOID(reader.memories.each_archived([&](const Archived& archived) -> Result<void> {
      const Memory& memory = archived.memory;
      if (archived.reason != by_merging || !matches_filter(memory.name_space, filter) ||
          !passes(memory, filter, Time::min()) || !holds(memory, place, filters, project))
        return {};
      Listed one{{memory, place}};
      one.superseded_by = text_member(memory.metadata, "superseded_by");
      all.push_back(std::move(one));
      return {};
    }));
    return all;
  });
}

bool is_wanted(const Memory& memory, const std::vector<std::string>& ids) {
  return ids.empty() || std::ranges::any_of(ids, [&](const std::string& id) {
           return memory.id == id || (id.size() >= 4 && memory.id.starts_with(id));
         });
}

void sort(std::vector<Listed>& all, const ListRequest& request) {
  std::ranges::sort(all, [&](const Listed& one, const Listed& other) {
    const auto a = sort_key(one.placed.memory, request.sort_by);
    const auto b = sort_key(other.placed.memory, request.sort_by);
    if (a != b)
      return request.ascending ? a < b : a > b;
    return std::tie(one.placed.memory.id, one.placed.place) <
           std::tie(other.placed.memory.id, other.placed.place);
  });
}

}  // namespace

Result<std::vector<std::string>> ids_from(Engine& engine, const std::string& source,
                                          const std::string& path) {
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> ids;
    TRY_VOID(store::each_matching(reader.memories, {}, [&](const Memory& memory) {
      if (memory.source == source && passes(memory, {}, now) &&
          text_member(memory.metadata, path_key) == path)
        ids.push_back(memory.id);
    }));
    return ids;
  });
}

Result<ListReply> list(const Stores& stores, const ListRequest& request) {
  ListReply reply;
  const std::string project = project_id(stores);
  std::vector<Listed> all;
  const auto add_from = [&](Engine& engine, StoreKind place) -> Result<void> {
    auto some = TRY(request.superseded ? superseded_in(engine, place, request.filters, project)
                                       : live_in(engine, place, request.filters, project));
    for (Listed& each : some)
      if (is_wanted(each.placed.memory, request.ids))
        all.push_back(std::move(each));
    return {};
  };
  TRY_VOID(ask_each(stores, request.where, reply.warnings, add_from));
  sort(all, request);
  reply.total = static_cast<std::int64_t>(all.size());
  const auto from = static_cast<std::size_t>(std::min(request.offset, reply.total));
  const auto to = std::min(all.size(), from + static_cast<std::size_t>(request.limit));
  for (std::size_t at = from; at < to; ++at) {
    Listed& each = all[at];
    if (!request.superseded) {
      if (each.placed.place == StoreKind::global)
        if (const auto other = overriding(stores, each.placed.memory); other && *other)
          each.overridden_by = (*other)->id;
      if (const auto model =
              embedded_by(*engine_at(stores, each.placed.place), each.placed.memory.key))
        each.model = *model;
    }
    reply.memories.push_back(std::move(each));
  }
  return reply;
}

std::int64_t last_change(const Stores& stores) {
  std::uint64_t all = 0;
  for (const StoreKind place : places_of(stores, StoreChoice::both)) {
    Engine& each = *engine_at(stores, place);
    constexpr std::uint64_t apart = 1'000'003;
    if (each.database.exists())
      all = all * apart + static_cast<std::uint64_t>(engine::last_change(each).value_or(0)) + 1;
  }
  return static_cast<std::int64_t>(all);
}

}  // namespace aim::engine::two_stores
