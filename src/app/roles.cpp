#include "app/roles.h"

#include <chrono>
#include <string>
#include <thread>

#include "store/maintenance.h"

namespace aim::app {

Result<std::shared_ptr<void>> wait_for_role(Engine& engine, std::string_view role,
                                            std::string_view work) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 30s;
  for (;;) {
    if (auto taken = TRY(engine.database.maintenance().try_take(role)))
      return taken;
    TRY_VOID(engine.database.go_on());
    if (std::chrono::steady_clock::now() >= end)
      return Failure(unavailable("another process " + std::string(work) + " now",
                                 "wait until it has ended, and try again"));
    std::this_thread::sleep_for(100ms);
  }
}

}  // namespace aim::app
