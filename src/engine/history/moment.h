// All that a database held at a moment, written into another store (T2, T3): memories as they were,
// by their versions, with the links, standards and archived memories that are known of that time.
// The new file of a rewind is such a store, and so is the temporary one on which a read "as of" a
// time runs, unchanged, by a clock that stands at that time (docs/decisions/0098).
//
// A moment does not know former names of namespaces, nor uses (those of now are taken) and the
// audit log; transcripts stay where they are, and a replay asks the present for them. Must not
// know: operations, doors, SQL.
#pragma once
#include <filesystem>

#include "engine/engine.h"
#include "engine/scratch_store.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "memory/filter.h"
#include "memory/memory.h"

namespace aim::engine {

// The part of a moment that is wanted.
struct MomentScope {
  // Memories of the namespaces that it names; its other fields only help to choose candidates.
  Filter filter = {};
  // Where more than a few thousand memories are meant, only those that may answer it; empty: all.
  std::string question = {};
  std::int64_t limit = 10;  // hits that are wanted
  bool by_meaning = true;   // whether the question is asked by more than its words
  // Only these memories, and those that are linked with them, so many steps far.
  std::optional<std::vector<std::string>> ids = {};
  std::int64_t steps = 1;
};

struct MomentCounts {
  std::int64_t memories = 0, links = 0, archived = 0;
  // Two memories of one title in a namespace: a clock jumped, or an import brought old times.
  std::int64_t refused = 0;
};

// `into` holds nothing yet. Memories that are named and were not there are left out. Errors: those
// of either store; validation_failed for a prefix of an id that fits several.
Result<MomentCounts> write_moment(Engine& engine, Time time, const MomentScope& scope,
                                  store::Store& into);

// A new database file of the whole of a moment, closed again. Errors: those of write_moment();
// conflict when there is such a file.
Result<MomentCounts> rewind(Engine& engine, Time time, const std::filesystem::path& file);

// A moment in a temporary file, with an engine over it that notes nothing.
class Moment {
 public:
  // `engine` outlives it.
  static Result<std::unique_ptr<Moment>> make(Engine& engine, Time time, const MomentScope& scope);
  Moment(const Moment&) = delete;
  Moment& operator=(const Moment&) = delete;

  Engine& engine() { return *engine_; }

 private:
  class StandingClock final : public Clock {
   public:
    explicit StandingClock(Time time) : time_(time) {}
    Time now() const override { return time_; }

   private:
    Time time_;
  };

  Moment(const Engine& engine, Time time);

  StandingClock clock_;
  TouchQueue touches_;
  Embeddings embeddings_;
  std::optional<ScratchStore> store_;
  std::optional<Engine> engine_;
};

// The memories that differ between two moments (T3).
// Cost: by how many were changed since the earlier one, not by how many there are.
struct MemoryChange {
  std::optional<Memory> before, after;  // unset: it was not there
};
// `name_space` is as in Filter::name_space; a memory that moved out of it or into it is removed or
// added. By namespace, title and id. Errors: validation_failed where `from` is after `to`.
Result<std::vector<MemoryChange>> compare_moments(Engine& engine, Time from, Time to,
                                                  const std::string& name_space);

}  // namespace aim::engine
