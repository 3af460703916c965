#include "engine/usage/touch_queue.h"

#include "base/hash.h"
#include "store/maintenance.h"
#include "store/memories.h"

namespace aim::engine {

bool FirstUses::add(std::string_view session, std::string_view question, Key key) {
  std::string all(session);
  all.append("\n").append(std::to_string(key)).append("\n").append(question);
  const Lock lock(mutex_);
  if (seen_.size() >= max_known)
    seen_.clear();
  return seen_.insert(stable_hash(all)).second;
}

void TouchQueue::add(Key key, Time time) {
  const Lock lock(mutex_);
  if (touches_.size() >= most)
    touches_.erase(touches_.begin(), touches_.begin() + most / 10);
  touches_.push_back({key, time});
}

void TouchQueue::add(AccessNote access) {
  const Lock lock(mutex_);
  if (accesses_.size() >= max_accesses)
    accesses_.erase(accesses_.begin(), accesses_.begin() + max_accesses / 10);
  accesses_.push_back(std::move(access));
}

std::vector<AccessNote> TouchQueue::take_accesses() {
  const Lock lock(mutex_);
  return std::exchange(accesses_, {});
}

void TouchQueue::put_back(std::vector<AccessNote> accesses) {
  const Lock lock(mutex_);
  for (AccessNote& each : accesses_) accesses.push_back(std::move(each));
  accesses_ = std::move(accesses);
}

std::vector<Touch> TouchQueue::take() {
  const Lock lock(mutex_);
  return std::exchange(touches_, {});
}

void TouchQueue::put_back(std::vector<Touch> touches) {
  const Lock lock(mutex_);
  touches.insert(touches.end(), touches_.begin(), touches_.end());
  touches_ = std::move(touches);
}

bool TouchQueue::empty() const {
  const Lock lock(mutex_);
  return touches_.empty() && accesses_.empty();
}

std::size_t TouchQueue::size() const {
  const Lock lock(mutex_);
  return touches_.size();
}

namespace {

struct Uses {
  std::int64_t count = 0;
  Time last{};
};

constexpr std::string_view dropped_name = "touches";

Result<void> write_uses(store::Writer& writer, const std::map<Key, Uses>& uses,
                        const Lifetimes& lifetimes) {
  std::vector<Key> keys;
  for (const auto& [key, each] : uses) keys.push_back(key);
  for (store::UsageRow& row : TRY(writer.memories.usage_of(keys))) {
    const Uses& used = uses.at(row.key);
    Use use{row.tier,     row.expires_at, row.access_count, row.reinforcement,
            row.priority, false,          row.deadline};
    use = touched(use, used.count, used.last, lifetimes);
    TRY_VOID(writer.memories.set_usage(row.key, use.access_count, used.last));
    if (use.tier == row.tier && use.expires_at == row.expires_at &&
        use.reinforcement == row.reinforcement)
      continue;
    row.tier = use.tier;
    row.expires_at = use.expires_at;
    row.reinforcement = use.reinforcement;
    TRY_VOID(writer.memories.set_life(row, use.promoted ? std::optional(used.last) : std::nullopt));
  }
  return {};
}

}  // namespace

Result<void> apply_touches(Engine& engine, std::chrono::milliseconds timeout) {
  std::vector<Touch> touches = engine.touches.take();
  std::vector<AccessNote> accesses = engine.touches.take_accesses();
  if (touches.empty() && accesses.empty())
    return {};
  std::map<Key, Uses> uses;
  for (const Touch& touch : touches) {
    Uses& each = uses[touch.key];
    ++each.count;
    each.last = std::max(each.last, touch.time);
  }
  auto written = engine.database.write_soon(timeout, [&](store::Writer& writer) -> Result<void> {
    TRY_VOID(write_uses(writer, uses, engine.options.lifetimes));
    for (const AccessNote& each : accesses)
      TRY_VOID(writer.records.add_access(each.row, each.shown));
    return {};
  });
  if (!written) {
    engine.touches.put_back(std::move(touches));
    engine.touches.put_back(std::move(accesses));
  }
  return written;
}

void drop_touches(Engine& engine) {
  const std::vector<Touch> touches = engine.touches.take();
  engine.touches.take_accesses();
  if (!touches.empty())
    engine.database.maintenance().count_dropped(dropped_name, touches.size());
}

std::int64_t dropped_touches(const Engine& engine) {
  return engine.database.maintenance().dropped(dropped_name);
}

}  // namespace aim::engine
