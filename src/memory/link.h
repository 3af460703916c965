// Links between memories (A6): directional, never to oneself, gone with either end.
#pragma once
#include "base/timestamp.h"
#include "memory/memory.h"
#include "memory/names.h"

namespace aim {

enum class Relation { related_to, supersedes, contradicts, derived_from, reflects_on };
template <>
struct EnumNames<Relation> {
  static constexpr auto names =
      named<Relation>("related_to", "supersedes", "contradicts", "derived_from", "reflects_on");
};

struct Link {
  std::string source_id, target_id;
  std::string relation = "related_to";  // text: foreign databases hold relations of their own
  Timestamp created_at;
  Timestamp valid_from;
};

// A memory in the archive (A8): as it was, when it went and why.
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
