// Upsert: what wins when a memory is stored again under its title and namespace (A3, wire.md 1.5).
// From the old one: id, key, created_at, what use has made (access_count, last_accessed_at,
// reinforcement). From the fresh one: content, tags, metadata, confidence, source. The tier never
// goes down, the higher priority wins, a reflection stays one (I1).
#pragma once
#include "memory/lifetime.h"
#include "memory/memory.h"

namespace aim {

// `expiry_given`: fresh.expires_at is what the caller asked for, an absent one included; otherwise
// the expiry is that of the merged tier from now, none for long ones (unless long_ttl is set).
Memory merge(const Memory& old, const Memory& fresh, bool expiry_given, Time now,
             const Lifetimes& lifetimes);

}  // namespace aim
