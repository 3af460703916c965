#include "engine/usage/first_use.h"

#include <string>

#include "base/hash.h"

namespace aim::engine {

bool FirstUses::add(std::string_view session, std::string_view question, Key key) {
  std::string all(session);
  all.append("\n").append(std::to_string(key)).append("\n").append(question);
  const Lock lock(mutex_);
  if (seen_.size() >= max_known)
    seen_.clear();
  return seen_.insert(stable_hash(all)).second;
}

}  // namespace aim::engine
