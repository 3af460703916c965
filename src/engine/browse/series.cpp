#include "engine/browse/series.h"

#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::int64_t max_calls = 200'000;
constexpr std::int64_t calls_of_clients = 20'000, calls_at_once = 1'000;
constexpr std::size_t max_clients = 50;

std::int64_t day_of(Time time) {
  return std::chrono::floor<std::chrono::days>(time).time_since_epoch() / std::chrono::days(1);
}

Percentiles percentiles(std::vector<std::int64_t> micros) {
  if (micros.empty())
    return {};
  const auto at = [&](std::size_t percent) {
    const auto place =
        micros.begin() + static_cast<std::ptrdiff_t>((micros.size() - 1) * percent / 100);
    std::nth_element(micros.begin(), place, micros.end());
    return static_cast<double>(*place) / 1'000;
  };
  return {at(50), at(95)};
}

// Newest first, so that the first call of a client is its last one.
Result<std::vector<ClientFigures>> clients_since(const store::Reader& reader, Time since) {
  std::vector<ClientFigures> clients;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::set<std::pair<std::size_t, std::string>> sessions;
  std::int64_t before = INT64_MAX;
  for (std::int64_t looked_at = 0; looked_at < calls_of_clients; looked_at += calls_at_once) {
    const auto calls = TRY(reader.records.newest_accesses(before, {}, calls_at_once));
    for (const store::AccessRow& call : calls) {
      before = call.number;
      if (call.at < since)
        continue;
      const auto [place, fresh] =
          places.try_emplace({call.client.value_or(""), call.door}, clients.size());
      if (fresh && clients.size() == max_clients) {
        places.erase(place);
        continue;
      }
      if (fresh) {
        ClientFigures& made = clients.emplace_back();
        made.client = call.client.value_or("");
        made.door = call.door;
        made.last = call.at;
      }
      ClientFigures& client = clients[place->second];
      ++client.calls;
      client.tokens += call.tokens;
      if (!call.session)
        continue;
      client.sessions += sessions.emplace(place->second, *call.session).second ? 1 : 0;
      if (client.last_session.empty())
        client.last_session = *call.session;
    }
    if (std::ssize(calls) < calls_at_once || calls.back().at < since)
      break;
  }
  return clients;
}

}  // namespace

Result<Series> series(Engine& engine, std::int64_t days) {
  const std::int64_t today = day_of(engine.clock.now()), first = today - days + 1;
  const Time since{std::chrono::days(first)};
  return engine.database.read([&](store::Reader& reader) -> Result<Series> {
    Series out;
    const auto growth = TRY(reader.records.growth(since));
    const std::map<std::int64_t, std::int64_t> stored(growth.days.begin(), growth.days.end());
    std::map<std::int64_t, std::vector<std::int64_t>> recalls;
    std::map<std::string, std::pair<DoorFigures, std::vector<std::int64_t>>> doors;
    for (const store::AccessCost& call : TRY(reader.records.access_costs(since, max_calls))) {
      if (call.kind == "recall")
        recalls[day_of(call.at)].push_back(call.micros);
      auto& [figures, micros] = doors[call.door];
      ++figures.calls;
      figures.tokens += call.tokens;
      micros.push_back(call.micros);
    }
    std::int64_t memories = growth.before;
    for (std::int64_t day = first; day <= today; ++day) {
      DayFigures& figures = out.days.emplace_back();
      figures.day = Time(std::chrono::days(day));
      if (const auto found = stored.find(day); found != stored.end())
        figures.stored = found->second;
      figures.memories = memories += figures.stored;
      if (const auto found = recalls.find(day); found != recalls.end()) {
        figures.recalls = std::ssize(found->second);
        figures.recall_time = percentiles(found->second);
      }
    }
    for (auto& [door, each] : doors) {
      each.first.door = door;
      each.first.time = percentiles(std::move(each.second));
      out.doors.push_back(std::move(each.first));
    }
    out.clients = TRY(clients_since(reader, since));
    std::ranges::stable_sort(out.doors, std::ranges::greater(), &DoorFigures::calls);
    return out;
  });
}

}  // namespace aim::engine
