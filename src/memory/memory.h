// The noun everything is about (A1): what is kept, and what using it has done to it.
// Plain data. The limits are in memory/rules.h, the life in memory/lifetime.h, upserts in
// memory/merge.h.
#pragma once
#include "base/timestamp.h"
#include "memory/tier.h"

namespace aim {

// The integer under the UUID (S21): given once, never used again; 0 while the memory is in no
// database.
using Key = std::int64_t;

struct Memory {
  Key key = 0;
  std::string id;
  Tier tier = Tier::mid_term;
  std::string name_space = "global";
  std::string title, content;
  std::vector<std::string> tags;
  std::int64_t priority = 5;       // the caller's own, 1–10
  std::int64_t reinforcement = 0;  // what use has added to it (S2)
  double confidence = 1.0;
  std::string source = "api";
  std::int64_t access_count = 0;
  Timestamp created_at, updated_at;
  std::optional<Time> content_at;  // last change of title or content; unset: as it was stored (V6)
  std::optional<Timestamp> last_accessed_at, expires_at;
  std::string metadata =
      "{}";  // a JSON object as text; opaque to everything but memory/metadata.h and the doors
  MemoryKind kind = MemoryKind::observation;
  std::int64_t reflection_depth = 0;  // of a reflection: 1 + that of its deepest source
  bool deadline = false;              // a caller asked for expires_at: use does not move it (S26)
  // The time for which the fact holds (T4), which is not when it was written; unset: unknown.
  std::optional<Timestamp> valid_from, valid_until;
  // Dates of a fact that does not hold at the time asked about; set where a memory is shown.
  std::string former;
  // Ids; from links, where a memory is shown; empty: not, or not asked.
  std::string superseded_by, contradicted_by;
};

// How old what it says is: tags, tier, links and uses renew nothing (V6).
inline Time content_time(const Memory& memory) {
  return memory.content_at.value_or(memory.created_at.time);
}

inline bool has_expired(const Memory& memory, Time now) {
  return memory.expires_at && memory.expires_at->time <= now;
}

// The priority that is shown (S2): both, at most 10.
inline std::int64_t shown_priority(const Memory& memory) {
  // Foreign databases may hold any number: what is added is kept small so that the sum cannot
  // overflow.
  return std::min<std::int64_t>(10, std::min<std::int64_t>(10, memory.priority) +
                                        std::clamp<std::int64_t>(memory.reinforcement, 0, 10));
}

// The time of a change. A clock may stand before the time of the state that is changed, which came
// from a device whose clock is ahead: the change is later all the same, or a sync would undo it.
inline Time time_of_change(const Memory& old, Time now) {
  return std::max(now, old.updated_at.time + std::chrono::nanoseconds(1));
}

// The author of a change (T1): a value that the writes of a call carry along, kept with each
// version. Knows: names. Must not know: doors, tokens, how it is kept.
struct Author {
  std::string agent = {};      // as the door knows it, or as the call names it
  std::string token = {};      // its name; empty: the owner
  std::string door = {};       // mcp, http, cli or hook; empty: the program itself
  std::string operation = {};  // name of the use case
  Time at{};                   // when the call began

  friend bool operator==(const Author&, const Author&) = default;
};

// Which memory stands first in a namespace, and which parent that namespace names (C3, wire.md
// 2.6).
struct StandardRow {
  std::string name_space;         // "*": of all
  std::optional<std::string> id;  // unset when the memory is gone
  std::optional<Key> key;
  std::optional<std::string> parent;
  Time updated_at{};
  bool confirmed =
      true;  // false: it came from elsewhere, and the owner has not said yet that it is to hold
  // Id of the memory that was it and is gone: it is the standard again when it comes back.
  std::optional<std::string> former = {};
  // Id of a memory that would take the confirmed one's place, once the owner says so.
  std::optional<std::string> proposed = {};
};

}  // namespace aim
