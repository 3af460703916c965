// What the autonomous tier does by itself with memories that were stored or changed: tags, and
// `contradicts` links to similar ones (F3). In the background, one memory at a time, and one
// process at a time (a file lock beside the database, which the system lets go of however a process
// ends).
//
// Nothing is forgotten: the database holds the change number up to which memories were looked at
// (meta enriched_to), moved in the transaction that writes what was found; a process that is killed
// leaves it where it was. It begins with what is stored after the start of the first autonomous
// server of a database (S40): what was there before stays as it is.
// Nothing is done twice: metadata.enriched says of which text the tags were found (its hash), so
// that our own change, a promotion or new tags by hand ask for nothing. Storing the title again
// replaces the metadata, and with it this mark.
// Knows: the language model. Must not know: threads.
// Source: F3.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"

namespace aim::engine {

class Autonomous {
 public:
  explicit Autonomous(Engine& engine) : Autonomous(engine, engine.clock.now()) {}
  // `started`: when the server began to take calls, which may be before it has time for this.
  Autonomous(Engine& engine, Time started) : engine_(engine), started_(started) {}

  // Does what is next. True: there may be more; false: there is nothing to do, or another process
  // does it.
  // Errors: unavailable while the language model cannot be asked; those of the database.
  Result<bool> step();

 private:
  struct Next {
    std::int64_t up_to = 0;        // what is no work comes first: the mark may be moved so far
    bool moves = false;            // which is elsewhere than now
    std::optional<Memory> memory;  // that is to be looked at
    bool more = false;
  };
  Result<bool> is_ours();
  Result<Next> find_next();
  Result<std::int64_t> begin_at(store::Reader& reader, std::int64_t last);
  Result<void> move_mark(std::int64_t up_to);
  Result<void> enrich(const Memory& memory, std::int64_t up_to);

  Engine& engine_;
  Time started_;
  std::shared_ptr<void> turn_;  // as long as it is ours
};

}  // namespace aim::engine
