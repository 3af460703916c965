#include "engine/inspect/series.h"

#include <algorithm>
#include <map>

#include "store/accesses.h"
#include "store/stats.h"

namespace aim::engine {
namespace {

constexpr std::int64_t max_calls = 200'000;

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

}  // namespace

Result<Series> series(Engine& engine, std::int64_t days) {
  const std::int64_t today = day_of(engine.clock.now()), first = today - days + 1;
  const Time since{std::chrono::days(first)};
  return engine.database.read([&](store::Reader& reader) -> Result<Series> {
    Series out;
    const auto growth = TRY(reader.stats.growth(since));
    const std::map<std::int64_t, std::int64_t> stored(growth.days.begin(), growth.days.end());
    std::map<std::int64_t, std::vector<std::int64_t>> recalls;
    std::map<std::string, std::pair<DoorFigures, std::vector<std::int64_t>>> doors;
    for (const store::AccessCost& call : TRY(reader.accesses.costs(since, max_calls))) {
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
    std::ranges::stable_sort(out.doors, std::ranges::greater(), &DoorFigures::calls);
    return out;
  });
}

}  // namespace aim::engine
