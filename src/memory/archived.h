// A memory in the archive (A8): as it was, when it went and why.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "memory/link.h"
#include "memory/memory.h"

namespace aim {

struct Archived {
  Memory memory;
  Timestamp archived_at;
  std::string reason;  // gc, forget, consolidate; others come with foreign databases
  std::vector<std::string> source_ids = {};  // of a reflection: what it was made from
  std::vector<Link> links = {};              // others that it had when it went (S34)
};

struct ArchiveStats {
  std::int64_t count = 0, bytes = 0;  // bytes of titles and contents
  std::optional<Time> oldest, newest;
  std::vector<std::pair<std::string, std::int64_t>> by_name_space;  // most first
};

}  // namespace aim
