// Which memory is meant: a full id, or a prefix of at least four characters that fits one only
// (E1).
#pragma once
#include "base/result.h"
#include "engine/engine.h"
#include "memory/memory.h"
#include "memory/transcript.h"
#include "store/store.h"

namespace aim::engine {

// Errors: not_found with the id (and `what`, such as "source memory", when that helps);
// validation_failed for a prefix that fits several, listing them.
Result<Memory> find_memory(store::Reader& reader, std::string_view id,
                           std::string_view what = "memory");
// The same, for what is about to write: a store or a collection may remove an expired memory at any
// time. Errors: also not_found for a memory that has expired.
Result<Memory> find_living_memory(store::Reader& reader, std::string_view id, Time now,
                                  std::string_view what = "memory");

// All of these, each once, in the order in which they are written.
Result<std::vector<Memory>> find_living_memories(store::Reader& reader,
                                                 const std::vector<std::string>& ids, Time now);

// The memories of these ids, as `find` finds each. Errors: its; validation_failed, naming `field`,
// where two are the same.
Result<std::vector<Memory>> find_different(
    const std::vector<std::string>& ids, std::string_view field,
    const std::function<Result<Memory>(const std::string& id)>& find);

// The full id of a memory that is there or that a version is kept of, by the same rules.
Result<std::string> find_versioned_id(store::Reader& reader, std::string_view id);

// The full id of an archived memory, by the same rules.
Result<std::string> find_archived_id(store::Reader& reader, std::string_view id);

// A transcript by its id, a prefix of it by the same rules, or the id of its session.
// Errors: not_found; validation_failed for what fits several, naming `field`.
Result<Transcript> find_transcript(store::Reader& reader, std::string_view id,
                                   std::string_view field);

// Each as its first eight characters, more where another memory begins so; those that are no UUIDs
// whole.
Result<std::vector<std::string>> short_ids(Engine& engine, const std::vector<std::string>& ids);

}  // namespace aim::engine
