// Entries: memories of one namespace whose clients know no titles and no namespaces, only numbers:
// texts that are kept once each, found by words and vectors in the published hybrid (K1, K2;
// memory/blends.h, ranking mudpuppy).
// Knows: untitled memories, the two lists that are joined. Must not know: what a profile shows of
// them.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"
#include "memory/score.h"

namespace aim::engine {

// Kept for good unless it expires. Limits have been checked.
struct EntryDraft {
  std::string content, name_space;
  std::vector<std::string> tags;
  std::int64_t priority = 5;
  double confidence = 1;
  std::string source, metadata = "{}";
  std::optional<Time> expires_at;
  std::string_view apart = {};  // a source whose memories are no duplicates of others
};
struct KeptEntry {
  Key key = 0;
  bool created = false;  // false: the same text is there already, and stays as it is
};
Result<KeptEntry> add_entry(Engine& engine, const EntryDraft& draft);

// As it was before this use of it, which is noted. Nothing: it is not there, has expired, or is of
// another namespace.
Result<std::optional<Memory>> get_entry(Engine& engine, std::string_view name_space, Key key);

// False: there is none.
Result<bool> remove_entry(Engine& engine, std::string_view name_space, Key key);

// Those that have not expired, by age.
Result<void> each_entry(Engine& engine, const std::string& name_space,
                        const std::function<void(const Memory&)>& take);

struct EntryQuery {
  std::string text, name_space;
  std::size_t limit = 10;
  bool by_vectors = true, by_words = true;
  double vector_weight = 0.7, word_weight = 0.3;   // of a mode that has both
  std::function<bool(const Memory&)> passes = {};  // empty: all do
  std::string_view session = {};                   // that asks
};
struct EntryHit {
  Memory memory;
  Score score;                                // of the two parts
  bool by_vectors = false, by_words = false;  // in which of the lists it was
};
// Best first, equals the newer one first; use is noted. Each list takes three times the limit;
// where filters leave too few, all is done again with longer ones. An entry that expired is never
// found.
Result<std::vector<EntryHit>> find_entries(Engine& engine, const EntryQuery& query);

}  // namespace aim::engine
