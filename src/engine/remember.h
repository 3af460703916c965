// Storing and changing memories (A3, A4, A9).
#pragma once
#include "engine/duplicates/similar.h"
#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "memory/memory.h"
#include "memory/merge.h"

namespace aim::engine {

// What a caller wants kept. Limits have been checked by the rules; what needs the clock or the
// options is checked here.
struct Draft {
  std::string title, content, name_space = "global";
  Tier tier = Tier::mid_term;
  std::vector<std::string> tags;
  std::int64_t priority = 5;
  double confidence = 1.0;
  std::string source = "api";
  std::string metadata = "{}";
  std::optional<std::int64_t> ttl_secs;
  std::optional<std::string>
      expires_at;  // text/stretch.h; wins over ttl_secs, which wins over the tier
  std::optional<std::string> valid_from, valid_until;  // text/stretch.h
  MemoryKind kind = MemoryKind::observation;
  std::int64_t reflection_depth = 0;
  Given given = {};  // what the caller named of these; the rest stays when the title is there (S46)
  std::optional<std::string> supersedes;  // id of a memory that it takes the place of (S43)
  // Made from the content: no key, so a memory of another content keeps the title (S53).
  bool title_is_derived = false;
  TextVectors made = {};  // of its texts, where somebody needed them before
};
// The beginning of an overwritten content, for a reply (S53): 120 bytes, on one line.
std::string beginning_of(std::string_view content);

struct StoredMemory {
  Memory memory;
  bool updated = false;    // there was one of that title in the namespace
  Similar similar;         // never the memory itself
  std::string supersedes;  // in full
  std::string replaced;    // beginning of the content that was overwritten; undo brings it back
};
// What else belongs to a store, in its transaction: before it, with the memory as it was asked for,
// and after it with the memory as it is kept.
struct TransactionHooks {
  std::function<Result<void>(store::Writer&, Memory&)> prepare;
  std::function<Result<void>(store::Writer&, const Memory&)> finish;
};
// Errors: validation_failed for an expiry in the past, a namespace the options refuse, or a memory
// that would supersede itself; not_found for what is superseded. Durable on return.
Result<StoredMemory> remember(Engine& engine, const Draft& draft,
                              const TransactionHooks& together = {});

// Several in one transaction, and so one wait for the disk: what is wrong with each, in their
// order; nothing when it was kept. One that is refused leaves the others whole. Errors: those of
// the database; then none was kept.
Result<std::vector<std::optional<Error>>> remember_all(Engine& engine,
                                                       const std::vector<Draft>& drafts);

// What to change; unset members stay. A lower tier is ignored (wire.md 1.5).
struct Changes {
  std::optional<std::string> title, content, name_space, metadata, source;
  std::optional<Tier> tier;
  std::optional<std::vector<std::string>> tags;
  std::vector<std::string> add_tags, remove_tags;  // beyond `tags`
  std::optional<std::int64_t> priority;
  std::optional<double> confidence;
  bool change_expiry = false;
  std::optional<std::string> expires_at;  // with change_expiry: unset clears it
  // How the caller titles a content. A title that this, or a profile, made from the old content
  // follows the new one.
  std::string (*title_of)(std::string_view content) = nullptr;
  std::string made_from = {};  // updated_at of the state that was changed; empty: any
  // A time to be changed; without a value: cleared.
  struct ValidTime {
    bool change = false;
    std::optional<std::string> value = {};
  };
  ValidTime valid_from = {}, valid_until = {};
};
// Errors: not_found (an expired memory is as good as gone); conflict when the title is taken in the
// namespace, or the memory is no longer as it was in the state named by made_from.
Result<Memory> update(Engine& engine, const std::string& id, const Changes& changes);
// All of these in one transaction and one step of undo, or none. Ids of those that changed.
Result<std::vector<std::string>> update_all(Engine& engine, const std::vector<std::string>& ids,
                                            const Changes& changes);

// To long, expiry cleared; also of one that has just expired and is still there.
Result<Memory> promote(Engine& engine, const std::string& id);

// Shared with import: an expiry given by a caller. Errors: not a time; in the past.
Result<Timestamp> future_time(std::string_view text, Time now);
// Refuses a hierarchy where the options want flat names.
Result<void> check_name_space(const Engine& engine, std::string_view name_space);

}  // namespace aim::engine
