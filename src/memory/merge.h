// Upsert: what wins when a memory is stored again under its title and namespace (A3, S46, wire.md
// 1.5). From the old one: id, key, created_at, what use has made (access_count, last_accessed_at,
// reinforcement), and whatever the caller did not name. From the fresh one: content and what the
// caller named. The tier never goes down, the higher priority wins, a reflection stays one (I1).
#pragma once
#include <string>

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

}  // namespace aim
