#include "engine/first_use.h"

#include <mutex>
#include <set>
#include <string>

#include "base/hash.h"

namespace aim::engine {

bool is_first_use(const Engine& engine, std::string_view session, std::string_view question,
                  Key key) {
  constexpr std::size_t most = 100'000;
  static std::mutex mutex;
  static std::set<std::uint64_t> seen;
  // A database has one queue of uses in a process, whatever the engines over it.
  std::string all = std::to_string(reinterpret_cast<std::uintptr_t>(&engine.touches));
  all.append("\n").append(session).append("\n").append(std::to_string(key));
  all.append("\n").append(question);
  const std::lock_guard lock(mutex);
  if (seen.size() >= most)
    seen.clear();
  return seen.insert(stable_hash(all)).second;
}

}  // namespace aim::engine
