// Memories that were put away: what they said, when and why they went.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/archived.h"
#include "memory/link.h"

namespace aim::store {

class Archive {
 public:
  virtual ~Archive() = default;
  virtual Result<std::optional<Archived>> find(std::string_view id) const = 0;
  virtual Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                           std::size_t limit) const = 0;
  // Newest first.
  virtual Result<std::vector<Archived>> list(std::string_view name_space, std::int64_t limit,
                                             std::int64_t offset) const = 0;
  // The same without their links.
  virtual Result<std::vector<Archived>> newest(std::string_view name_space,
                                               std::int64_t limit) const = 0;
  // How many that would remove.
  virtual Result<std::int64_t> count(std::optional<Time> before) const = 0;
  virtual Result<ArchiveStats> stats() const = 0;
  // Every one, by id.
  virtual Result<void> each(const std::function<Result<void>(const Archived&)>& take) const = 0;
  // An earlier archived state of the same id is replaced. A reflection that is still there takes
  // along whom it reflects on, and every one its other links, unless `archived` says them.
  virtual Result<void> add(const Archived& archived) = 0;
  // Another link that comes back with an archived memory; does nothing when that is not archived.
  virtual Result<void> keep_link(std::string_view archived, const Link& link) = 0;
  virtual Result<bool> remove(std::string_view id) = 0;
  // All of them, or those archived before `before`. The ids of those removed.
  virtual Result<std::vector<std::string>> purge(std::optional<Time> before) = 0;
};

}  // namespace aim::store
