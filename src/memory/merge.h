// Upsert: what wins when a memory is stored again under its title and namespace (A3, S46, wire.md
// 1.5). From the old one: id, key, created_at, what use has made (access_count, last_accessed_at,
// reinforcement), and whatever the caller did not name. From the fresh one: content and what the
// caller named. The tier never goes down, the higher priority wins, a reflection stays one (I1).
#pragma once
#include "memory/lifetime.h"
#include "memory/memory.h"

namespace aim {

// Which members of the fresh memory the caller named; the others are defaults that replace nothing.
struct Given {
  bool tier = true, tags = true, metadata = true, priority = true, confidence = true, source = true;
  // `expires_at` is what the caller asked for, an absent one included; otherwise a deadline stays,
  // and any other expiry is that of the merged tier from now, none for long ones (unless long_ttl
  // is set).
  bool expiry = false;
};
Memory merge(const Memory& old, const Memory& fresh, const Given& given, Time now,
             const Lifetimes& lifetimes);

// New metadata in the place of old: who wrote the memory stays known (S38).
std::string replaced_metadata(const std::string& old, const std::string& fresh);

// Adds tags that are not there yet, as long as there is room for them.
void unite_tags(std::vector<std::string>& tags, const std::vector<std::string>& more);

// Several memories become one (A7), and an imported state of a memory joins the one that is there
// (A10): `into` with what its originals have in common or add up to: tags and metadata united, the
// highest priority, access counts summed, their ids in metadata.derived_from. Never more than the
// limits allow: the tags of the first originals are kept, and of very large metadata only the
// origin.
Memory consolidated(const std::vector<Memory>& originals, Memory into);

// An import: the state changed last holds, the tier never goes down, uses are counted as the one
// that knows more of them, a reflection stays one.
Memory imported_over(const Memory& old, const Memory& fresh, Time now, const Lifetimes& lifetimes);

// Two states of a memory, from two databases, become one (S12). The order does not matter, and
// doing it again changes
// nothing: databases that are synced in any order become the same.

// The state changed last holds; of its uses the larger count, the id and birth of the older memory
// survive, and a reflection stays one. Of two states of one time the one that lives longer, and for
// the rest a fixed order, decide. The key is that of `a`.
Memory reconciled(const Memory& a, const Memory& b);

// As far as a database keeps it: everything but the key.
bool same_state(const Memory& a, const Memory& b);

// Whether the two differ in more than uses: reinforcement, counts, times of use and of change.
bool is_new_version(const Memory& old, const Memory& fresh);

}  // namespace aim
