#include "store/sqlite/connections.h"

namespace aim::store {
namespace {
constexpr std::size_t max_idle_connections = 8;
}

Result<std::unique_ptr<Connection>> Connections::borrow(const Wait& wait) {
  std::unique_ptr<Connection> connection;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!connection)
    return Connection::open(file_, options_, wait);
  connection->set_wait(wait);
  return connection;
}

void Connections::give_back(std::unique_ptr<Connection> connection) {
  // Ends the snapshot of a read; there is none after a commit.
  if (connection->in_transaction() && !connection->run("ROLLBACK"))
    return;
  connection->forget_wait();
  const std::lock_guard lock(mutex_);
  if (idle_.size() < max_idle_connections)
    idle_.push_back(std::move(connection));
}

}  // namespace aim::store
