#include "engine/upkeep.h"

#include "store/sqlite/meta.h"

namespace aim::engine {
namespace {

// Upkeep can wait: who finds the database busy asks again later.
constexpr std::chrono::milliseconds patience{500};

Result<bool> is_due(store::Connection& connection, Time now, std::chrono::seconds interval) {
  const auto last = TRY(store::meta_number(connection, store::upkeep_at));
  if (!last)
    return true;
  const Time claimed{std::chrono::nanoseconds(*last)};
  // A claim of the future was made before somebody put the clock back.
  return claimed > now || now - claimed >= interval;
}

}  // namespace

Result<bool> claim_upkeep(Engine& engine, std::chrono::seconds interval) {
  const Time now = engine.clock.now();
  const auto due = [&](store::Connection& connection) { return is_due(connection, now, interval); };
  if (!TRY(engine.database.read(due)))
    return false;
  bool ours = false;
  TRY_VOID(engine.database.write_soon(patience, [&](store::Connection& connection) -> Result<void> {
    // Another process may have been quicker.
    ours = TRY(due(connection));
    if (!ours)
      return {};
    return store::set_meta(connection, store::upkeep_at, now.time_since_epoch().count());
  }));
  return ours;
}

Result<void> return_upkeep(Engine& engine) {
  return engine.database.write_soon(patience, [](store::Connection& connection) {
    return store::clear_meta(connection, store::upkeep_at);
  });
}

}  // namespace aim::engine
