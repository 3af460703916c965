// Hears of the commits of all processes on a database by a connection of its own (LISTEN); connects
// again when that breaks.
// Threads: one at a time.
#pragma once
#include "store/maintenance.h"
#include "store/postgres/core/database.h"

namespace aim::store::postgres {

class Listener final : public ChangeSignal {
 public:
  // `database` outlives it.
  explicit Listener(Database& database) : database_(database) {}
  bool wait(std::chrono::milliseconds timeout, const Stop& stop) override;

 private:
  bool connect(const Stop& stop);

  Database& database_;
  std::unique_ptr<Connection> connection_;
  Wait::Clock::time_point next_try_{};
};

}  // namespace aim::store::postgres
